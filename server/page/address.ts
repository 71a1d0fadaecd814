import { ContentError } from '../../shared/content-error.ts';
import { readQuery } from '../frontapi/address.ts';

const MAX_LENGTH = 2048;
/** Asks for a page in one piece; in no cache key and no canonical address. */
const WHOLE = 'whole';

export interface PageAddress {
  path: string;
  search: URLSearchParams;
  /** The page is wanted in one piece. */
  whole: boolean;
}

/** Where an address leads now: to its clean form, or to where an editor has moved the page. */
export class Moved {
  constructor(
    readonly location: string,
    readonly status: 301 | 308 = 308,
  ) {}
}

/**
 * Reads the address of a page. Slashes doubled or at the end, backslashes and dot segments are not part of an address:
 * what has them has moved to the clean form, which is always a path of this origin. Throws a ContentError, 400 or 414.
 */
export function readAddress(target: string): PageAddress | Moved {
  if (target.length > MAX_LENGTH) throw new ContentError(414, 'the address is too long');
  if (!target.startsWith('/')) throw new ContentError(400, 'not a path');
  const [raw = '/', ...rest] = target.split('?');
  const collapsed = raw.replace(/[/\\]+/g, '/');
  const { pathname } = new URL(collapsed, 'http://foyer.invalid');
  try {
    if (decodeURIComponent(pathname).includes('\0')) throw new ContentError(400, 'not a path');
  } catch (cause) {
    throw new ContentError(400, 'not a path', { cause });
  }
  const path = pathname.replace(/(.)\/$/, '$1');
  const query = rest.join('?');
  if (path !== raw) return new Moved(query ? `${path}?${query}` : path);
  const search = new URLSearchParams(query);
  readQuery(search);
  const whole = search.has(WHOLE);
  search.delete(WHOLE);
  return { path, search, whole };
}
