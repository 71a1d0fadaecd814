import { isPublished } from '@foyer/gateway';
import { TimeSlice } from '@foyer/runtime';
import type { LoadedContent } from './content-store.ts';
import type { Translations } from './last-valid-translations.ts';
import { namesOfItem } from './named-files.ts';

/**
 * The keys (`locationKey`) of the files of `media/` that are named by unpublished content alone: by drafts, by items that are
 * published later, and by what is not shown because of its faults. An expired item has been published.
 */
export async function hiddenFilesOf({
  kinds,
  media,
  ...parts
}: Pick<LoadedContent, 'kinds' | 'texts' | 'tables' | 'media'>): Promise<ReadonlySet<string>> {
  const hidden = new Set(kinds.flatMap(({ mediaOfHiddenItems }) => mediaOfHiddenItems));
  const published: object[] = [];
  const slice = new TimeSlice();
  for (const { entries, translations } of kinds) {
    const places = new Set(entries.filter(({ item }) => isPublished(item)).map(({ place }) => place));
    for (const { place, item } of [...entries, ...[...translations.values()].flatMap(itemsOf)]) {
      if (places.has(place)) published.push(item);
      else for (const name of namesOfItem(item, parts)) hidden.add(name);
      if (slice.isUsedUp) await slice.end();
    }
  }
  if (hidden.size === 0) return hidden;
  // Who names a link names the file to which it leads, too.
  const targetOf = await media.links();
  for (const name of [...hidden]) hidden.add(targetOf(name));
  for (const item of published) {
    for (const name of namesOfItem(item, parts)) for (const key of [name, targetOf(name)]) hidden.delete(key);
    if (slice.isUsedUp) await slice.end();
  }
  return hidden;
}

/** Translations with the places of their originals. */
const itemsOf = (translations: Translations) => [...translations].map(([place, { item }]) => ({ place, item }));
