import { type Edition, editionPath, phoneParts } from '@foyer/model';

/* Addresses in answers: those of files, and the targets of links. */

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const SITE_ORIGIN = 'http://site.invalid';
/** Addresses without an edition. */
const NO_PAGES = /^\/(?:media|assets|frontapi)\//;
/** The path of a file: paths of screens have no extension. */
const FILE_PATH = /\.[A-Za-z0-9]{2,5}$/;

/** Resolves an address against the origin, or the site; undefined for other schemes and for credentials. */
function safeAddress(value: string, origin: string | undefined): URL | undefined {
  if (!URL.canParse(value, origin ?? SITE_ORIGIN)) return undefined;
  const url = new URL(value, origin ?? SITE_ORIGIN);
  return SCHEMES.has(url.protocol) && url.username === '' && url.password === '' ? url : undefined;
}

function withoutSiteOrigin(url: URL): string {
  if (url.protocol === 'tel:') return phoneHref(url) ?? url.href;
  return url.origin === SITE_ORIGIN ? url.pathname + url.search + url.hash : url.href;
}

/** As telephones read it: editors and CMSs write the number as it is printed. */
const phoneHref = ({ pathname, search }: URL): string | undefined =>
  phoneParts(decoded(pathname + search)).find(({ href }) => href !== undefined)?.href;

/** Percent-encoding decoded, if it can be. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a file, absolute or from the site's root; undefined for an unsafe one. */
export function safeLocation(value: string, origin: string | undefined): string | undefined {
  const url = safeAddress(value, origin);
  return url && /^https?:$/.test(url.protocol) ? withoutSiteOrigin(url) : undefined;
}

/** Leads to the page in its edition. A link that names an edition stays as it is. */
export function inEdition(link: string | undefined, edition: Edition): string | undefined {
  if (!link?.startsWith('/') || edition.locale === edition.locales[0]) return link;
  const [path = ''] = link.split(/[?#]/, 1);
  const isOfPage = !FILE_PATH.test(path) && !NO_PAGES.test(path);
  const namesEdition = edition.locales.some((locale) => path === `/${locale}` || path.startsWith(`/${locale}/`));
  return isOfPage && !namesEdition ? editionPath(path, edition) + link.slice(path.length) : link;
}

/** A relative link to a screen stays on the site; a relative link to a file leads to the upstream, which has the file. */
export function safeLink(value: string, origin: string | undefined): string | undefined {
  const onSite = safeAddress(value, undefined);
  const isScreen = onSite?.origin === SITE_ORIGIN && !FILE_PATH.test(onSite.pathname);
  const url = isScreen ? onSite : safeAddress(value, origin);
  return url && withoutSiteOrigin(url);
}
