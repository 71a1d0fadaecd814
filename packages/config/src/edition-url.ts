import type { Locale } from '@foyer/messages';
import type { Locales } from '@foyer/model';

/**
 * The base of an edition's content API.
 * @param url with `{locale}` in the place of the locale, or the base of one edition that ends in its locale, as `/frontapi/en/`
 * @returns undefined if the address has no place for the locale, and belongs to the default edition
 */
export function editionUrl(url: string, locale: Locale, [first]: Locales): string | undefined {
  if (url.includes('{locale}')) return url.replace('{locale}', locale);
  if (url.endsWith('/en/')) return url.replace(/en\/$/, `${locale}/`);
  return locale === first ? url : undefined;
}

/** The base of a content API on loopback. With several editions, `{locale}` stands for that of a call. */
export const loopbackUrl = (port: number, locales: Locales): string =>
  `http://127.0.0.1:${port}/frontapi/${locales.length > 1 ? '{locale}' : locales[0]}/`;
