import type { Locale } from '@foyer/messages';
import {
  ContentError,
  contentNow,
  itemWords,
  type ListCall,
  matchesWords,
  nearestFirst,
  type Pagination,
  wordsOf,
} from '@foyer/model';
import type { ListQuery } from './call.ts';

/** The fields by which lists are ordered and published; a kind has filters and searched fields beside them. */
export interface ListItem {
  id?: string;
  slug?: string;
  is_pinned?: boolean;
  published_at?: string;
  created_at?: string;
  expires_at?: string;
  deadline?: string;
  category?: { slug: string; name: string };
  latitude?: number;
  longitude?: number;
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
  query: Omit<ListQuery, 'flags'>,
  {
    filters,
    locale = 'en',
    sorts = {},
    order = 'newest',
    searched = [],
    search,
  }: ListOptions & Partial<Pick<ListCall, 'sorts' | 'searched'>> & { search?: Search },
) {
  const list = publishedList(items, order);
  const field = sorts[query.sort?.replace(/^-/, '') ?? ''];
  const chosen = Object.entries(query.filters);
  const filtered =
    field === undefined
      ? filteredItems(list, chosen, locale)
      : list.sortedBy(field, query.sort?.startsWith('-') ?? false, locale).filter(hasValues(chosen));
  const find = search ?? searchFields(searched);
  const matching = query.search === undefined ? filtered : find(filtered, wordsOf(query.search));
  const found = query.near && !query.near.isGuess ? nearestFirst(matching, query.near) : matching;
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
    filters: Object.fromEntries(filters.map((name) => [name, groupsOf(list, name, locale).counts])),
  };
}

let showsUnpublished = () => false;

/** Has this thread show what is published later, or has expired, whenever `shows` says so: a preview of everything. */
export function setShowsUnpublished(shows: () => boolean): void {
  showsUnpublished = shows;
}

/** Whether the date of publication, if there is one, has passed. */
export const isPublished = ({ published_at }: Pick<ListItem, 'published_at'>): boolean =>
  !published_at || Date.parse(published_at) <= contentNow() || showsUnpublished();

type ListOrder = 'newest' | 'received';

interface ListOptions {
  filters: readonly string[];
  /** The edition: in filters, and in the orders of fields, its letters come before those of other scripts. */
  locale?: Locale;
  order?: ListOrder;
}

/** The items of a list by the value of a filter, in its order, and their counts by the names of the values. */
interface Groups<Item> {
  items: ReadonlyMap<string, readonly Item[]>;
  counts: FilterValue[];
}

/** The items that a list shows, ordered and grouped: valid from the last time at which an item was published or expired to the next one. */
interface PublishedList<Item> {
  published: readonly Item[];
  sortedBy: (field: string, descending: boolean, locale: Locale) => readonly Item[];
  /** By language and filter. */
  groups: Map<string, Groups<Item>>;
  order: ListOrder;
  showsUnpublished: boolean;
  validAfter: number;
  validUntil: number;
}

/** By the list itself: a list of thousands of items is sorted and grouped once, not for each of its pages. */
const publishedLists = new WeakMap<readonly ListItem[], PublishedList<ListItem>>();

function publishedList<Item extends ListItem>(items: readonly Item[], order: ListOrder): PublishedList<Item> {
  const cached = publishedLists.get(items) as PublishedList<Item> | undefined;
  const now = contentNow();
  const isUsable =
    cached?.order === order &&
    cached.showsUnpublished === showsUnpublished() &&
    cached.validAfter < now &&
    now < cached.validUntil;
  if (cached && isUsable) return cached;
  let validAfter = Number.NEGATIVE_INFINITY;
  let validUntil = Number.POSITIVE_INFINITY;
  const visible: Dated<Item>[] = [];
  for (const item of items) {
    const { published_at, expires_at, is_pinned = false } = item;
    const published = timeOf(published_at);
    const expires = timeOf(expires_at);
    for (const time of [published, expires]) {
      if (time === undefined) continue;
      // A list of the very moment of a change is valid at that moment alone.
      if (time <= now) validAfter = Math.max(validAfter, time);
      if (time >= now) validUntil = Math.min(validUntil, time);
    }
    // As isPublished and isPast say, with one reading of each date.
    const isVisible = (published === undefined || published <= now) && !(expires !== undefined && expires < now);
    if (isVisible || showsUnpublished())
      visible.push({ item, pinned: Number(is_pinned), time: published ?? timeOf(item.created_at) ?? 0 });
  }
  if (order === 'newest') visible.sort(newestFirst);
  const published = visible.map(({ item }) => item);
  const byField = new Map<string, readonly Item[]>();
  const sortedBy = (field: string, descending: boolean, locale: Locale) => {
    const key = `${locale} ${descending ? '-' : ''}${field}`;
    const sortedItems = byField.get(key) ?? sortItems(published, field, descending, byName[locale]);
    byField.set(key, sortedItems);
    return sortedItems;
  };
  const list = {
    published,
    sortedBy,
    groups: new Map<string, Groups<Item>>(),
    order,
    showsUnpublished: showsUnpublished(),
    validAfter,
    validUntil,
  };
  publishedLists.set(items, list);
  return list;
}

