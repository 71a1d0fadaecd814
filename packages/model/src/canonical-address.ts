import { ContentError } from './content-error.ts';

/** Characters of path and query. Caches with addresses as keys rely on this bound; links of the site are far shorter. */
export const MAX_ADDRESS_LENGTH = 2_048;

/** Paths that are canonical as they stand, as nearly all are: no escapes, no empty segments, no dot segments. */
const PLAIN = /^\/$|^(?:\/(?!\.{1,2}(?:\/|$))[\w!$&'()*+,;=:@~.-]+)+$/;
const ESCAPE = /%([\da-f]{2})/gi;
/** RFC 3986, 2.3: the escape of an unreserved character is the same as the character. */
const UNRESERVED = /[\w~.-]/;
/** Control characters and line separators: no pattern of a route matches them, and no name of content contains them. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/**
 * The canonical form of an address (path and query): without needless escapes, doubled or trailing slashes, backslashes and
 * dot segments. The result is a path of this origin and canonical itself. The query stays as it is. Throws a ContentError:
 * 414 for an address that is too long, 400 for one that is no path, is not UTF-8, or has a control character.
 */
export function canonicalAddress(target: string): string {
  if (target.length > MAX_ADDRESS_LENGTH) throw new ContentError(414, 'the address is too long');
  if (!target.startsWith('/')) throw new ContentError(400, 'not a path');
  const end = target.indexOf('?');
  const path = end < 0 ? target : target.slice(0, end);
  return PLAIN.test(path) ? target : canonicalPath(path) + (end < 0 ? '' : target.slice(end));
}

function canonicalPath(raw: string): string {
  const path = decodedUtf8(raw);
  const unescaped = path.replace(ESCAPE, (escaped, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return UNRESERVED.test(character) ? character : escaped.toUpperCase();
  });
  const { pathname } = new URL(unescaped.replace(/[/\\]+/g, '/'), 'http://foyer.invalid');
  return pathname.replace(/(.)\/$/, '$1');
}

/** Reads the path's raw bytes, which Node hands over as Latin-1, as UTF-8. */
function decodedUtf8(raw: string): string {
  try {
    const path = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(raw, 'latin1'));
    if (!CONTROL.test(decodeURIComponent(path))) return path;
  } catch (cause) {
    throw new ContentError(400, 'not a path', { cause });
  }
  throw new ContentError(400, 'a control character in the path');
}

/** The path of a target in absolute form, as forward proxies send it. The site is the same under every host. */
export const withoutOrigin = (target: string | undefined): string | undefined =>
  target?.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

/** Whether an address is in its canonical form, so that it may be looked up in a cache. */
export function isCanonical(target: string | undefined): target is string {
  try {
    return target !== undefined && canonicalAddress(target) === target;
  } catch {
    return false;
  }
}
