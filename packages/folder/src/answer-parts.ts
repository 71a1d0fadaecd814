import { arrangeList, type Call, isPublished, type ListItem } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { ContentError, callPaths, calls, type KindName } from '@foyer/model';
import type { Content, LoadedContent } from './content-store.ts';
import { convertInTurns } from './convert-in-turns.ts';

/* What answers consist of: items of a kind, one item, a page of a list. */

/** The parts of loaded content that answers need. */
export type AnswerSource = Pick<LoadedContent, 'content' | 'texts' | 'index' | 'tables'> & {
  locale: Locale;
  /** In the site's zone, as 2026-08-09. */
  today: string;
};
export type NamedItem = ListItem & { id: string };

/** The content of a kind, whatever its layout. */
export const contentOf = (content: Content, kind: KindName): unknown => Reflect.get(content, kind);

/** The items of a kind that is a list or a folder. */
export function itemsOf(content: Content, kind: KindName): readonly NamedItem[] {
  const items = contentOf(content, kind);
  return Array.isArray(items) ? items : [];
}

/** Items with a call of their own are not listed: introduction, profile, about. */
const ownCalls = new Map<KindName, Set<string>>();
for (const path of callPaths) {
  const { kind, itemId } = calls[path];
  if (itemId) ownCalls.set(kind, (ownCalls.get(kind) ?? new Set()).add(itemId));
}

/** By all items of a kind. A list is ordered and counted once for each array. */
const listedItems = new WeakMap<readonly NamedItem[], readonly NamedItem[]>();

/** The items of a kind that its list shows, unless they are unpublished or have expired: the same array until the content changes. */
export function listedItemsOf(content: Content, kind: KindName): readonly NamedItem[] {
  const items = itemsOf(content, kind);
  const own = ownCalls.get(kind);
  if (!own) return items;
  const listed = listedItems.get(items) ?? items.filter(({ slug }) => !own.has(slug ?? ''));
  listedItems.set(items, listed);
  return listed;
}

/** The page of a list that a call asks for. @param extra further fields of an item */
export async function listAnswer(
  { texts, index }: AnswerSource,
  { list }: Call,
  all: readonly ListItem[],
  extra: (item: ListItem) => object = () => ({}),
) {
  const { name, query, ...options } = found(list);
  const { items, ...rest } = arrangeList(all, query, { ...options, search: index.search });
  return { [name]: await convertInTurns(items, (item) => ({ ...texts.forList(item), ...extra(item) })), ...rest };
}

/** Finds a published item by its id, or else by its slug. Throws a ContentError, 404. */
export function findItem<Item extends NamedItem>(items: readonly Item[], name: string): Item {
  const item = items[placeOf(items, name)];
  return found(item && isPublished(item) ? item : undefined);
}

/** The place of each item by its id and by its slug. */
type Places = Record<'id' | 'slug', ReadonlyMap<string, number>>;

/** By all items of a kind. */
const places = new WeakMap<readonly NamedItem[], Places>();

function placeOf(items: readonly NamedItem[], name: string): number {
  const known = places.get(items) ?? placesOf(items);
  places.set(items, known);
  return known.id.get(name) ?? known.slug.get(name) ?? -1;
}

function placesOf(items: readonly NamedItem[]): Places {
  const [id, slug] = [new Map<string, number>(), new Map<string, number>()];
  for (const [place, item] of items.entries()) {
    if (!id.has(item.id)) id.set(item.id, place);
    if (item.slug !== undefined && !slug.has(item.slug)) slug.set(item.slug, place);
  }
  return { id, slug };
}

/** Throws a ContentError, 404, for undefined. */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new ContentError(404, 'no such item');
  return value;
}
