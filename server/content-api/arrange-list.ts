import { ContentError } from '../../shared/content-error.ts';
import type { ListCall } from '../../shared/contract/calls.ts';
import type { Pagination } from '../../shared/contract/pagination.ts';
import type { Call, ListQuery } from './call.ts';

/** What a list is filtered, searched and sorted by. */
export interface Listed {
  id?: string;
  slug?: string;
  is_pinned?: boolean;
  published_at?: string;
  created_at?: string;
  expires_at?: string;
  category?: { slug: string; name: string };
  department?: { id?: string; name: string };
  fiscal_year?: string;
  province?: string;
}

export interface FilterValue {
  value: string;
  label: string;
  count: number;
}

/** The part of a complete list that a query asks for, in the contract's order, with what can be filtered by. */
export function arrange<Item extends Listed>(
  items: readonly Item[],
  query: ListQuery,
  { filters, asGiven = false, search = matching }: Pick<ListCall, 'filters' | 'asGiven'> & { search?: Search },
) {
  const { current, counts } = standing(items, asGiven);
  const wanted = query.search === undefined ? [] : words(query.search);
  const chosen = Object.entries(query.filters);
  const fitting = current.filter((item) => chosen.every(([name, value]) => filterValue(item, name)?.value === value));
  const found = wanted.length === 0 ? fitting : search(fitting, wanted);
  // A list that is never paged is one page of all there is.
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
    filters: Object.fromEntries(filters.map((name) => [name, counts(name)])),
  };
}

/** CONTRACT.md, Fields: what is to be published later is not served before. */
export const isPublished = ({ published_at }: Pick<Listed, 'published_at'>): boolean =>
  !published_at || Date.parse(published_at) <= Date.now();

const isPast = (moment: string | undefined): boolean => moment !== undefined && Date.parse(moment) < Date.now();

function time(item: Listed): number {
  const value = item.published_at ?? item.created_at;
  return value === undefined ? 0 : Date.parse(value);
}

/** A list as it is until the next of its items appears or leaves: very many are gone through once, not for each page. */
interface Standing<Item> {
  current: readonly Item[];
  counts: (filter: string) => FilterValue[];
  asGiven: boolean;
  until: number;
}

const standings = new WeakMap<readonly Listed[], Standing<Listed>>();

function standing<Item extends Listed>(items: readonly Item[], asGiven: boolean): Standing<Item> {
  const known = standings.get(items) as Standing<Item> | undefined;
  if (known && known.asGiven === asGiven && Date.now() < known.until) return known;
  const moments = items.flatMap(({ published_at, expires_at }) => [published_at, expires_at]);
  const until = moments.reduce((next, moment) => {
    const time = Date.parse(moment ?? '');
    return time >= Date.now() ? Math.min(next, time) : next;
  }, Number.POSITIVE_INFINITY);
  const shown = items.filter((item) => isPublished(item) && !isPast(item.expires_at));
  const current = asGiven ? shown : newestFirst(shown);
  const counted = new Map<string, FilterValue[]>();
  const counts = (filter: string) => {
    const values = counted.get(filter) ?? count(current, filter);
    counted.set(filter, values);
    return values;
  };
  const now = { current, counts, asGiven, until };
  standings.set(items, now);
  return now;
}

const newestFirst = <Item extends Listed>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, pinned: Number(item.is_pinned ?? false), time: time(item) }))
    .sort((a, b) => b.pinned - a.pinned || b.time - a.time)
    .map(({ item }) => item);

function filterValue(item: Listed, name: string): Omit<FilterValue, 'count'> | undefined {
  const { category, department, fiscal_year, province } = item;
  if (name === 'category' && category) return { value: category.slug, label: category.name };
  if (name === 'department' && department) return { value: department.id ?? department.name, label: department.name };
  const value = name === 'fiscal_year' ? fiscal_year : name === 'province' ? province : undefined;
  return value === undefined ? undefined : { value, label: value };
}

function count(items: readonly Listed[], name: string): FilterValue[] {
  const values = new Map<string, FilterValue>();
  for (const item of items) {
    const found = filterValue(item, name);
    if (!found) continue;
    const known = values.get(found.value);
    if (known) known.count += 1;
    else values.set(found.value, { ...found, count: 1 });
  }
  return [...values.values()].sort((a, b) => a.label.localeCompare(b.label));
}

const JOINERS = /[\u200c\u200d]/g;
const DEVANAGARI_ZERO = 0x0966;

/** Letters, their vowel signs and digits, of any script; Nepali digits count as the others do. */
export function words(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(JOINERS, '')
      .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

/** Fields that are words for a reader. */
const SEARCHED = new Set(
  'name summary description_text question answer reference_no tags place address district location qualification designation fiscal_year branch_code'.split(
    ' ',
  ),
);

/** The words of an item, and of its text where it does not hold it itself. */
export function wordsOf(item: Listed, html = ''): string[] {
  const fields = Object.entries(item).flatMap(([name, value]) =>
    SEARCHED.has(name) && value !== undefined ? [String(value)] : [],
  );
  return words([...fields, html].map((value) => value.replace(/<[^<>]*>/g, ' ')).join(' '));
}

/** Those of the items in which each of the wanted words begins a word. */
export type Search = <Item extends Listed>(items: readonly Item[], wanted: readonly string[]) => Item[];

const matching: Search = (items, wanted) =>
  items.filter((item) => {
    const own = wordsOf(item);
    return wanted.every((word) => own.some((candidate) => candidate.startsWith(word)));
  });

/** When the first of an answer's items is to appear or to leave. */
export function nextChange(data: unknown): number | undefined {
  const items: Listed[] = Object.values(data ?? {}).flat();
  const moments = items
    .flatMap((item) => [item?.published_at, item?.expires_at])
    .map((moment) => Date.parse(moment ?? ''));
  const coming = moments.filter((moment) => moment > Date.now());
  return coming.length > 0 ? Math.min(...coming) : undefined;
}

export type ListData = Record<string, Listed[]> & {
  pagination: Pagination;
  filters?: Record<string, FilterValue[]>;
  complete?: boolean;
};

/**
 * A list's data as the query wants it. A list that came complete, without a paginator or beside what was asked for, is
 * arranged here; an upstream that pages by itself has also searched and filtered by itself.
 */
export function fitted(data: ListData, list: NonNullable<Call['list']>): ListData {
  const { name, query } = list;
  const items = data[name] ?? [];
  const { complete, ...given } = data;
  let result: ListData = given;
  const isWhole = given.pagination.last_page === 1 && given.pagination.total === items.length;
  if (complete || (isWhole && (query.page > 1 || items.length > query.perPage))) {
    const { items: shown, ...rest } = arrange(items, query, list);
    result = { ...given, ...rest, [name]: shown } as ListData;
  }
  if (query.page > result.pagination.last_page) throw new ContentError(404, `no page ${query.page}`);
  return result;
}

/** An item whose time has not come is not there yet. */
export function timely<Data extends object>(data: Data): Data {
  for (const item of Object.values(data)) {
    if (typeof item === 'object' && item !== null && !isPublished(item)) {
      throw new ContentError(404, 'to be published later');
    }
  }
  return data;
}
