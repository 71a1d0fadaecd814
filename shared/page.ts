import type { Locale, Messages } from '@foyer/messages';
import type { Api, CallPath, File, ListPath, Parameters, Site } from '@foyer/model';
import type { ComponentType } from 'react';

/* The parts of a page: its row in the route table (shared/routes.ts), its loader, its head and its screen. */

/** The messages without parameters. */
export type LabelKey = {
  [Key in keyof Messages]: Messages[Key] extends string ? Key : never;
}[keyof Messages];

/** Metadata of a page for browsers, search engines and social networks. */
export interface Head {
  /** Without the organisation's name. Undefined: the organisation's name and tagline. */
  title?: string;
  description?: string;
  /** Path and query of the canonical address, in the default edition. */
  canonical?: string;
  picture?: File;
  /** Dates of an article's publication and last change. */
  published?: string;
  modified?: string;
  /** False: `noindex`. */
  index?: boolean;
  /** Pages between the page's list and the page itself. */
  breadcrumbs?: Breadcrumb[];
  /** schema.org descriptions. */
  jsonLd?: object[];
}

export interface Breadcrumb {
  label: string;
  /** In the default edition. */
  href: string;
}

export interface HeadContext {
  site: Site;
  /** Of the site's public address, e.g. https://www.example.org */
  origin: string;
  query: Parameters;
  page: Page;
  locale: Locale;
  messages: Messages;
  /** The address of a page in the edition. @param path in the default edition */
  href: (path: string) => string;
  /** The public address of the shown page: in the edition of its text. @param path in the default edition */
  canonicalUrl: (path: string) => string;
}

export interface ScreenProps<Data extends object = object> {
  data: Data;
  page: Page;
}

/** The module that renders a page: loaded on demand, and not part of the first load of other pages. */
export interface View<Data extends object = object> {
  head: (data: Data, context: HeadContext) => Head;
  Screen: ComponentType<ScreenProps<Data>>;
  /** Whether the page shows nothing of what its screen imports on demand: the server then sends it without the styles of that. */
  isLean?: (data: Data, site: Site) => boolean;
}

/** As much of the site as loaders need: the server has the rest while they run. */
export type ScreenSettings = Pick<Site, 'screens'>;

export interface LoadOptions<LoadedView = View> {
  api: Api;
  /** Parameters of the path. */
  params: Parameters;
  /** The query parameters that the page declares. */
  query: Parameters;
  /** The page's view, which loads in parallel. */
  view: Promise<LoadedView>;
  /** What the site says of its lists. It never rejects. */
  site: ScreenSettings | Promise<ScreenSettings>;
}

/** Items that a page shows. */
export interface PageEntries {
  call: CallPath;
  /** Begins the id of an item's element on the page, before the item's id. Undefined: the items are documents, and their addresses are those of their files. */
  elementId?: string;
}

/** The properties of a page that do not depend on its data. */
interface PageOptions {
  /** React Router's pattern of the path. */
  path: string;
  /** The pattern of the pages of items with a parent, e.g. `/services/:parent/:slug`: a page of its own. */
  childPath?: string;
  id: string;
  /** The name of the view's module, if it is not the page's id. Empty: it has none. */
  chunk?: string;
  /** The message with the page's name in links, if it has one of its own. */
  label?: LabelKey;
  /** The message with the name of the items, if no list names them. */
  itemsLabel?: LabelKey;
  /** The list to which the page's item belongs. */
  parent?: Page;
  /** The call that lists the items: of a list page its own, of an item's page the call of its list. */
  call?: ListPath;
  /** The property of the data with the item that the page shows. */
  item?: string;
  /** The field of the item with the date after which search engines remove the page. */
  indexedUntil?: 'deadline' | 'expires_at';
  /** The items that the page shows and that have no page of their own, for the search over everything. */
  entries?: PageEntries;
  /** False: `noindex`, and the sitemap leaves it out. */
  indexed?: boolean;
  /** Items of a list on a page. Undefined: the API's default. */
  perPage?: number;
  /** The list has an Atom feed. */
  feed?: boolean;
  /** Query parameters that the page uses. */
  parameters?: readonly string[];
  /** False: shared caches may not serve the page stale. Results that are gone must not be found. */
  mayBeStale?: false;
  /** How long shared caches may store the page, in seconds. */
  maxAge: number;
}

/** A page with the types of its own data and view. */
interface PageDefinition<Data extends object, LoadedView extends View<Data>> extends PageOptions {
  /** Awaits the data that decides status and head, and defers the rest as blocks. Rejects with a ContentError. */
  load(options: LoadOptions<LoadedView>): NoInfer<Data> | Promise<NoInfer<Data>>;
  view(): Promise<LoadedView & View<Data>>;
}

/** A page of the site. */
export interface Page extends PageOptions {
  load(options: LoadOptions): object | Promise<object>;
  view(): Promise<View>;
  /** The view, once it is loaded. */
  loadedView?: View;
}

/** The name of the page's screen: of its script and its styles. Empty: it has neither. */
export const screenOf = ({ chunk, id }: Page): string => chunk ?? id;

/** Checks that loader, head and screen agree on the data. The data's type is inferred from the view; the route table does not have it. */
export const page = <Data extends object, LoadedView extends View<Data>>(
  definition: PageDefinition<Data, LoadedView>,
): Page => definition as unknown as Page;

/** The query parameters that a page declares. */
export function queryOf({ parameters = [] }: Page, search: URLSearchParams): Parameters {
  // A form sends its empty fields too.
  return Object.fromEntries(parameters.map((name) => [name, search.get(name) || undefined]));
}
