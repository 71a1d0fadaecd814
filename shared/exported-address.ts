import type { Locales } from '@foyer/model';
import { decodeSegment, hasFile, pathWithParameters } from './file-path.ts';
import { listAddress } from './list-page.ts';
import { matchAddress } from './match-page.ts';

/* Addresses of pages in an exported site, whose lists have paths instead of queries (file-path.ts). */

/** The address of a page in the export, from its address on the server. One without a file keeps its query: a host without the scripts shows the list. */
export function exportedAddress(address: string, locales: Locales): string {
  const { pathname, search, hash } = addressParts(address);
  const query = Object.fromEntries(new URLSearchParams(search));
  const known = search ? (matchAddress(pathname, locales)?.page.parameters ?? []) : [];
  const isOfFile = hasFile(query) && Object.keys(query).every((name) => known.includes(name));
  return search && isOfFile ? pathWithParameters(pathname, query) + hash : address;
}

/** The address of a page on the server, from its address in the export. */
export function servedAddress(address: string, locales: Locales): string {
  const { pathname, search, hash } = addressParts(address);
  const segments = pathname.split('/');
  // A host may add a slash.
  if (segments.length > 2 && segments.at(-1) === '') segments.pop();
  const parameters = parametersBehind(segments, locales);
  const path = segments.slice(0, segments.length - 2 * parameters.length).join('/');
  const query = { ...Object.fromEntries(parameters), ...Object.fromEntries(new URLSearchParams(search)) };
  return listAddress(path, query) + hash;
}

/** The pairs of names and values at the end of a path that are parameters of the page before them. */
function parametersBehind(segments: readonly string[], locales: Locales): [string, string][] {
  for (let count = Math.floor((segments.length - 2) / 2); count > 0; count -= 1) {
    const start = segments.length - 2 * count;
    const names = segments.filter((_, index) => index >= start && (index - start) % 2 === 0);
    const known = matchAddress(segments.slice(0, start).join('/'), locales)?.page.parameters ?? [];
    if (names.every((name) => known.includes(name)))
      return names.map((name, index) => [name, decodeSegment(segments[start + 2 * index + 1] ?? '')]);
  }
  return [];
}

function addressParts(address: string): { pathname: string; search: string; hash: string } {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
  return { pathname, search, hash };
}
