import type { Locale } from '@foyer/messages';
import {
  type CallPath,
  ContentError,
  callPaths,
  calls,
  type Edition,
  ITEM_NAME,
  type ListCall,
  type Locales,
  listCallOf,
  MAX_TABLE_ROWS,
  type NearPlace,
  nearPlace,
  type Parameters,
} from '@foyer/model';
import type { TableQuery } from '@foyer/tables';

export const DEFAULT_PER_PAGE = 12;
export const MAX_PER_PAGE = 50;
/** Entries of a feed. */
export const FEED_PER_PAGE = 20;
const MAX_PARAMETER_CHARACTERS = 100;

export interface ListQuery {
  page: number;
  perPage: number;
  search?: string;
  filters: Record<string, string>;
  /** Orders the list by distance. */
  near?: NearPlace;
  /** One of the list's `sorts`; `-` before it reverses the order. */
  sort?: string;
  /** The flags that are set. */
  flags: readonly string[];
}

/** One call of the content API, with its parameters parsed. */
export interface Call {
  path: CallPath;
  locale: Locale;
  /** Begins every address of an edition other than the default one: `ne/`. */
  prefix: string;
  /** The path with the item's name in its place, behind the prefix: the address without its query. */
  base: string;
  /** Path and canonical query below the API's base: the key of the call in every cache. */
  address: string;
  /** The address for the log, without the search words and the visitor's district: they are personal data. */
  logAddress: string;
  /** Only for a list. */
  list?: ListCall & { query: ListQuery; locale: Locale };
  /** Only for a table: the part of it. */
  table?: TableQuery;
}

export type CallOfList = Call & { list: NonNullable<Call['list']> };
export const isOfList = (call: Call): call is CallOfList => call.list !== undefined;

/**
 * Parses a call's parameters; unknown ones are ignored. Throws a ContentError: 404 for a name that no item can have, 400
 * for a value out of range.
 */
export function readCall(
  path: CallPath,
  parameters: Parameters,
  { locale, locales }: Edition = { locale: 'en', locales: ['en'] },
): Call {
  const prefix = locale === locales[0] ? '' : `${locale}/`;
  const name = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined || !ITEM_NAME.test(value)) throw new ContentError(404, `no such ${name}`);
    return value;
  });
  const base = prefix + name;
  const call = { path, locale, prefix, base };
  const list = listCallOf(path);
  if (calls[path].isTable) return { ...call, ...tableCall(base, parameters) };
  if (!list) return { ...call, address: base, logAddress: base };
  const query = readListQuery(list, parameters, locale);
  const search = new URLSearchParams([...Object.entries(query.filters), ...query.flags.map((name) => [name, '1'])]);
  if (query.sort !== undefined) search.set('sort', query.sort);
  if (query.page !== 1) search.set('page', String(query.page));
  if (!list.unpaged && query.perPage !== DEFAULT_PER_PAGE) search.set('per_page', String(query.perPage));
  if (query.search !== undefined) search.set(list.searchParameter, query.search);
  if (query.near) search.set('near', query.near.key);
  search.sort();
  const address = search.size > 0 ? `${base}?${search}` : base;
  return { ...call, address, logAddress: redactSearch(address), list: { ...list, query, locale } };
}

/** As `readCall`, for a site's editions. A call without parameters, as most are, is read once. */
export function callReader(locales: Locales): (path: CallPath, parameters: Parameters, locale: Locale) => Call {
  const plain = new Map<string, Call>();
  return (path, parameters, locale) => {
    if (Object.keys(parameters).length > 0) return readCall(path, parameters, { locale, locales });
    const key = `${locale} ${path}`;
    const known = plain.get(key);
    if (known) return known;
    const call = readCall(path, {}, { locale, locales });
    plain.set(key, call);
    return call;
  };
}

/** Rows of a page of a table. */
export const ROWS_PER_PAGE = 25;
const COLUMN = /^-?[\w-]{1,60}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A table has columns of its own: a filter is `filter=<column>:<value>`. */
function tableCall(base: string, parameters: Parameters): Required<Pick<Call, 'address' | 'logAddress' | 'table'>> {
  const page = readInteger('page', parameters.page, 1, Number.MAX_SAFE_INTEGER) ?? 1;
  const perPage = readInteger('per_page', parameters.per_page, 1, MAX_TABLE_ROWS) ?? ROWS_PER_PAGE;
  const search = readWords('search', parameters);
  const [[, chosen = ''] = []] = readFilter('filter', parameters.filter);
  const [column = '', value] = chosen.split(/:(.*)/s);
  const sort = readForm('sort', parameters.sort, COLUMN);
  const [from, to] = ['from', 'to'].map((name) => readForm(name, parameters[name], DAY));
  const filters = value === undefined ? {} : { [column]: value };
  const asked = new URLSearchParams(
    Object.entries({
      filter: parameters.filter,
      from,
      page: page === 1 ? undefined : String(page),
      per_page: perPage === ROWS_PER_PAGE ? undefined : String(perPage),
      search,
      sort,
      to,
    }).flatMap(([name, text]) => (text ? [[name, text]] : [])),
  );
  const address = asked.size > 0 ? `${base}?${asked}` : base;
  return {
    address,
    logAddress: redactSearch(address),
    table: {
      page,
      perPage,
      filters,
      ...(search && { search }),
      ...(sort && { sort }),
      ...(from && { from }),
      ...(to && { to }),
    },
  };
}

