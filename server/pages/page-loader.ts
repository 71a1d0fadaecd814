import type { Config } from '@foyer/config';
import type { CallOptions, CallResult, Gateway } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { type Api, ContentError, editionPath, isScreenOff, type Parameters, pageStatus } from '@foyer/model';
import type { NotFoundData } from '../../shared/document/NotFound.tsx';
import {
  type ExportedSite,
  type RootData,
  SEARCH_PATH,
  shownSite,
  siteWithoutSearch,
} from '../../shared/document/root.ts';
import { listAddress } from '../../shared/list-page.ts';
import { loadPage, type PageLoaders } from '../../shared/load-page.ts';
import { matchAddress, type PageMatch } from '../../shared/match-page.ts';
import { queryOf } from '../../shared/page.ts';
import type { ShownPage } from '../../shared/shown-page.ts';
import { meantLink } from './nearest-link.ts';

/** A page with its parameters, matched from an address. */
export interface PageTarget extends PageMatch {
  locale: Locale;
  path: string;
  query: ReturnType<typeof queryOf>;
  /** The canonical address: the path, and the page's own parameters in their order. */
  address: string;
}

export interface LoadedPage {
  /** Its deferred blocks may not have arrived. */
  shown: ShownPage;
  /** The calls of the page; those of deferred blocks are added when they have answered. */
  calls: CallResult[];
  /** The site is the fallback site, because the upstream's was not there in time. */
  isProvisional: boolean;
  /** The gateway's revision before the first call. */
  revision: number;
  /** When the loader started, by the wall clock: what it says of days is of this day. */
  loadedAt: number;
}

/** Matches addresses to pages, and runs their loaders. */
export class PageLoader {
  readonly #config: Config;
  readonly #gateway: Gateway;
  readonly #exported?: ExportedSite;

  /** @param exported the site becomes files */
  constructor(config: Config, gateway: Gateway, exported?: ExportedSite) {
    this.#config = config;
    this.#gateway = gateway;
    this.#exported = exported;
  }

  /** Throws a ContentError, 400, for an address that no route matches: a path with a line break. */
  match(path: string, search: URLSearchParams): PageTarget {
    const { locales } = this.#config.site;
    const match = matchAddress(path, locales);
    if (!match) throw new ContentError(400, 'an address that no route matches');
    const { page, params, locale } = match;
    const query = queryOf(page, search);
    const canonicalPath = page.path === '*' ? path : editionPath(fillPattern(page.path, params), { locale, locales });
    return { page, locale, params, path: canonicalPath, query, address: listAddress(canonicalPath, query) };
  }

  /** Loads a page's data. A failed loader does not reject: its error is for the page to show. */
  async load({ page, locale, params, path, query }: PageTarget, options: CallOptions = {}): Promise<LoadedPage> {
    const { revision } = this.#gateway;
    const loadedAt = Date.now();
    const calls: CallResult[] = [];
    const callOptions = { ...options, locale, onResult: (result: CallResult) => calls.push(result) };
    const rootLoad = this.#loadRoot(callOptions);
    const site = rootLoad.then(({ site }) => site);
    const [root, loaded] = await Promise.all([
      rootLoad,
      loadPage(page, this.#loaders(callOptions), { locale, params, query, site }).then(
        (data) => ({ data }),
        (error: unknown) => ({ data: {}, error }),
      ),
    ]);
    // The site may have come after the page's own calls.
    const isOff = isScreenOff(page.path, root.site);
    const result = isOff ? { data: {}, error: new ContentError(404, 'the site does without this screen') } : loaded;
    const location = { pathname: path, search: listAddress('', query), hash: '', key: 'default' };
    const isNotFound = 'error' in result && pageStatus(result.error) === 404;
    const data: object = isNotFound ? ({ meant: meantLink(path, root) } satisfies NotFoundData) : result.data;
    return {
      shown: { location, page, root, ...result, data },
      calls,
      isProvisional: root.isProvisional,
      revision,
      loadedAt,
    };
  }

  async #loadRoot(options: CallOptions & { locale: Locale }): Promise<RootData> {
    const { locale, onResult, revalidate, priority, cause } = options;
    const { site, isProvisional } = await this.#gateway.site({ locale, onResult, revalidate, priority, cause });
    const { origin, indexable, locales } = this.#config.site;
    const isSearchOff = this.#config.search === 'off' || undefined;
    const { accent, accent_second, theme, favicon } = site;
    const brand = { accent, accent_second, theme, favicon };
    return {
      site: isSearchOff ? siteWithoutSearch(site) : shownSite(site),
      brand,
      isProvisional,
      origin,
      indexable,
      locale,
      locales,
      exported: this.#exported,
      isSearchOff,
    };
  }

  #loaders(options: CallOptions): PageLoaders {
    return {
      loadData: async (page, { params, query, site }, view) => {
        if (page.path === SEARCH_PATH && this.#config.search === 'off')
          throw new ContentError(404, 'the search is off');
        const api: Api = (path, parameters) => this.#gateway.get(path, parameters, options);
        return page.load({ api, params, query, view, site });
      },
      loadView: (page) => page.view(),
    };
  }
}

const fillPattern = (pattern: string, params: Parameters): string =>
  pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
