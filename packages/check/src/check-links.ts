import {
  type ContentFile,
  FILE_START,
  isTableHead,
  type LoadedContent,
  type MarkdownFile,
  type MediaFiles,
  type Position,
  translationOf,
  walkStrings,
} from '@foyer/folder';
import {
  decoded,
  type Gateway,
  ID_PREFIX,
  inEdition,
  type RedirectSource,
  RedirectTable,
  redirectSource,
  safeLink,
  safeLocation,
} from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { contactIssue, editionPath, linkOfCell, type Redirect } from '@foyer/model';
import type { FileText } from './file-texts.ts';
import type { Finding, Rule } from './findings.ts';
import { addressIssue, beginningIssue, mediaRemedy } from './link-address.ts';
import type { LinkedPage, LinkedSite } from './linked-site.ts';
import { elementsOf, withoutPrefix } from './text-elements.ts';

const REDIRECTS = 'redirects.yaml';
/** Fields that contain an address. */
const ADDRESS_FIELDS = new Set(['href', 'location', 'to', 'apply_url', 'map_url']);
/** Fields of telephones and mailboxes, alone or in a list. */
const CONTACT_FIELDS: ReadonlyMap<unknown, 'phone' | 'mail'> = new Map([
  ['phone', 'phone'],
  ['phones', 'phone'],
  ['email', 'mail'],
  ['emails', 'mail'],
  ['apply_email', 'mail'],
]);
interface Link {
  address: string;
  file: string;
  position: () => Position;
  /** The location of a file, which its schema has checked. */
  isLocation?: boolean;
  /** The language of its text, if the name of the file does not say it. */
  locale?: Locale;
}

/**
 * Returns a finding for each link within the site, and each file's location, that leads nowhere or to a redirect, and for each
 * redirect whose source is the address of a page, or whose target leads nowhere. A link of a translation leads to the page in
 * its own edition, unless it names another.
 * @param gateway answers from the same content: a link is checked by loading the page that it leads to
 * @param origin of the site
 */