function readForm(name: string, value: string | undefined, form: RegExp): string | undefined {
  if (!value) return undefined;
  if (form.test(value)) return value;
  throw new ContentError(
    400,
    `${name}: expected ${form === DAY ? 'a day like 2026-08-09' : 'a column, with or without - before it'}`,
  );
}

/** Replaces the search words and the visitor's district in an address, for the log. */
export const redactSearch = (address: string): string => address.replace(/([?&](?:search|q|near)=)[^&]*/g, '$1***');

/** Finds the call of a path below the API's base. Throws a ContentError with 404 if there is none. */
export function matchCall(pathname: string): { path: CallPath; parameters: Parameters } {
  const path = callPathOf(pathname.slice(1));
  if (!path) throw new ContentError(404, 'no such call');
  const [, id] = pathname.slice(1).split('/');
  return { path, parameters: { id, slug: id } };
}

/** The call of a path below the API's base, with its item's name in it: `blogs/3`. */
export function callPathOf(base: string): CallPath | undefined {
  const [name = '', id, ...rest] = base.split('/');
  const candidates = id === undefined ? [name] : [`${name}/{id}`, `${name}/{slug}`];
  return rest.length > 0 ? undefined : callPaths.find((known) => candidates.includes(known));
}

function readListQuery(list: ListCall, parameters: Parameters, locale: Locale): ListQuery {
  const search = readWords(list.searchParameter, parameters);
  const near = list.near ? readWords('near', parameters) : undefined;
  const place = near ? nearPlace(near, locale) : undefined;
  // One box takes both: what names no place is searched for.
  const words = search || (near && place?.isGuess !== false ? near : undefined);
  const page = readInteger('page', parameters.page, 1, Number.MAX_SAFE_INTEGER) ?? 1;
  const perPage = readInteger('per_page', parameters.per_page, 1, MAX_PER_PAGE) ?? DEFAULT_PER_PAGE;
  return {
    ...(list.unpaged ? { page: 1, perPage: Number.POSITIVE_INFINITY } : { page, perPage }),
    ...(words && { search: words }),
    filters: Object.fromEntries(list.filters.flatMap((name) => readFilter(name, parameters[name]))),
    near: place,
    sort: readSort(list, parameters.sort),
    flags: list.flags.filter((name) => parameters[name] === '1'),
  };
}

function readWords(name: string, parameters: Parameters): string | undefined {
  const words = parameters[name]?.trim();
  if (words === undefined || [...words].length <= MAX_PARAMETER_CHARACTERS) return words;
  throw new ContentError(400, `${name}: expected at most ${MAX_PARAMETER_CHARACTERS} characters`);
}

function readInteger(name: string, value: string | undefined, min: number, max: number): number | undefined {
  if (value === undefined) return undefined;
  const number = /^[1-9]\d{0,14}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new ContentError(400, `${name}: expected a whole number from ${min} to ${max}`);
}

function readFilter(name: string, value: string | undefined): [string, string][] {
  if (value === undefined || value === '') return [];
  if (value.length > MAX_PARAMETER_CHARACTERS) {
    throw new ContentError(400, `${name}: expected at most ${MAX_PARAMETER_CHARACTERS} characters`);
  }
  return [[name, value]];
}

function readSort({ sorts }: ListCall, value: string | undefined): string | undefined {
  const names = Object.keys(sorts);
  if (!value || names.length === 0) return undefined;
  if (names.includes(value.replace(/^-/, ''))) return value;
  throw new ContentError(400, `sort: expected one of ${names.join(', ')}, with or without - before it`);
}

/** The parameters of a query string. Throws a ContentError with 400 for a repeated one. */
export function readQuery(search: URLSearchParams): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [name, value] of search) {
    if (Object.hasOwn(parameters, name)) throw new ContentError(400, `${name}: expected once`);
    Object.defineProperty(parameters, name, { value, enumerable: true });
  }
  return parameters;
}
