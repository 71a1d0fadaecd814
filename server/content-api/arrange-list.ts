import type { ListCall } from '../../shared/content-api.ts';
import { ContentError } from '../../shared/content-error.ts';
import type { Pagination } from '../../shared/schema/pagination.ts';
import { isPast } from '../../shared/time.ts';
import type { Call, ListQuery } from './call.ts';
import { itemWords, matchesWords, wordsOf } from './search-words.ts';

/** The fields by which lists are ordered and published; a kind has filters and searched fields beside them. */
export interface ListItem {
  id?: string;
  slug?: string;
  is_pinned?: boolean;
  published_at?: string;
  created_at?: string;
  expires_at?: string;
  category?: { slug: string; name: string };
}

export interface FilterValue {
  value: string;
  label: string;
  count: number;
}

/** Finds the items that contain every word of a query. */
export type Search = <Item extends ListItem>(items: readonly Item[], queryWords: readonly string[]) => Item[];

/** Filters, searches, orders and pages a complete list as a query asks, and counts the values of its filters. */
export function arrangeList<Item extends ListItem>(
  items: readonly Item[],
  query: ListQuery,
  {
    filters,
    order = 'newest',
    searched = [],
    search,
  }: Pick<ListCall, 'filters'> & Partial<Pick<ListCall, 'order' | 'searched'>> & { search?: Search },
) {
  const { published, countsOf } = publishedList(items, order);
  const chosen = Object.entries(query.filters);
  const filtered = published.filter((item) =>
    chosen.every(([name, value]) => filterValueOf(item, name)?.value === value),
  );
  const find = search ?? searchFields(searched);
  const found = query.search === undefined ? filtered : find(filtered, wordsOf(query.search));
  // An unpaged list is one page.
  const perPage = Number.isFinite(query.perPage) ? query.perPage : Math.max(1, found.length);
  const pagination: Pagination = {
    current_page: query.page,
    last_page: Math.max(1, Math.ceil(found.length / perPage)),
    per_page: perPage,
    total: found.length,
  };
  return {
    items: found.slice((query.page - 1) * perPage, query.page * perPage),
    pagination,
    filters: Object.fromEntries(filters.map((name) => [name, countsOf(name)])),
  };
}

/** Whether the date of publication, if there is one, has passed. */
export const isPublished = ({ published_at }: Pick<ListItem, 'published_at'>): boolean =>
  !published_at || Date.parse(published_at) <= Date.now();

function publicationTime(item: ListItem): number {
  const value = item.published_at ?? item.created_at;
  return value === undefined ? 0 : Date.parse(value);
}

/** The published items of a list, ordered and counted: valid until the next item is published or expires. */
interface PublishedList<Item> {
  published: readonly Item[];
  countsOf: (filter: string) => FilterValue[];
  order: 'newest' | 'received';
  validUntil: number;
}

/** By the list itself: a list of thousands of items is sorted and counted once, not for each of its pages. */
const publishedLists = new WeakMap<readonly ListItem[], PublishedList<ListItem>>();

function publishedList<Item extends ListItem>(
  items: readonly Item[],
  order: 'newest' | 'received',
): PublishedList<Item> {
  const cached = publishedLists.get(items) as PublishedList<Item> | undefined;
  if (cached && cached.order === order && Date.now() < cached.validUntil) return cached;
  const validUntil = items
    .flatMap(({ published_at, expires_at }) => [published_at, expires_at])
    .reduce((next, text) => {
      const time = Date.parse(text ?? '');
      return time >= Date.now() ? Math.min(next, time) : next;
    }, Number.POSITIVE_INFINITY);
  const visible = items.filter((item) => isPublished(item) && !isPast(item.expires_at));
  const published = order === 'received' ? visible : newestFirst(visible);
  const counts = new Map<string, FilterValue[]>();
  const countsOf = (filter: string) => {
    const values = counts.get(filter) ?? countValues(published, filter);
    counts.set(filter, values);
    return values;
  };
  const list = { published, countsOf, order, validUntil };
  publishedLists.set(items, list);
  return list;
}

/** Pinned items come first. */
const newestFirst = <Item extends ListItem>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, pinned: Number(item.is_pinned ?? false), time: publicationTime(item) }))
    .sort((a, b) => b.pinned - a.pinned || b.time - a.time)
    .map(({ item }) => item);

/** A filter's value in an item: a text, or an object with a name and a slug or an id. */
function filterValueOf(item: object, name: string): Omit<FilterValue, 'count'> | undefined {
  const field: unknown = Reflect.get(item, name);
  if (typeof field === 'string') return { value: field, label: field };
  if (typeof field !== 'object' || field === null || !('name' in field)) return undefined;
  const value = 'slug' in field ? field.slug : 'id' in field ? (field.id ?? field.name) : field.name;
  return { value: String(value), label: String(field.name) };
}

function countValues(items: readonly ListItem[], filter: string): FilterValue[] {
  const values = new Map<string, FilterValue>();
  for (const item of items) {
    const found = filterValueOf(item, filter);
    if (!found) continue;
    const counted = values.get(found.value);
    if (counted) counted.count += 1;
    else values.set(found.value, { ...found, count: 1 });
  }
  return [...values.values()].sort((a, b) => a.label.localeCompare(b.label));
}

const searchFields =
  (searched: readonly string[]): Search =>
  (items, queryWords) =>
    items.filter((item) => matchesWords(itemWords(item, searched), queryWords));

/** When the first item of an answer is published or expires, by the wall clock; undefined if none will. */
export function nextChange(data: unknown): number | undefined {
  const items: ListItem[] = Object.values(data ?? {}).flat();
  const times = items
    .flatMap((item) => [item?.published_at, item?.expires_at])
    .map((text) => Date.parse(text ?? ''))
    .filter((time) => time > Date.now());
  return times.length > 0 ? Math.min(...times) : undefined;
}

export type ListAnswerData = Record<string, ListItem[]> & {
  pagination: Pagination;
  filters?: Record<string, FilterValue[]>;
  complete?: boolean;
};

/**
 * The page of a list that a call asks for. A complete list, from an upstream without paging, is arranged here; an upstream
 * that pages has filtered and searched too. Throws a ContentError, 404, for a page after the last.
 */
export function listPageOf(data: ListAnswerData, list: NonNullable<Call['list']>): ListAnswerData {
  const { name, query } = list;
  const items = data[name] ?? [];
  const { complete, ...answer } = data;
  let page: ListAnswerData = answer;
  const isComplete = answer.pagination.last_page === 1 && answer.pagination.total === items.length;
  if (complete || (isComplete && (query.page > 1 || items.length > query.perPage))) {
    const { items: pageItems, ...rest } = arrangeList(items, query, list);
    page = { ...answer, ...rest, [name]: pageItems } as ListAnswerData;
  }
  if (query.page > page.pagination.last_page) throw new ContentError(404, `no page ${query.page}`);
  return page;
}

/** Throws a ContentError, 404, if the answer is an item that will be published later. */
export function assertPublished<Data extends object>(data: Data): Data {
  for (const item of Object.values(data)) {
    if (typeof item === 'object' && item !== null && !isPublished(item)) {
      throw new ContentError(404, 'to be published later');
    }
  }
  return data;
}
