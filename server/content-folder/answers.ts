import { calls } from '../../shared/content-api.ts';
import { ContentError } from '../../shared/content-error.ts';
import type { Locale } from '../../shared/messages/index.ts';
import { isPublished } from '../content-api/arrange-list.ts';
import { matchCall, readCall, readQuery } from '../content-api/call.ts';
import { type AnswerSource, contentOf, findItem, found, itemsOf, listAnswer, listedItemsOf } from './answer-parts.ts';
import { composedAnswers, isComposed } from './composed-answers.ts';
import { convertInTurns } from './convert-in-turns.ts';

/**
 * The `data` of a call on a content folder. It yields to the event loop between items. Rejects with a ContentError.
 * @param address path and query below the API's base
 */
export async function answer(source: AnswerSource, address: string, locale: Locale): Promise<unknown> {
  const { pathname, searchParams } = new URL(`http://content.invalid/${address}`);
  const { path, parameters } = matchCall(pathname);
  const call = readCall(path, { ...readQuery(searchParams), ...parameters }, { locale, locales: [locale] });
  if (isComposed(path)) return composedAnswers[path](source, call, parameters.id ?? '');
  const { kind, name, folderAnswer, itemId } = calls[path];
  if (folderAnswer === 'none') throw new ContentError(404, 'no content of the folder');
  const { texts } = source;
  if (folderAnswer === 'single') return { [name]: found(contentOf(source.content, kind)) };
  const items = itemsOf(source.content, kind);
  switch (folderAnswer) {
    case 'item':
      return { [name]: texts.forDetail(findItem(items, itemId ?? parameters.id ?? '')) };
    case 'all':
      return { [name]: await convertInTurns(items.filter(isPublished), (item) => texts.forDetail(item)) };
    default:
      return listAnswer(source, call, listedItemsOf(source.content, kind));
  }
}
