import type { KindName } from '../../shared/content-api.ts';
import { ContentError } from '../../shared/content-error.ts';
import { arrangeList, isPublished, type ListItem } from '../content-api/arrange-list.ts';
import type { Call } from '../content-api/call.ts';
import type { Content, LoadedContent } from './content-store.ts';
import { mapInTurns } from './yield-to-event-loop.ts';

/* What answers consist of: items of a kind, one item, a page of a list. */

/** The parts of loaded content that answers need. */
export type AnswerSource = Pick<LoadedContent, 'content' | 'texts' | 'index'>;
export type NamedItem = ListItem & { id: string };

/** The content of a kind, whatever its layout. */
export const contentOf = (content: Content, kind: KindName): unknown => Reflect.get(content, kind);

/** The items of a kind that is a list or a folder. */
export function itemsOf(content: Content, kind: KindName): readonly NamedItem[] {
  const items = contentOf(content, kind);
  return Array.isArray(items) ? items : [];
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
  return { [name]: await mapInTurns(items, (item) => ({ ...texts.forList(item), ...extra(item) })), ...rest };
}

/** Finds a published item by its id, or else by its slug. Throws a ContentError, 404. */
export function findItem<Item extends NamedItem>(items: readonly Item[], name: string): Item {
  const item = items.find(({ id }) => id === name) ?? items.find(({ slug }) => slug === name);
  return found(item && isPublished(item) ? item : undefined);
}

/** Throws a ContentError, 404, for undefined. */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new ContentError(404, 'no such item');
  return value;
}