interface Dated<Item> {
  item: Item;
  pinned: number;
  time: number;
}

/** Pinned items come first. */
const newestFirst = (a: Dated<ListItem>, b: Dated<ListItem>): number => b.pinned - a.pinned || b.time - a.time;

/** In ms since 1970. Undefined for none, and for a blank text. */
const timeOf = (text: string | undefined): number | undefined => (text ? Date.parse(text) : undefined);

/** A filter's value in an item: a text, or an object with a name and a slug or an id. */
function filterValueOf(item: object, name: string): Omit<FilterValue, 'count'> | undefined {
  const field: unknown = Reflect.get(item, name);
  if (typeof field === 'string') return { value: field, label: field };
  if (typeof field !== 'object' || field === null || !('name' in field)) return undefined;
  const value = 'slug' in field ? field.slug : 'id' in field ? (field.id ?? field.name) : field.name;
  return { value: String(value), label: String(field.name) };
}

/** Devanagari comes first in Nepali, Latin letters in English; each script is in the same order in both. */
const byName: Record<Locale, Intl.Collator> = { en: new Intl.Collator('en'), ne: new Intl.Collator('ne') };

/** The items by a field of theirs: a text, a date, an object with a name. Those without it come last in both directions. */
function sortItems<Item extends ListItem>(
  items: readonly Item[],
  field: string,
  descending: boolean,
  { compare }: Intl.Collator,
): Item[] {
  return items
    .map((item) => ({ item, label: filterValueOf(item, field)?.label }))
    .sort((a, b) => {
      if (a.label === undefined || b.label === undefined)
        return Number(a.label === undefined) - Number(b.label === undefined);
      return descending ? compare(b.label, a.label) : compare(a.label, b.label);
    })
    .map(({ item }) => item);
}

function groupsOf<Item extends ListItem>(list: PublishedList<Item>, filter: string, locale: Locale): Groups<Item> {
  const key = `${locale} ${filter}`;
  const known = list.groups.get(key);
  if (known) return known;
  const groups = new Map<string, { label: string; items: Item[] }>();
  for (const item of list.published) {
    const found = filterValueOf(item, filter);
    const group = found && groups.get(found.value);
    if (group) group.items.push(item);
    else if (found) groups.set(found.value, { label: found.label, items: [item] });
  }
  const made: Groups<Item> = {
    items: new Map(Array.from(groups, ([value, { items }]) => [value, items])),
    counts: Array.from(groups, ([value, { label, items }]) => ({ value, label, count: items.length })).sort((a, b) =>
      byName[locale].compare(a.label, b.label),
    ),
  };
  list.groups.set(key, made);
  return made;
}

/** The items that have the chosen value of each filter. */
function filteredItems<Item extends ListItem>(
  list: PublishedList<Item>,
  chosen: readonly Choice[],
  locale: Locale,
): readonly Item[] {
  const [first, ...others] = chosen;
  if (!first) return list.published;
  const [filter, value] = first;
  const items = groupsOf(list, filter, locale).items.get(value) ?? [];
  return others.length > 0 ? items.filter(hasValues(others)) : items;
}

/** A filter and a value of it. */
type Choice = [filter: string, value: string];

const hasValues = (chosen: readonly Choice[]) => (item: ListItem) =>
  chosen.every(([filter, value]) => filterValueOf(item, filter)?.value === value);

const searchFields =
  (searched: readonly string[]): Search =>
  (items, queryWords) =>
    items.filter((item) => matchesWords(itemWords(item, searched), queryWords));

/** When the first item of an answer is published, expires or closes, by the wall clock; undefined if none will. */
export function nextChange(data: unknown): number | undefined {
  const items: ListItem[] = Object.values(data ?? {}).flat();
  const times = items
    .flatMap((item) => [item?.published_at, item?.expires_at, item?.deadline])
    .map((text) => Date.parse(text ?? ''))
    .filter((time) => time > contentNow());
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** An answer without the items that will be published later. Throws a ContentError, 404, if it is one of them. */
export function publishedIn(data: object): object {
  const isShown = (value: unknown) => typeof value !== 'object' || value === null || isPublished(value);
  const shown = Object.entries(data).map(([name, value]) => {
    if (!isShown(value)) throw new ContentError(404, 'to be published later');
    return [name, Array.isArray(value) && !value.every(isShown) ? value.filter(isShown) : value];
  });
  return Object.fromEntries(shown);
}
