import { ContentError } from '../../shared/content-error.ts';
import type { Redirect } from '../../shared/contract/redirect.ts';
import { queryOf } from '../../shared/page.ts';
import { matchRoutes } from '../../shared/router.ts';
import { pages } from '../../shared/routes.tsx';
import type { Gateway } from '../content-api/gateway.ts';
import { type MarkdownSource, placeInBody, type Source } from './content-files.ts';
import type { Loaded } from './content-store.ts';
import type { Fault } from './faults.ts';

/* Where the links of a content folder lead, and the addresses of its files: an editor hears of those that lead nowhere. */

/** Fields that hold an address. */
const ADDRESSES = new Set(['href', 'location', 'to', 'apply_url', 'map_url']);
/** Of a link or a picture in Markdown, or in the HTML that may stand there. */
const IN_TEXT = /(?:\]\(<?|(?:href|src)=")(\/[^\s)>"]*)/g;
/** Made by the server, not by a page. */
const MADE = /\/(feed|sitemap)\.xml$/;

interface Link {
  address: string;
  source: Source;
  place: () => { line: number; column: number };
}

export async function checkLinks(
  { content, media }: Pick<Loaded, 'content' | 'media'>,
  sources: readonly (Source | MarkdownSource)[],
  gateway: Gateway,
): Promise<Fault[]> {
  const routes = pages.map((page) => ({ path: page.path, caseSensitive: true, handle: page }));
  const known = new Map<string, Promise<boolean>>();
  const moved = new Map(content.redirects.map((redirect) => [redirect.from, redirect]));

  /** Whether there is a page at an address: asked of that page itself. */
  const isPage = (address: string): Promise<boolean> => {
    const found = known.get(address) ?? leadsToPage(address);
    known.set(address, found);
    return found;
  };
  async function leadsToPage(address: string): Promise<boolean> {
    const { pathname, searchParams } = new URL(address, 'http://content.invalid');
    const match = matchRoutes(routes, pathname)?.at(-1);
    if (!match) return false;
    const page = match.route.handle;
    try {
      await page.load({
        api: (path, parameters) => gateway.get(path, parameters),
        params: match.params,
        query: queryOf(page, searchParams),
        view: page.view(),
      });
      return true;
    } catch (error) {
      if (error instanceof ContentError) return false;
      // There is a page. That it cannot be made is not the fault of the link to it.
      return true;
    }
  }

  async function faultOf(address: string): Promise<string | undefined> {
    const path = address.split(/[?#]/, 1)[0] ?? address;
    if (path.startsWith('/media/')) return media.file(path) ? undefined : `${path}: there is no such file`;
    if (MADE.test(path)) return undefined;
    if (await isPage(address)) return undefined;
    const redirect = moved.get(path);
    if (!redirect) return `${path}: no page has this address`;
    return `${path}: this address ${redirect.to ? `has moved to ${redirect.to}` : 'is gone'}`;
  }

  const faults: Fault[] = [];
  for (const { address, source, place } of sources.flatMap(linksOf)) {
    if (source.file === REDIRECTS) continue;
    const message = await faultOf(address);
    if (message) faults.push({ file: source.file, ...place(), message });
  }
  const source = sources.find(({ file }) => file === REDIRECTS);
  const written: unknown[] = Array.isArray(source?.value) ? source.value : [];
  for (const redirect of content.redirects) {
    const message = await faultOfRedirect(redirect, moved, isPage);
    const index = written.findIndex((entry) => isFrom(entry, redirect));
    if (message) faults.push({ file: REDIRECTS, line: 1, column: 1, ...source?.place([index]), message });
  }
  return faults;
}

const isFrom = (entry: unknown, { from }: Redirect) =>
  typeof entry === 'object' && entry !== null && 'from' in entry && entry.from === from;

const REDIRECTS = 'redirects.yaml';

async function faultOfRedirect(
  { from, to }: Redirect,
  moved: ReadonlyMap<string, Redirect>,
  isPage: (address: string) => Promise<boolean>,
): Promise<string | undefined> {
  if (await isPage(from)) return `from: there is a page at ${from}, which goes before`;
  if (!to?.startsWith('/')) return undefined;
  const seen = new Set([from]);
  for (let next: string | undefined = to; next !== undefined; next = moved.get(next)?.to) {
    if (seen.has(next)) return `to: ${to} leads back to itself`;
    seen.add(next);
  }
  if (to.startsWith('/media/') || (await isPage(to))) return undefined;
  return moved.has(to) ? `to: ${to} has moved itself: name the last address` : `to: no page has the address ${to}`;
}

function linksOf(source: Source | MarkdownSource): Link[] {
  const links: Link[] = [];
  const walk = (value: unknown, path: PropertyKey[]) => {
    if (typeof value === 'string') {
      const isAddress = ADDRESSES.has(String(path.at(-1)));
      const found = isAddress ? [value] : [...value.matchAll(IN_TEXT)].map(([, address = '']) => address);
      for (const address of found.filter(isOurs)) links.push({ address, source, place: () => source.place(path) });
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, field] of Object.entries(value))
        walk(field, [...path, Array.isArray(value) ? Number(name) : name]);
    }
  };
  walk(source.value, []);
  if ('body' in source) {
    for (const match of source.body.matchAll(IN_TEXT)) {
      const [whole, address = ''] = match;
      const index = match.index + whole.length - address.length;
      if (isOurs(address)) links.push({ address, source, place: () => placeInBody(source, index) });
    }
  }
  return links;
}

const isOurs = (address: string) => address.startsWith('/') && !address.startsWith('//');
