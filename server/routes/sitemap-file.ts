import { xmlText } from '../http/xml-text.ts';
import type { Alternate, PageEntry } from '../pages/inventory.ts';

/* The XML of sitemaps.org. Ten thousand pages are written in a hundredth of a second. */

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const WITH_LINKS = `${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml"`;

/** A file of the sitemap, which is written in parts. */
export class SitemapFile {
  readonly #origin: string;
  readonly #parts: Buffer[];

  constructor(origin: string, hasAlternates: boolean) {
    this.#origin = origin;
    this.#parts = [Buffer.from(`${DECLARATION}<urlset ${hasAlternates ? WITH_LINKS : NAMESPACE}>`)];
  }

  add(entries: readonly PageEntry[]): void {
    this.#parts.push(Buffer.from(entries.map((entry) => urlXml(entry, this.#origin)).join('')));
  }

  /** The complete file. */
  end(): Buffer {
    return Buffer.concat([...this.#parts, Buffer.from('</urlset>')]);
  }
}

/** The index of the files of a sitemap: `/sitemap-1.xml`, … */
export function sitemapIndex(count: number, origin: string): Buffer {
  const files = Array.from(
    { length: count },
    (_, index) => `<sitemap>${loc(`/sitemap-${index + 1}.xml`, origin)}</sitemap>`,
  );
  return Buffer.from(`${DECLARATION}<sitemapindex ${NAMESPACE}>${files.join('')}</sitemapindex>`);
}

function urlXml({ path, changedAt, alternates }: PageEntry, origin: string): string {
  const change = changedAt === undefined ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`;
  return `<url>${loc(path, origin)}${change}${alternates ? linksXml(alternates, origin) : ''}</url>`;
}

const loc = (path: string, origin: string): string => `<loc>${xmlText(new URL(path, origin).href)}</loc>`;

/** The links of a page with editions: each, and the default one for all other languages. */
function linksXml(alternates: readonly Alternate[], origin: string): string {
  const links = alternates.map(({ locale, path }) => ({ lang: String(locale), url: origin + path }));
  return [...links, ...links.slice(0, 1).map(({ url }) => ({ lang: 'x-default', url }))]
    .map(({ lang, url }) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${xmlText(new URL(url).href)}"/>`)
    .join('');
}
