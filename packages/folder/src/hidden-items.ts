import { isPublished } from '@foyer/gateway';
import { TimeSlice } from '@foyer/runtime';
import type { ContentFile } from './content-files.ts';
import { type Fault, faultAt } from './faults.ts';
import type { Entry, ParsedItem } from './last-valid.ts';
import { type NamingParts, namesOfItem } from './named-files.ts';

/* Drafts, and what else of a folder visitors do not see. The files of media/ that only these name are hidden, too. */

/** Whether a part of an unpublished item may have been dropped, or all of it, so that its file names more than the item. */
export const mayNameMore = ({ item, faults }: { item?: object; faults: readonly Fault[] }): boolean =>
  !item || (faults.length > 0 && !isPublished(item));

/** The files of `media/` that are named by drafts, and by unpublished versions that are not among the entries. */
export async function mediaOfHiddenItemsIn<T extends object>(
  parts: NamingParts,
  parsed: readonly { mediaOfHiddenItems?: readonly string[]; items?: readonly ParsedItem<T>[] }[],
  entries: readonly Entry<T>[],
): Promise<string[]> {
  const names: string[] = [];
  const unpublished: T[] = [];
  const slice = new TimeSlice();
  for (const { mediaOfHiddenItems = [], items = [] } of parsed) {
    names.push(...mediaOfHiddenItems);
    for (const { item } of items) {
      if (item && !isPublished(item)) unpublished.push(item);
      if (slice.isUsedUp) await slice.end();
    }
    if (slice.isUsedUp) await slice.end();
  }
  if (unpublished.length === 0) return names;
  const shown = new Set<object>(entries.map(({ item }) => item));
  return [...names, ...unpublished.flatMap((item) => (shown.has(item) ? [] : namesOfItem(item, parts)))];
}

/** The fields without `draft`; undefined for a draft that is not shown, and where its value does not say whether it is one. */
export function publishedFields(
  { drafts }: { drafts: boolean },
  source: ContentFile,
  item: unknown,
  faults: Fault[],
  base: PropertyKey[] = [],
): unknown {
  if (typeof item !== 'object' || item === null || !('draft' in item)) return item;
  const { draft, ...fields } = item;
  if (typeof draft !== 'boolean') {
    const fault = faultAt(source, [...base, 'draft'], 'expected true or false');
    faults.push({ ...fault, hides: true });
    return undefined;
  }
  return draft && !drafts ? undefined : fields;
}

/** Has an item say that it is a draft, as its file does: the kind's schema has no such field. */
export function markDraft(item: object | undefined, fields: unknown): void {
  if (item && typeof fields === 'object' && fields !== null && 'draft' in fields && fields.draft === true)
    Reflect.set(item, 'draft', true);
}
