import { request } from 'undici';
import * as z from 'zod';
import { isPublished } from '../content-api/arrange-list.ts';
import { Turn } from '../turns.ts';
import type { LoadedContent } from './content-store.ts';
import type { Translations } from './last-valid-translations.ts';
import { namesOfItem } from './named-files.ts';

/** The path at which the content server sends them. */
export const HIDDEN_FILES = '/hidden-files';

/**
 * The keys (`locationKey`) of the files of `media/` that are named by unpublished content alone: by drafts, by items that are
 * published later, and by what is not shown because of its faults. An expired item has been published.
 */
export async function hiddenFilesOf({
  kinds,
  texts,
  media,
}: Pick<LoadedContent, 'kinds' | 'texts' | 'media'>): Promise<string[]> {
  const hidden = new Set(kinds.flatMap(({ unshown }) => unshown));
  const published: object[] = [];
  const turn = new Turn();
  for (const { entries, translations } of kinds) {
    const places = new Set(entries.filter(({ item }) => isPublished(item)).map(({ place }) => place));
    for (const { place, item } of [...entries, ...[...translations.values()].flatMap(itemsOf)]) {
      if (places.has(place)) published.push(item);
      else for (const name of namesOfItem(item, texts)) hidden.add(name);
      if (turn.isOver) await turn.end();
    }
  }
  if (hidden.size === 0) return [];
  // Who names a link names the file to which it leads, too.
  const targetOf = await media.links();
  for (const name of [...hidden]) hidden.add(targetOf(name));
  for (const item of published) {
    for (const name of namesOfItem(item, texts)) for (const key of [name, targetOf(name)]) hidden.delete(key);
    if (turn.isOver) await turn.end();
  }
  return [...hidden];
}

/** Translations with the places of their originals. */
const itemsOf = (translations: Translations) => [...translations].map(([place, { item }]) => ({ place, item }));

const answer = z.object({ data: z.array(z.string()) });

/** Asks the content server for the hidden files. Rejects if it does not answer. @param url the base of the content API */
export async function readHiddenFiles(url: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const { body } = await request(new URL(HIDDEN_FILES, url), { reset: true, signal });
  return new Set(answer.parse(await body.json()).data);
}
