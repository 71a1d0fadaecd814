import type { Pagination } from '@foyer/model';

/* Paginators with other names than Laravel's. */

const NAMES: Record<keyof Pagination, readonly string[]> = {
  current_page: ['current_page', 'currentpage', 'page', 'page_no', 'page_number', 'pageno', 'pagenumber', 'current'],
  last_page: [
    'last_page',
    'lastpage',
    'total_pages',
    'totalpages',
    'pages',
    'page_count',
    'pagecount',
    'num_pages',
    'last',
  ],
  per_page: ['per_page', 'perpage', 'limit', 'page_size', 'pagesize', 'size', 'items_per_page', 'itemsperpage', 'take'],
  total: [
    'total',
    'count',
    'total_count',
    'totalcount',
    'totalelements',
    'total_items',
    'totalitems',
    'total_records',
    'totalrecords',
    'total_results',
    'totalresults',
  ],
};
/** Objects beside a list in which a paginator stands. */
const PLACES = ['meta', 'pagination', 'paging', 'paginator', 'page', 'page_info', 'pageInfo', '_meta'];

/** Some name no current page: it is the one that was asked for. */
type FoundPagination = Omit<Pagination, 'current_page'> & Partial<Pagination>;

/** The page that a call asks for. */
export interface AskedPage {
  page: number;
  perPage: number;
}

export const ALL_IN_ONE: AskedPage = { page: 1, perPage: Number.POSITIVE_INFINITY };

/** The items of a page, if the API does not name their number. The last page has fewer: what the pages before it leave. */
const pageSize = (length: number, total: number | undefined, { page, perPage }: AskedPage): number =>
  page > 1 && (page - 1) * perPage + length === total ? perPage : length;

/** The contract's pagination, from the fields around a list. @param length of the list */
export function paginatorIn(
  around: Readonly<Record<string, unknown>>,
  length: number,
  asked = ALL_IN_ONE,
): { pagination: FoundPagination; guess: string } | undefined {
  const places = [around, ...PLACES.map((name) => around[name])].filter(isFields);
  for (const place of [...places, ...places.flatMap((inner) => PLACES.map((name) => inner[name])).filter(isFields)]) {
    const found = Object.fromEntries(
      Object.entries(NAMES).map(([field, names]) => [field, entryOf(place, names)]),
    ) as Record<keyof Pagination, { key: string; value: number } | undefined>;
    found.current_page ??= zeroBased(place);
    const pagination = complete(found, length, asked);
    if (!pagination) continue;
    const keys = Object.entries(found).flatMap(([field, entry]) =>
      entry && entry.key !== field ? [`${entry.key} (expected ${field})`] : [],
    );
    return {
      pagination,
      guess: `a paginator ${keys.length > 0 ? `with ${keys.join(', ')}` : 'beside the list'}: expected pagination`,
    };
  }
  return undefined;
}

/** Spring's number of a page, which counts from 0. */
function zeroBased(place: Readonly<Record<string, unknown>>): { key: string; value: number } | undefined {
  const number = 'totalElements' in place || 'totalPages' in place ? entryOf(place, ['number']) : undefined;
  return number && { key: number.key, value: number.value + 1 };
}

/** Headers with a paginator: WordPress, Rails, Yii, GitLab. */
const HEADERS: Record<keyof Pagination, readonly string[]> = {
  current_page: ['x-page', 'x-pagination-current-page'],
  last_page: ['x-wp-totalpages', 'x-total-pages', 'x-pagination-page-count'],
  per_page: ['x-per-page', 'x-pagination-per-page'],
  total: ['x-wp-total', 'x-total-count', 'x-total', 'x-pagination-total-count'],
};

/** What the headers of a response say of pages, with the contract's names. */
export interface HeaderPaging extends Partial<Pagination> {
  /** There is a next page, whether or not the last one is named. */
  hasNext?: boolean;
  /** The API's name of `page`. */
  parameter?: string;
}

