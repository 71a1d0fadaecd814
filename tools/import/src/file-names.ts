import type { Fields, FolderKind } from './item-parser.ts';
import type { Manifest } from './manifest.ts';
import { itemFileName, UniqueNames } from './names.ts';

/**
 * The names of the files of a kind, without their ending, in the order of the items. An item has the name that it had in
 * the last import. Where a folder orders its items by the names of their files, the names are numbered if they have to be.
 */
export function fileNames(kind: FolderKind, items: readonly Fields[], manifest: Manifest): string[] {
  // An id may be any text, such as `constructor`.
  const known = new Map(Object.entries(manifest.names[kind.name] ?? {}));
  const names = new UniqueNames();
  for (const name of known.values()) names.reserve(name);
  const isNumbered = [...known.values()].some((name) => NUMBERED.test(name));
  const plain = items.map((item, index) => {
    const [id, slug, name] = [item.id, item.slug, item.name].map((value) =>
      value === undefined ? undefined : String(value),
    );
    const before = id === undefined ? undefined : known.get(id);
    if (before !== undefined) return before;
    const stem = itemFileName({ id, slug, name });
    const numbered = isNumbered ? numberedName(index, items.length, stem) : stem;
    return names.take(numbered, (number) => `${numbered}-${number}`);
  });
  const isNew = known.size === 0;
  // An item with a call of its own is in no list, and its name is in its address.
  const ownIds = Object.values(kind.definition.calls).flatMap(({ itemId }) => itemId ?? []);
  const listed = [...plain.keys()].filter((index) => !ownIds.includes(String(items[index]?.slug)));
  const needsNumbers =
    isNew && isOrderedByName(kind) && !hasOrder(listed.map((index) => ({ item: items[index], name: plain[index] })));
  const chosen = plain.map((name, index) => {
    const place = needsNumbers ? listed.indexOf(index) : -1;
    return place < 0 ? name : numberedName(place, listed.length, name);
  });
  for (const [index, item] of items.entries()) known.set(String(item.id), chosen[index] ?? '');
  manifest.names[kind.name] = Object.fromEntries(known);
  return chosen;
}

const NUMBERED = /^\d+-./;
const numberedName = (index: number, count: number, name: string): string =>
  `${String(index + 1).padStart(Math.max(2, String(count).length), '0')}-${name}`;

/** Whether the order of the kind's list is that of its files. */
function isOrderedByName({ source, definition }: FolderKind): boolean {
  if (source.layout !== 'markdown') return false;
  return Object.values(definition.calls).some(
    ({ list, folderAnswer }) => folderAnswer === 'all' || list?.order === 'received',
  );
}

/** Whether the folder shows the items in the order in which the CMS has sent them. */
function hasOrder(listed: readonly { item?: Fields; name?: string }[]): boolean {
  const entries = listed.map(({ item, name }) => ({
    rank: Number(item?.rank ?? Number.MAX_VALUE),
    file: `${name}.md`,
  }));
  const ranked = (list: typeof entries) => [...list].sort((a, b) => a.rank - b.rank).map(({ file }) => file);
  const byName = [...entries].sort((a, b) => (a.file < b.file ? -1 : 1));
  return ranked(entries).join() === ranked(byName).join();
}
