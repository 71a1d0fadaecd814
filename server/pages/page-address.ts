import { readQuery } from '@foyer/gateway';

/** Requests the buffered page. It is part of no cache key and no canonical address. */
export const BUFFERED_PARAMETER = 'whole';

export interface PageAddress {
  path: string;
  search: URLSearchParams;
  /** The client asks for the buffered page. */
  isBufferedRequested: boolean;
}

/** Parses a canonical address. Throws a ContentError, 400, for a repeated parameter. */
export function readAddress(target: string): PageAddress {
  const [path = '/', ...query] = target.split('?');
  const search = new URLSearchParams(query.join('?'));
  readQuery(search);
  const isBufferedRequested = search.has(BUFFERED_PARAMETER);
  search.delete(BUFFERED_PARAMETER);
  return { path, search, isBufferedRequested };
}
