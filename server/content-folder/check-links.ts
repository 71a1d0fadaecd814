import { ContentError } from '../../shared/content-error.ts';
import type { Redirect } from '../../shared/kinds/redirects.ts';
import { matchPage } from '../../shared/match-page.ts';
import { queryOf } from '../../shared/page.ts';
import type { Gateway } from '../content-api/gateway.ts';
import { type ContentFile, type MarkdownFile, positionInBody } from './content-files.ts';
import type { LoadedContent } from './content-store.ts';
import type { Fault } from './faults.ts';
import { FILE_START, type Position } from './text-position.ts';

const REDIRECTS = 'redirects.yaml';
/** Fields that contain an address. */
const ADDRESS_FIELDS = new Set(['href', 'location', 'to', 'apply_url', 'map_url']);
/** The address of a link or an image in Markdown, or in the HTML inside it. */
const ADDRESS_IN_TEXT = /(?:\]\(<?|(?:href|src)=")(\/[^\s)>"]*)/g;
/** Addresses that the server answers without a page. */
const GENERATED = /\/(feed|sitemap)\.xml$/;

interface Link {
  address: string;
  source: ContentFile;
  position: () => Position;
}

/**
 * Returns a fault for each link within the site, and each file's location, that leads nowhere or to a redirect, and for each
 * redirect whose source is the address of a page, or whose target leads nowhere.
 * @param gateway answers from the same content: a link is checked by loading the page that it leads to
 */
export async function checkLinks(
  { content, media }: Pick<LoadedContent, 'content' | 'media'>,
  sources: readonly (ContentFile | MarkdownFile)[],
  gateway: Gateway,
): Promise<Fault[]> {
  const results = new Map<string, Promise<boolean>>();
  const redirects = new Map(content.redirects.map((redirect) => [redirect.from, redirect]));

  /** Whether a page answers at an address; each address is checked once. */
  const isPage = (address: string): Promise<boolean> => {
    const result = results.get(address) ?? loadsPage(address);
    results.set(address, result);
    return result;
  };
  async function loadsPage(address: string): Promise<boolean> {
    const { pathname, searchParams } = new URL(address, 'http://content.invalid');
    const match = matchPage(pathname);
    if (!match) return false;
    const { page, params } = match;
    try {
      await page.load({
        api: (path, parameters) => gateway.get(path, parameters),
        params,
        query: queryOf(page, searchParams),
        view: page.view(),
      });
      return true;
    } catch (error) {
      // Any other error means that the page exists and cannot be loaded: the link is right.
      return !(error instanceof ContentError);
    }
  }

  /** The fault's message; undefined if the address is right. */
  async function checkAddress(address: string): Promise<string | undefined> {
    const path = address.split(/[?#]/, 1)[0] ?? address;
    if (path.startsWith('/media/')) return media.factsOf(path) ? undefined : `${path}: there is no such file`;
    if (GENERATED.test(path)) return undefined;
    if (await isPage(address)) return undefined;
    const redirect = redirects.get(path);
    if (!redirect) return `${path}: no page has this address`;
    return `${path}: this address ${redirect.to ? `has moved to ${redirect.to}` : 'is gone'}`;
  }

  const faults: Fault[] = [];
  for (const { address, source, position } of sources.flatMap(linksIn)) {
    if (source.file === REDIRECTS) continue;
    const message = await checkAddress(address);
    if (message) faults.push({ file: source.file, ...position(), message });
  }
  const source = sources.find(({ file }) => file === REDIRECTS);
  const elements: unknown[] = Array.isArray(source?.value) ? source.value : [];
  for (const redirect of content.redirects) {
    const message = await checkRedirect(redirect, redirects, isPage);
    const index = elements.findIndex((element) => isFrom(element, redirect));
    if (message) faults.push({ file: REDIRECTS, ...FILE_START, ...source?.positionOf([index]), message });
  }
  return faults;
}

/** Whether an unvalidated element of redirects.yaml is this redirect. */
const isFrom = (element: unknown, { from }: Redirect) =>
  typeof element === 'object' && element !== null && 'from' in element && element.from === from;

/** The fault's message; undefined if the redirect is right. */
async function checkRedirect(
  { from, to }: Redirect,
  redirects: ReadonlyMap<string, Redirect>,
  isPage: (address: string) => Promise<boolean>,
): Promise<string | undefined> {
  if (await isPage(from)) return `from: there is a page at ${from}, which takes precedence`;
  if (!to?.startsWith('/')) return undefined;
  const seen = new Set([from]);
  for (let next: string | undefined = to; next !== undefined; next = redirects.get(next)?.to) {
    if (seen.has(next)) return `to: ${to} leads back to itself`;
    seen.add(next);
  }
  if (to.startsWith('/media/') || (await isPage(to))) return undefined;
  return redirects.has(to) ? `to: ${to} has moved itself: name the last address` : `to: no page has the address ${to}`;
}

/** The links within the site that a file contains. */
function linksIn(source: ContentFile | MarkdownFile): Link[] {
  const links: Link[] = [];
  const walk = (value: unknown, path: PropertyKey[]) => {
    if (typeof value === 'string') {
      const isAddress = ADDRESS_FIELDS.has(String(path.at(-1)));
      const addresses = isAddress ? [value] : [...value.matchAll(ADDRESS_IN_TEXT)].map(([, address = '']) => address);
      for (const address of addresses.filter(isInternal)) {
        links.push({ address, source, position: () => source.positionOf(path) });
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, field] of Object.entries(value))
        walk(field, [...path, Array.isArray(value) ? Number(name) : name]);
    }
  };
  walk(source.value, []);
  if ('body' in source) {
    for (const match of source.body.matchAll(ADDRESS_IN_TEXT)) {
      const [text, address = ''] = match;
      const index = match.index + text.length - address.length;
      if (isInternal(address)) links.push({ address, source, position: () => positionInBody(source, index) });
    }
  }
  return links;
}

/** A path on this site; `//` begins another host's address. */
const isInternal = (address: string) => address.startsWith('/') && !address.startsWith('//');
