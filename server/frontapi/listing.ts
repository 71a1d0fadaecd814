import type { ListCall } from '../../shared/contract/calls.ts';
import type { Pagination } from '../../shared/contract/pagination.ts';
import type { ListQuery } from './address.ts';

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
  { filters, asGiven = false, text }: Pick<ListCall, 'filters' | 'asGiven'> & { text?: TextOf },
) {
  const ordered = asGiven ? items : newestFirst(items);
  const current = ordered.filter((item) => isPublished(item) && !isPast(item.expires_at));
  const wanted = query.search === undefined ? [] : words(query.search);
  const found = current
    .filter((item) => Object.entries(query.filters).every(([name, value]) => filterValue(item, name)?.value === value))
    .filter((item) => wanted.length === 0 || matches(item, wanted, text));
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
    filters: Object.fromEntries(filters.map((name) => [name, count(current, name)])),
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

const orders = new WeakMap<readonly Listed[], readonly Listed[]>();

/** Very many are put in order once, not for each of their pages. */
function newestFirst<Item extends Listed>(items: readonly Item[]): readonly Item[] {
  const known = orders.get(items) as readonly Item[] | undefined;
  if (known) return known;
  const sorted = items
    .map((item) => ({ item, pinned: Number(item.is_pinned ?? false), time: time(item) }))
    .sort((a, b) => b.pinned - a.pinned || b.time - a.time)
    .map(({ item }) => item);
  orders.set(items, sorted);
  return sorted;
}

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

/** A text as texts are compared; Nepali digits count as the others do. */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(JOINERS, '')
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO));

/** Letters, their vowel signs and digits, of any script. */
const words = (text: string): string[] => folded(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
const ENDS_WITHIN_WORD = /[\p{L}\p{M}\p{N}]$/u;

/** Fields that are words for a reader. */
const SEARCHED = new Set(
  'name summary description_text question answer reference_no tags place address district location qualification designation fiscal_year branch_code'.split(
    ' ',
  ),
);

/** The HTML of an item's text, where the item does not hold it. */
type TextOf = (item: Listed) => string | undefined;

const texts = new WeakMap<Listed, string>();

/** What is searched of an item. */
export function searched(item: Listed, textOf?: TextOf): string {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const fields = Object.entries(item).filter(([name]) => SEARCHED.has(name));
  const own = [...fields.map(([, value]) => value), textOf?.(item)].filter((value) => value !== undefined);
  const text = folded(own.map((value) => String(value).replace(/<[^>]*>/g, ' ')).join(' '));
  texts.set(item, text);
  return text;
}

function matches(item: Listed, wanted: readonly string[], textOf?: TextOf): boolean {
  const text = searched(item, textOf);
  return wanted.every((word) => hasWord(text, word));
}

/** Whether one of the words begins like that. */
function hasWord(text: string, beginning: string): boolean {
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1)) {
    // A letter may be two characters long.
    if (!ENDS_WITHIN_WORD.test(text.slice(Math.max(0, at - 2), at))) return true;
  }
  return false;
}