export async function checkLinks(
  { content, media, kinds, tables }: Pick<LoadedContent, 'content' | 'media' | 'kinds' | 'tables'>,
  { sources, texts }: { sources: readonly (ContentFile | MarkdownFile)[]; texts: readonly FileText[] },
  gateway: Gateway,
  { origin, site }: { origin: string; site: LinkedSite },
): Promise<Finding[]> {
  const { locales } = gateway;
  const generated = new Set([
    ...site.generated,
    ...(content.site?.security ? ['/.well-known/security.txt'] : []),
    ...locales.flatMap((locale) => site.generatedInEditions.map((path) => editionPath(path, { locale, locales }))),
  ]);
  const found = new Map<string, Promise<LinkedPage | undefined>>();
  const redirects = new RedirectTable(content.redirects, origin);
  const used = new Set(redirects.entries.map(({ redirect }) => redirect));

  /** The page at an address without its fragment; each is loaded once. */
  const pageAt = (address: string): Promise<LinkedPage | undefined> => {
    const page = found.get(address) ?? site.pageAt(address, gateway);
    found.set(address, page);
    return page;
  };
  /** The fault's message; undefined if the address is right. @param locale of the text with the address */
  async function checkAddress(address: string, locale = locales[0]): Promise<string | undefined> {
    const path = address.split(/[?#]/, 1)[0] ?? address;
    if (path.startsWith('/media/')) return media.factsOf(path) ? undefined : `${path}: ${noFile(path, media)}`;
    if (generated.has(path)) return undefined;
    const shown = inEdition(address, { locale, locales }) ?? address;
    const page = await pageAt(withoutFragment(shown));
    if (page) return fragmentIssue(shown, page);
    const redirect = redirects.find(path);
    if (!redirect) return [`${path}: no page has this address`, mediaRemedy(path)].filter(Boolean).join(': ');
    return `${path}: this address ${redirect.to ? `has moved to ${redirect.to}` : 'is gone'}`;
  }

  /** The fault's message; undefined if the redirect is right. */
  async function checkRedirect(redirect: Redirect): Promise<string | undefined> {
    const { from, to } = redirect;
    const source = redirectSource(redirect, origin);
    if (typeof source === 'string') return `from: ${from}: ${source}`;
    const { path, isPrefix, query } = source;
    if (!used.has(redirect)) return `from: ${from}: an earlier redirect is for the same address`;
    if (await hasPage(source)) return `from: there is a page at ${from}, which takes precedence`;
    if (to === undefined || !isInternal(to)) return undefined;
    const keepsRest = to.endsWith('/*');
    if (keepsRest && !isPrefix) return `to: ${to}: what stands for the rest needs a from with /* at its end`;
    if (!redirects.find(isPrefix ? `${path}/…` : path, query, query.size > 0)) return `to: ${to} leads back to itself`;
    const message = keepsRest ? undefined : await checkAddress(to);
    return message && `to: ${message}`;
  }

  /** Whether a page answers what a redirect is for. One below a prefix may, and one with a query only if it reads that. */
  async function hasPage({ path, isPrefix, query }: RedirectSource): Promise<boolean> {
    if (isPrefix) return false;
    if (query.size === 0) return generated.has(path) || (await pageAt(path)) !== undefined;
    return site.reads(path, query, locales);
  }

  const findings: Finding[] = [];
  const add = (file: string, position: () => Position, rule: Rule, message: string | undefined) => {
    if (message) findings.push({ file, ...position(), message, rule, level: 'fault' });
  };
  const inFields = sources.filter(({ file }) => file !== REDIRECTS).flatMap(linksIn);
  for (const { address, file, position } of inFields) add(file, position, 'link-address', addressIssue(address));
  const inTables = linksInTables(kinds, tables);
  for (const { address, file, position, isLocation, locale } of [
    ...inFields,
    ...texts.flatMap(linksInText),
    ...inTables,
  ]) {
    if (!isLocation) add(file, position, 'link-address', beginningIssue(address));
    if (isInternal(address))
      add(file, position, 'link-target', await checkAddress(address, locale ?? translationOf(file)?.locale));
  }
  for (const { file, value, positionOf } of sources)
    walkStrings(value, [], (text, path) => {
      const kind = CONTACT_FIELDS.get(path.findLast((name) => typeof name === 'string'));
      if (kind) add(file, () => positionOf(path), 'link-address', contactIssue(text, kind));
    });
  const source = sources.find(({ file }) => file === REDIRECTS);
  const elements: unknown[] = Array.isArray(source?.value) ? source.value : [];
  let index = -1;
  for (const redirect of content.redirects) {
    const message = await checkRedirect(redirect);
    // Faulty ones are left out.
    const at = elements.findIndex((element, at) => at > index && isFrom(element, redirect));
    if (at >= 0) index = at;
    const place = at >= 0 ? { file: REDIRECTS, position: source?.positionOf([at]) } : placeOfAlias(sources, redirect);
    add(place?.file ?? REDIRECTS, () => place?.position ?? FILE_START, 'redirect', message);
  }
  return findings;
}

/** Why a location names no file. */
function noFile(location: string, media: MediaFiles): string {
  try {
    decodeURIComponent(location);
    return media.absenceOf(location);
  } catch {
    return 'write % as %25';
  }
}

const withoutFragment = (address: string) => address.split('#', 1)[0] ?? address;

/** Why a link's fragment leads nowhere. Those of lists and of an album's pictures are not known. */
function fragmentIssue(address: string, { item: name, data }: LinkedPage): string | undefined {
  const id = decoded(address.slice(withoutFragment(address).length + 1));
  const item: unknown = name === undefined ? undefined : Reflect.get(data, name);
  if (id === '' || name === 'album' || typeof item !== 'object' || item === null) return undefined;
  const text = 'description' in item && typeof item.description === 'string' ? item.description : '';
  const { ids } = elementsOf(text);
  if (id.startsWith(ID_PREFIX) && ids.has(withoutPrefix(id))) return undefined;
  const expected = ids.has(id) ? `: expected #${ID_PREFIX}${id}` : '';
  return `${address}: no heading of that page has this address${expected}`;
}

/** Where an item has an address as one of its former ones. */
function placeOfAlias(sources: readonly ContentFile[], redirect: Redirect) {
  for (const { file, value, positionOf } of sources) {
    const aliases: unknown = typeof value === 'object' && value !== null && Reflect.get(value, 'aliases');
    const at = Array.isArray(aliases) ? aliases.findIndex((from: unknown) => isFrom({ from }, redirect)) : -1;
    if (at >= 0) return { file, position: positionOf(['aliases', at]) };
  }
  return undefined;
}

/** Whether an unvalidated element of redirects.yaml is this redirect, whose address may be encoded. */
const isFrom = (element: unknown, { from }: Redirect) =>
  typeof element === 'object' &&
  element !== null &&
  'from' in element &&
  typeof element.from === 'string' &&
  (element.from === from || safeLink(element.from, undefined) === from);

/** The addresses in the fields of a file. */
function linksIn({ file, value, positionOf }: ContentFile): Link[] {
  const links: Link[] = [];
  walkStrings(value, [], (address, path) => {
    const name = String(path.at(-1));
    const isLocation = name === 'location';
    // The location of a vacancy is a place in words.
    if (!ADDRESS_FIELDS.has(name) || (isLocation && path.length === 1)) return;
    links.push({
      address: isLocation ? resolved(address) : address,
      file,
      position: () => positionOf(path),
      isLocation,
    });
  });
  return links;
}

/** A location is resolved as the site does: `media/a.pdf` is `/media/a.pdf`. */
const resolved = (location: string): string =>
  location.startsWith('/') ? location : (safeLocation(location, undefined) ?? location);

/** The addresses in the rows of tables, once where a translation has the same column. */
function linksInTables(kinds: LoadedContent['kinds'], tables: LoadedContent['tables']): Link[] {
  const links = new Map<string, Link>();
  const add = (item: object, locale?: Locale) => {
    for (const { cell, isLocation, file, line } of isTableHead(item) ? tables.linksOf(item) : []) {
      const { address } = linkOfCell(cell);
      const key = `${file}:${line} ${address}`;
      const link = { file, position: () => ({ line, column: 1 }), isLocation, locale };
      if (!links.has(key)) links.set(key, { ...link, address: isLocation ? resolved(address) : address });
    }
  };
  for (const { entries, translations } of kinds) {
    for (const { item } of entries) add(item);
    for (const [locale, ofLocale] of translations) for (const { item } of ofLocale.values()) add(item, locale);
  }
  return [...links.values()];
}

/** The addresses of the links and images of a text, and of the links in the place of what is embedded. */
function linksInText({ file, elements, positionOf }: FileText): Link[] {
  const embedded = elements.lost.flatMap(({ href, at }) => (href === undefined ? [] : [{ href, at }]));
  const links = [...elements.links, ...embedded].map(({ href, at }) => ({ address: href, at }));
  const images = elements.images.map(({ src, at }) => ({ address: src, at }));
  return [...links, ...images].map(({ address, at }) => ({ address, file, position: () => positionOf(at) }));
}

/** A path on this site; `//` begins another host's address. */
const isInternal = (address: string) => address.startsWith('/') && !address.startsWith('//');
