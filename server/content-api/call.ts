import { type CallPath, callPaths, type ListCall, listCallOf, type Parameters } from '../../shared/content-api.ts';
import { ContentError } from '../../shared/content-error.ts';

/** The id or the slug of an item in an address. */
export const ITEM_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
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
}

/** One call of the content API, with its parameters parsed. */
export interface Call {
  path: CallPath;
  /** The path with the item's name in its place: the address without its query. */
  base: string;
  /** Path and canonical query below the API's base: the key of the call in every cache. */
  address: string;
  /** The address for the log, without the search words: they are personal data. */
  logAddress: string;
  /** Only for a list. */
  list?: ListCall & { query: ListQuery };
}

/**
 * Parses a call's parameters; unknown ones are ignored. Throws a ContentError: 404 for a name that no item can have, 400
 * for a value out of range.
 */
export function readCall(path: CallPath, parameters: Parameters): Call {
  const base = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined || !ITEM_NAME.test(value)) throw new ContentError(404, `no such ${name}`);
    return value;
  });
  const list = listCallOf(path);
  if (!list) return { path, base, address: base, logAddress: base };
  const query = readListQuery(list, parameters);
  const search = new URLSearchParams(Object.entries(query.filters));
  if (query.page !== 1) search.set('page', String(query.page));
  if (!list.unpaged && query.perPage !== DEFAULT_PER_PAGE) search.set('per_page', String(query.perPage));
  if (query.search !== undefined) search.set('search', query.search);
  search.sort();
  const address = search.size > 0 ? `${base}?${search}` : base;
  return { path, base, address, logAddress: redactSearch(address), list: { ...list, query } };
}

/** Replaces the search words in an address, for the log. */
export const redactSearch = (address: string): string => address.replace(/([?&]search=)[^&]*/, '$1***');

/** Finds the call of a path below the API's base. Throws a ContentError with 404 if there is none. */
export function matchCall(pathname: string): { path: CallPath; parameters: Parameters } {
  const [name = '', id, ...rest] = pathname.split('/').slice(1);
  const candidates = id === undefined ? [name] : [`${name}/{id}`, `${name}/{slug}`];
  const path = callPaths.find((known) => candidates.includes(known));
  if (!path || rest.length > 0) throw new ContentError(404, 'no such call');
  return { path, parameters: { id, slug: id } };
}

function readListQuery(list: ListCall, parameters: Parameters): ListQuery {
  const search = parameters.search?.trim();
  if (search !== undefined && [...search].length > MAX_PARAMETER_CHARACTERS) {
    throw new ContentError(400, `search: expected at most ${MAX_PARAMETER_CHARACTERS} characters`);
  }
  const page = readInteger('page', parameters.page, 1, Number.MAX_SAFE_INTEGER) ?? 1;
  const perPage = readInteger('per_page', parameters.per_page, 1, MAX_PER_PAGE) ?? DEFAULT_PER_PAGE;
  return {
    ...(list.unpaged ? { page: 1, perPage: Number.POSITIVE_INFINITY } : { page, perPage }),
    ...(search && { search }),
    filters: Object.fromEntries(list.filters.flatMap((name) => readFilter(name, parameters[name]))),
  };
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

/** The parameters of a query string. Throws a ContentError with 400 for a repeated one. */
export function readQuery(search: URLSearchParams): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [name, value] of search) {
    if (Object.hasOwn(parameters, name)) throw new ContentError(400, `${name}: expected once`);
    Object.defineProperty(parameters, name, { value, enumerable: true });
  }
  return parameters;
}
