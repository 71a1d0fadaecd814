import type { Pagination } from '../../shared/contract/pagination.ts';
import type { ListQuery } from './address.ts';

/** What a list is filtered, searched and sorted by. */
export interface Listed {
  name: string;
  summary?: string;
  description_text?: string;
  published_at?: string;
  created_at?: string;
  category?: { slug: string; name: string };
}

export interface FilterValue {
  value: string;
  label: string;
  count: number;
}

/** The part of a complete list that a query asks for, in the contract's order, with what can be filtered by. */
export function arrange<Item extends Listed>(items: readonly Item[], query: ListQuery, filters: readonly string[]) {
  const published = items.filter(isPublished);
  const wanted = query.search === undefined ? [] : words(query.search);
  const found = published
    .filter((item) => Object.entries(query.filters).every(([name, value]) => filterValue(item, name)?.value === value))
    .filter((item) => wanted.length === 0 || matches(item, wanted))
    .sort((a, b) => time(b) - time(a));
  const pagination: Pagination = {
    current_page: query.page,
    last_page: Math.max(1, Math.ceil(found.length / query.perPage)),
    per_page: query.perPage,
    total: found.length,
  };
  return {
    items: found.slice((query.page - 1) * query.perPage, query.page * query.perPage),
    pagination,
    filters: Object.fromEntries(filters.map((name) => [name, count(published, name)])),
  };
}

/** CONTRACT.md, Fields: what is to be published later is not served before. */
export const isPublished = ({ published_at }: Listed): boolean =>
  !published_at || Date.parse(published_at) <= Date.now();

function time(item: Listed): number {
  const value = item.published_at ?? item.created_at;
  return value === undefined ? Number.NEGATIVE_INFINITY : Date.parse(value);
}

function filterValue(item: Listed, name: string): Omit<FilterValue, 'count'> | undefined {
  if (name !== 'category' || !item.category) return undefined;
  return { value: item.category.slug, label: item.category.name };
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

/** Letters, their vowel signs and digits, of any script. */
function words(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

function matches(item: Listed, wanted: readonly string[]): boolean {
  const own = words([item.name, item.summary, item.description_text].filter(Boolean).join(' '));
  return wanted.every((word) => own.some((candidate) => candidate.startsWith(word)));
}
