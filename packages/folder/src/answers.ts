import { type ContentSource, isPublished, matchCall, normalisedAnswer, readCall, readQuery } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { ContentError, calls, contentNow, dayAt, type Locales, splitPath } from '@foyer/model';
import { type AnswerSource, contentOf, findItem, found, itemsOf, listAnswer, listedItemsOf } from './answer-parts.ts';
import { composedAnswers, isComposed } from './composed-answers.ts';
import type { LoadedContent } from './content-store.ts';
import { convertInTurns } from './convert-in-turns.ts';

/** What was loaded of a content folder as a source. @param options.beforeSearch a search of a list waits for it */
export const sourceOf = (
  loaded: () => LoadedContent,
  locales: Locales,
  { timeZone, beforeSearch = async () => {} }: { timeZone: string; beforeSearch?: () => Promise<void> },
): ContentSource => ({
  async get(address, { signal }, normalise) {
    const { locale, path } = splitPath(`/${address}`, locales);
    if (SEARCH.test(path)) await beforeSearch();
    const current = loaded();
    const content = current.editions.get(locale) ?? current.content;
    const today = dayAt(contentNow(), timeZone);
    const data = await answer({ ...current, content, locale, today }, path.slice(1), locale);
    signal.throwIfAborted();
    const bytes = Buffer.from(JSON.stringify({ error: false, data }));
    return normalisedAnswer(await normalise({ bytes, status: 200, isOurs: true }));
  },
});

const SEARCH = /[?&]search=/;

/**
 * The `data` of a call on a content folder. It yields to the event loop between items. Rejects with a ContentError.
 * @param address path and query below the API's base
 */
async function answer(source: AnswerSource, address: string, locale: Locale): Promise<unknown> {
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