/** Undefined if the headers say nothing of pages. */
export function pagingIn(headers: Readonly<Record<string, unknown>>): HeaderPaging | undefined {
  const found = pagingOfLinks(headers.link);
  for (const field of ['current_page', 'last_page', 'per_page', 'total'] as const) {
    const entry = entryOf(headers, HEADERS[field]);
    if (entry) found[field] = entry.value;
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

/** `<https://cms.example/posts?page=2>; rel="next"` (RFC 8288). */
const LINK = /<([^<>]*)>([^<>]*)/g;
const REL = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i;
/** Parameters that count items, not pages. */
const OF_ITEMS = /offset|start|skip|from|cursor|after/i;

function pagingOfLinks(header: unknown): HeaderPaging {
  const links = new Map<string, Readonly<Record<string, string>>>();
  for (const [, target = '', attributes = ''] of [header].flat().join().matchAll(LINK)) {
    const [, quoted, plain = ''] = REL.exec(attributes) ?? [];
    const parameters = Object.fromEntries(new URLSearchParams(target.split('?', 2)[1]));
    for (const rel of (quoted ?? plain).toLowerCase().split(/\s+/)) links.set(rel, parameters);
  }
  const [next, previous, last] = [links.get('next'), links.get('prev') ?? links.get('previous'), links.get('last')];
  const beside = next ?? previous;
  if (!beside) return {};
  const found: HeaderPaging = next ? { hasNext: true } : {};
  const numberOf = (parameters: Readonly<Record<string, string>> | undefined, name: string) =>
    parameters && entryOf(parameters, [name.toLowerCase()])?.value;
  // The page's parameter differs from link to link, or begins with 1.
  const isOfPage = (name: string): boolean => {
    const number = numberOf(beside, name);
    if (number === undefined || OF_ITEMS.test(name)) return false;
    return (
      number === (next ? 2 : 1) || [...links.values()].some((other) => (numberOf(other, name) ?? number) !== number)
    );
  };
  const names = Object.keys(beside);
  const parameter = names.find((name) => NAMES.current_page.includes(name.toLowerCase())) ?? names.find(isOfPage);
  const number = parameter === undefined ? undefined : numberOf(beside, parameter);
  // Pages that count from 0 cannot be asked for.
  if (parameter === undefined || number === undefined || number < (next ? 2 : 1)) return found;
  const current = next ? number - 1 : number + 1;
  const end = next ? numberOf(last, parameter) : current;
  const size = entryOf(beside, NAMES.per_page)?.value;
  return {
    ...found,
    parameter,
    current_page: current,
    ...(end !== undefined && { last_page: end }),
    ...(size !== undefined && { per_page: size }),
  };
}

/** The contract's pagination from headers; undefined if the list is complete. */
export function paginationOf(
  { current_page, last_page, per_page, total }: HeaderPaging,
  length: number,
  asked: AskedPage,
): Pagination | undefined {
  const all = total ?? (last_page !== undefined && last_page > 1 ? last_page * (per_page || length) : undefined);
  if (all === undefined || all <= length) return undefined;
  const page = current_page || asked.page;
  const onOthers =
    page > 1 && page === last_page ? Math.ceil((all - length) / (page - 1)) : pageSize(length, all, asked);
  const size = per_page || onOthers || 1;
  return { current_page: page, last_page: Math.max(1, last_page ?? Math.ceil(all / size)), per_page: size, total: all };
}

const NEXT_PAGE =
  /^(?:next|next_?page|next_?page_?url|next_?cursor|has_?more|has_?next|has_?more_?pages|has_?next_?page)$/i;
const MAX_LEVELS = 4;

/** The field with which an answer says that its list goes on; undefined: it does not say so. Items are not looked into. */
export function nextPageIn(value: unknown, levels = MAX_LEVELS): string | undefined {
  if (!isFields(value) || levels === 0) return undefined;
  for (const [key, field] of Object.entries(value)) {
    if (NEXT_PAGE.test(key) && field && !isFields(field)) return key;
    const inner = /^\d+$/.test(key) ? undefined : nextPageIn(field, levels - 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Undefined if the fields do not say how many pages there are. */
function complete(
  { current_page, last_page, per_page, total }: Record<keyof Pagination, { value: number } | undefined>,
  length: number,
  asked: AskedPage,
): FoundPagination | undefined {
  const size = per_page?.value || pageSize(length, total?.value, asked) || 1;
  const last = last_page?.value ?? (total ? Math.ceil(total.value / size) : undefined);
  // A number of items alone is a count of the list, not a page of it.
  if (last === undefined || (!current_page && !last_page && total?.value === length)) return undefined;
  return {
    ...(current_page && { current_page: Math.max(1, current_page.value) }),
    last_page: Math.max(1, last),
    per_page: size,
    total: total?.value ?? (last <= 1 ? length : last * size),
  };
}

function entryOf(
  place: Readonly<Record<string, unknown>>,
  names: readonly string[],
): { key: string; value: number } | undefined {
  for (const name of names) {
    const key = Object.keys(place).find((known) => known.toLowerCase() === name);
    const value = key === undefined ? undefined : place[key];
    const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    if (key !== undefined && Number.isInteger(number) && Number(number) >= 0) return { key, value: Number(number) };
  }
  return undefined;
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
