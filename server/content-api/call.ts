import { ContentError } from '../../shared/content-error.ts';
import { type CallPath, callPaths, type ListCall, listCalls, type Parameters } from '../../shared/contract/calls.ts';

/** An item's id or slug in an address (CONTRACT.md, Calls). */
export const ITEM_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
export const DEFAULT_PER_PAGE = 12;
const MAX_PER_PAGE = 50;
const MAX_SEARCH = 100;

export interface ListQuery {
  page: number;
  perPage: number;
  search?: string;
  filters: Record<string, string>;
}

/** One call with its parameters read: `address` names it, here and upstream. */
export interface Call {
  path: CallPath;
  /** The path with its place filled: the address without its query. */
  base: string;
  address: string;
  /** The same for the log: what somebody searches for is his own. */
  told: string;
  /** Of a list. */
  list?: ListCall & { query: ListQuery };
}

/**
 * Reads a call's parameters; unknown ones are ignored. Throws a ContentError: 404 for an id that no item can have, 400
 * for a value out of range.
 */
export function readCall(path: CallPath, parameters: Parameters): Call {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined || !ITEM_NAME.test(value)) throw new ContentError(404, `no such ${name}`);
    return value;
  });
  const list = listCallOf(path);
  if (!list) return { path, base: filled, address: filled, told: filled };
  const query = readListQuery(list, parameters);
  const search = new URLSearchParams(Object.entries(query.filters));
  if (query.page !== 1) search.set('page', String(query.page));
  if (!list.whole && query.perPage !== DEFAULT_PER_PAGE) search.set('per_page', String(query.perPage));
  if (query.search !== undefined) search.set('search', query.search);
  search.sort();
  const address = search.size > 0 ? `${filled}?${search}` : filled;
  return { path, base: filled, address, told: withoutSearch(address), list: { ...list, query } };
}

/** An address for the log. */
export const withoutSearch = (address: string): string => address.replace(/([?&]search=)[^&]*/, '$1***');

const listCallOf = (path: CallPath): ListCall | undefined => (listCalls as Partial<Record<CallPath, ListCall>>)[path];

/** The call that a path below the API's base names; throws a ContentError with 404 where it is none. */
export function matchCall(pathname: string): { path: CallPath; parameters: Parameters } {
  const [name = '', id, ...rest] = pathname.split('/').slice(1);
  const candidates = id === undefined ? [name] : [`${name}/{id}`, `${name}/{slug}`];
  const path = callPaths.find((known) => candidates.includes(known));
  if (!path || rest.length > 0) throw new ContentError(404, 'no such call');
  return { path, parameters: { id, slug: id } };
}

function readListQuery(list: ListCall, parameters: Parameters): ListQuery {
  const search = parameters.search?.trim();
  if (search !== undefined && [...search].length > MAX_SEARCH) {
    throw new ContentError(400, `search: expected at most ${MAX_SEARCH} characters`);
  }
  const page = integer('page', parameters.page, 1, Number.MAX_SAFE_INTEGER) ?? 1;
  const perPage = integer('per_page', parameters.per_page, 1, MAX_PER_PAGE) ?? DEFAULT_PER_PAGE;
  return {
    ...(list.whole ? { page: 1, perPage: Number.POSITIVE_INFINITY } : { page, perPage }),
    ...(search && { search }),
    filters: Object.fromEntries(list.filters.flatMap((name) => filter(name, parameters[name]))),
  };
}

function integer(name: string, value: string | undefined, least: number, most: number): number | undefined {
  if (value === undefined) return undefined;
  const number = /^[1-9]\d{0,14}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new ContentError(400, `${name}: expected a whole number from ${least} to ${most}`);
}

function filter(name: string, value: string | undefined): [string, string][] {
  if (value === undefined || value === '') return [];
  if (value.length > MAX_SEARCH) throw new ContentError(400, `${name}: expected at most ${MAX_SEARCH} characters`);
  return [[name, value]];
}

/** The parameters of a query string. Throws a ContentError with 400 where one is given twice. */
export function readQuery(search: URLSearchParams): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [name, value] of search) {
    if (Object.hasOwn(parameters, name)) throw new ContentError(400, `${name}: given twice`);
    Object.defineProperty(parameters, name, { value, enumerable: true });
  }
  return parameters;
}
