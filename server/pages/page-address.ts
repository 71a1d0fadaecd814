import { readQuery } from '../content-api/call.ts';

/** Asks for a buffered page; in no cache key and no canonical address. */
const WHOLE = 'whole';

export interface PageAddress {
  path: string;
  search: URLSearchParams;
  /** The page is wanted in one piece. */
  whole: boolean;
}

/** Where an editor has moved a page. */
export class Moved {
  constructor(readonly location: string) {}
}

/** Reads a canonical address. Throws a ContentError, 400, where a parameter is given twice. */
export function readAddress(target: string): PageAddress {
  const [path = '/', ...query] = target.split('?');
  const search = new URLSearchParams(query.join('?'));
  readQuery(search);
  const whole = search.has(WHOLE);
  search.delete(WHOLE);
  return { path, search, whole };
}
