import type { Gateway } from '@foyer/gateway';
import type { Locales } from '@foyer/model';

/** A page with its loader's data, as far as links to it need it. */
export interface LinkedPage {
  /** The property of `data` with the item that the page shows. */
  item?: string;
  data: object;
}

/** The site, as far as links within it need it. */
export interface LinkedSite {
  /** Paths that are answered without a page, in the default edition alone. */
  generated: readonly string[];
  /** Such paths of each edition. */
  generatedInEditions: readonly string[];
  /** The page at an address without its fragment; undefined if there is none. @param gateway answers the page's calls */
  pageAt(address: string, gateway: Gateway): Promise<LinkedPage | undefined>;
  /** Whether the page at a path reads one of these parameters. */
  reads(path: string, query: URLSearchParams, locales: Locales): boolean;
}
