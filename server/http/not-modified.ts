import type { IncomingMessage } from 'node:http';
import { headerOf } from './header-of.ts';

const NO_CACHE = /(?:^|,)\s*no-cache\s*(?:,|$)/;

/** Whether the client has the current representation (RFC 9110, 13.1.2), as Express decides it: a client that reloads gets all of it. */
export function isNotModified(request: IncomingMessage, etag: string): boolean {
  const ifNoneMatch = headerOf(request, 'if-none-match');
  if (!ifNoneMatch || NO_CACHE.test(headerOf(request, 'cache-control') ?? '')) return false;
  if (ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
}
