import { ContentError, canonicalAddress, type Locales, type Redirect, splitPath } from '@foyer/model';
import { inEdition } from './links.ts';

/** What a redirect is for, in the form in which requests are compared. */
export interface RedirectSource {
  /** Canonical. Of a prefix: without the `/*` at its end. */
  path: string;
  isPrefix: boolean;
  /** The parameters that a request must have; it may have others. Empty: any. */
  query: URLSearchParams;
}

export interface RedirectEntry {
  redirect: Redirect;
  source: RedirectSource;
}

const ANYTHING_BELOW = '/*';
/** Addresses that the server answers itself, whatever there is. */
const OWN_ADDRESS = /^\/(?:media|assets|frontapi)\//;
/** Redirects that follow one another: further ones have no end. */
const LONGEST_CHAIN = 20;

/** Reads the `from` of a redirect. A text says why no request matches it. @param origin the site's */
export function redirectSource({ from, gone }: Redirect, origin: string | undefined): RedirectSource | string {
  const url = URL.canParse(from, 'http://site.invalid') ? new URL(from, 'http://site.invalid') : undefined;
  const isOther = /^[a-z][a-z\d+.-]*:|^[/\\]{2}/i.test(from) && hostOf(url?.href) !== hostOf(origin);
  if (!url || isOther) return 'no address of this site: expected a path, as /about-us';
  if (url.hash !== '') return 'browsers do not send what stands behind #: leave it out';
  const isPrefix = url.pathname.endsWith(ANYTHING_BELOW);
  const written = isPrefix ? url.pathname.slice(0, -ANYTHING_BELOW.length) || '/' : url.pathname;
  if (written.includes('*')) return 'expected * at the end alone, as /old/*';
  if (/\/:[a-z]/i.test(written)) return 'a name does not stand for a part of an address: expected /old/*';
  if (isPrefix && written === '/') return 'expected a path in front of /*: it would be for every address';
  if (OWN_ADDRESS.test(url.pathname)) return 'the server answers such addresses itself: expected that of a page';
  if (url.search !== '' && (isPrefix || gone))
    return 'an address with a query leads to one address: write to: /new-address';
  try {
    return { path: canonicalAddress(written), isPrefix, query: url.searchParams };
  } catch (error) {
    if (error instanceof ContentError) return `${error.message}: no request can have this address`;
    throw error;
  }
}

/** With and without www. it is one site. */
const hostOf = (address = ''): string | undefined =>
  URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : undefined;

/** Redirects by what they are for: an address with a query first, then an address, then the longest prefix. */
export class RedirectTable {
  /** Those that a request can match, without those for what an earlier one is for. */
  readonly entries: RedirectEntry[] = [];
  readonly #byKey = new Map<string, RedirectEntry[]>();

  constructor(redirects: readonly Redirect[], origin?: string) {
    for (const redirect of redirects) {
      const source = redirectSource(redirect, origin);
      if (typeof source === 'string') continue;
      const entry = { redirect, source };
      const key = keyOf(source.path, source.isPrefix);
      const others = this.#byKey.get(key) ?? [];
      if (others.some((other) => isSameQuery(other.source.query, source.query))) continue;
      // Those with a query are first.
      if (source.query.size > 0) others.unshift(entry);
      else others.push(entry);
      this.#byKey.set(key, others);
      this.entries.push(entry);
    }
  }

  /** The redirect of an address of any edition: they name pages of the default one. @param query only one with a query counts */
  of(path: string, locales: Locales, query?: URLSearchParams): Redirect | undefined {
    const { locale, path: defaultPath } = splitPath(path, locales);
    const find = (from: string) => this.find(from, query, query !== undefined);
    const exact = find(path);
    const redirect = exact ?? find(defaultPath);
    return exact || !redirect ? exact : { ...redirect, to: inEdition(redirect.to, { locale, locales }) };
  }

  /** The redirect of a canonical path; undefined if there is none, or if it has no end. */
  find(path: string, query = new URLSearchParams(), hasQuery = false): Redirect | undefined {
    const first = this.#match(path, query, hasQuery);
    const seen = new Set([path]);
    for (let next = first?.to; next !== undefined; next = this.#match(pathOf(next), queryOf(next))?.to) {
      if (seen.has(next) || seen.size > LONGEST_CHAIN) return undefined;
      seen.add(next);
    }
    return first;
  }

  /** @param hasQuery whether only those with a query count */
  #match(path: string, query: URLSearchParams, hasQuery = false): Redirect | undefined {
    const isMatch = ({ source }: RedirectEntry) =>
      [...source.query].every(([name, value]) => query.get(name) === value);
    const exact = this.#byKey.get(keyOf(path, false))?.find(isMatch);
    if (hasQuery) return exact && exact.source.query.size > 0 ? exact.redirect : undefined;
    if (exact) return exact.redirect;
    for (let above = path; above !== ''; above = above.slice(0, above.lastIndexOf('/'))) {
      const [entry] = this.#byKey.get(keyOf(above, true)) ?? [];
      const to = entry && targetOf(entry, path);
      // The new address itself may be below the old one.
      if (entry && to !== path) return { ...entry.redirect, to };
    }
    return undefined;
  }
}

const keyOf = (path: string, isPrefix: boolean): string => (isPrefix ? `${path}${ANYTHING_BELOW}` : path);

const isSameQuery = (a: URLSearchParams, b: URLSearchParams): boolean => {
  const [first, second] = [a, b].map((query) => [...query].sort().join('&'));
  return first === second;
};

/** Where a path below a prefix has moved to: `/*` at the end of the target stands for the rest. */
function targetOf({ redirect: { to }, source }: RedirectEntry, path: string): string | undefined {
  if (!to?.endsWith(ANYTHING_BELOW)) return to;
  return to.slice(0, -ANYTHING_BELOW.length) + path.slice(source.path.length) || '/';
}

const pathOf = (address: string): string => {
  const [path = ''] = address.split(/[?#]/, 1);
  try {
    return canonicalAddress(path);
  } catch {
    // An address of another site.
    return path;
  }
};
const queryOf = (address: string): URLSearchParams => new URLSearchParams(/\?([^#]*)/.exec(address)?.[1]);
