import { derived, type Edition, type File, isLocale, isScreenOff, type Site } from '@foyer/model';

/** What all pages share. */
export interface RootData extends Edition {
  site: Site;
  /** Server only: how the site looks. The inline styles have it. */
  brand?: Pick<Site, 'accent' | 'accent_second' | 'theme' | 'favicon'>;
  /** Of the site's public address, e.g. https://www.example.org */
  origin: string;
  indexable: boolean;
  /** `site` is a fallback, because the upstream's site was not available in time. */
  isProvisional: boolean;
  /** The site is files (docs/exporting.md): no query reaches a server. */
  exported?: ExportedSite;
  /** There is no search over everything: no box, no link to it, no page. */
  isSearchOff?: boolean;
}

export const SEARCH_PATH = '/search';

export interface ExportedSite {
  /** Address of the script that answers the calls without a file: searches, filters, orders. */
  api: string;
}

/** The parts of the site that pages show, without links to screens that it does without; every page contains them. */
export const shownSite = derived(
  ({ picture, ...site }: Site): Site => ({
    ...withLinks(site, ({ href }) => !isScreenOff(defaultPath(href), site)),
    accent: undefined,
    accent_second: undefined,
    theme: undefined,
    favicon: undefined,
    security: undefined,
    picture: picture && shownPicture(picture),
  }),
);

/** As `shownSite`, without the links to the search in menu and footer. */
export const siteWithoutSearch = derived(
  (site: Site): Site => withLinks(shownSite(site), ({ href }) => !/^\/search([?#]|$)/.test(defaultPath(href))),
);

/** Of a link within the site, in the default edition. */
function defaultPath(href = ''): string {
  const [, first] = href.split('/', 2);
  return isLocale(first) ? href.slice(first.length + 1) : href;
}

/** A site with the links of menu and footer that pass a test. */
function withLinks(site: Site, isShown: (link: { href?: string }) => boolean): Site {
  const menu = site.menu.filter(isShown).map((item) => ({ ...item, children: item.children.filter(isShown) }));
  return { ...site, menu, footer: site.footer.filter(isShown) };
}

const shownPicture = ({ location, alt, width, height, scaled }: File): File => ({
  location,
  alt,
  width,
  height,
  scaled,
  sources: [],
});
