import type { RequestHandler } from 'express';
import { ContentError } from '../../shared/content-error.ts';

/**
 * Characters of path and query. Every cache that is keyed by an address relies on this bound, and no address that a page
 * names comes near it.
 */
export const MAX_ADDRESS_LENGTH = 2_048;

/** Paths that need no look at their escapes: nearly every request. Each segment is plain, not empty, and no dot segment. */
const PLAIN = /^\/$|^(?:\/(?!\.{1,2}(?:\/|$))[\w!$&'()*+,;=:@~.-]+)+$/;
const ESCAPE = /%([\da-f]{2})/gi;
/** RFC 3986, 2.3: an escape of one of these means the character itself. */
const UNRESERVED = /[\w~.-]/;
/** They end lines: no route's pattern matches them, and no name of content has them. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/**
 * The one way to write an address (path and query). Escapes that are not needed, doubled and trailing slashes, backslashes
 * and dot segments are no part of it; the result is always a path of this origin, and canonical itself. The query is
 * left as it is. Throws a ContentError: 414 for what is too long, 400 for what is no path, not UTF-8, or has a control
 * character.
 */
export function canonicalAddress(target: string): string {
  if (target.length > MAX_ADDRESS_LENGTH) throw new ContentError(414, 'the address is too long');
  if (!target.startsWith('/')) throw new ContentError(400, 'not a path');
  const end = target.indexOf('?');
  const path = end < 0 ? target : target.slice(0, end);
  return PLAIN.test(path) ? target : canonicalPath(path) + (end < 0 ? '' : target.slice(end));
}

function canonicalPath(given: string): string {
  const path = readable(given);
  const unescaped = path.replace(ESCAPE, (escaped, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return UNRESERVED.test(character) ? character : escaped.toUpperCase();
  });
  const { pathname } = new URL(unescaped.replace(/[/\\]+/g, '/'), 'http://foyer.invalid');
  return pathname.replace(/(.)\/$/, '$1');
}

/** The path with its raw bytes read as UTF-8, which HTTP hands over one by one. */
function readable(given: string): string {
  try {
    const path = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(given, 'latin1'));
    if (!CONTROL.test(decodeURIComponent(path))) return path;
  } catch (cause) {
    throw new ContentError(400, 'not a path', { cause });
  }
  throw new ContentError(400, 'a control character in the path');
}

/** Whether a request may be answered by its address as it stands. */
export function isCanonical(target: string | undefined): target is string {
  try {
    return target !== undefined && canonicalAddress(target) === target;
  } catch {
    return false;
  }
}

/** In front of every route, so that none meets an address that another route reads differently. */
export const onlyCanonical: RequestHandler = (request, response, next) => {
  const canonical = canonicalAddress(request.originalUrl);
  if (canonical === request.originalUrl) next();
  else response.set('Cache-Control', 'public, max-age=3600').redirect(308, canonical);
};
