import type { Locale } from '@foyer/messages';
import type { Locales } from '@foyer/model';

/*
 * Addresses in what a CMS sends: files of its own are fetched, links to pages of the old site become links of the new one,
 * any other address stays as it is.
 */

export interface AddressOptions {
  /** The base of the API. */
  apiUrl: string;
  /** Where the old site is, if not on the API's origin. */
  siteUrl?: string;
  /** Origins of media, beside the API's. */
  mediaOrigins: readonly string[];
  locales: Locales;
}

const FILE = /\.([a-z0-9]{2,5})$/i;
/** Addresses with such an ending are pages, not documents. */
const PAGES = new Set(['htm', 'html', 'php', 'asp', 'aspx', 'jsp', 'xhtml']);

export class Addresses {
  /** The addresses of files that are to be fetched, in the order in which they were found. */
  readonly files = new Set<string>();
  readonly #options: AddressOptions;
  readonly #ownOrigins: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;

  constructor(options: AddressOptions) {
    const { apiUrl, siteUrl, mediaOrigins } = options;
    this.#options = options;
    this.#ownOrigins = new Set([apiUrl, ...(siteUrl ? [siteUrl] : [])].map((url) => new URL(url).origin));
    this.#origins = new Set([...this.#ownOrigins, ...mediaOrigins]);
  }

  /** Whether a file may be fetched from there. */
  isAllowed(address: string): boolean {
    return URL.canParse(address) && this.#origins.has(new URL(address).origin);
  }

  /** Notes the file at an absolute address, if it may be fetched. @returns the address without its fragment */
  file(address: string): string {
    if (!this.isAllowed(address)) return address;
    const url = new URL(address);
    url.hash = '';
    this.files.add(url.href);
    return url.href;
  }

  /** A link of an edition, as the folder has it. @param link absolute, from the site's root, or of another scheme */
  link(link: string, locale: Locale): string {
    if (link.startsWith('/')) return this.#withoutEdition(link, locale);
    if (!/^https?:/.test(link)) return link;
    const url = new URL(link);
    const [, ending] = FILE.exec(url.pathname) ?? [];
    const isPage = ending === undefined || PAGES.has(ending.toLowerCase());
    if (!isPage) return this.file(link);
    const isOwnPage = this.#ownOrigins.has(url.origin) && !this.#isOfApi(url);
    return isOwnPage ? this.#withoutEdition(url.pathname + url.search + url.hash, locale) : link;
  }

  /** A folder has the links of the default edition; Foyer leads each edition to its own pages. */
  #withoutEdition(link: string, locale: Locale): string {
    if (locale === this.#options.locales[0]) return link;
    const rest = link.startsWith(`/${locale}`) ? link.slice(locale.length + 1) : link;
    if (rest === link || !/^(?:[/?#]|$)/.test(rest)) return link;
    return rest.startsWith('/') ? rest : `/${rest}`;
  }

  #isOfApi({ pathname }: URL): boolean {
    const [base = ''] = new URL(this.#options.apiUrl.replace('{locale}', 'en')).pathname.split(/(?<=\/)[a-z]{2}\/$/);
    return base !== '/' && pathname.startsWith(base);
  }
}
