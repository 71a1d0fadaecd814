import type { Parameters } from '../../shared/content-api.ts';
import { ContentError } from '../../shared/content-error.ts';
import type { RootData } from '../../shared/document/root.ts';
import type { Site } from '../../shared/kinds/site.ts';
import { listAddress } from '../../shared/list-page.ts';
import { loadPage, type PageLoaders } from '../../shared/load-page.ts';
import { matchPage, type PageMatch } from '../../shared/match-page.ts';
import { queryOf } from '../../shared/page.ts';
import type { ShownPage } from '../../shared/shown-page.ts';
import type { Config } from '../config.ts';
import type { CallOptions, CallResult } from '../content-api/call-result.ts';
import type { Gateway } from '../content-api/gateway.ts';

/** A page with its parameters, matched from an address. */
export interface PageTarget extends PageMatch {
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
}

/** Matches addresses to pages, and runs their loaders. */
export class PageLoader {
  readonly #config: Config;
  readonly #gateway: Gateway;

  constructor(config: Config, gateway: Gateway) {
    this.#config = config;
    this.#gateway = gateway;
  }

  /** Throws a ContentError, 400, for an address that no route matches: a path with a line break. */
  match(path: string, search: URLSearchParams): PageTarget {
    const match = matchPage(path);
    if (!match) throw new ContentError(400, 'an address that no route matches');
    const { page, params } = match;
    const query = queryOf(page, search);
    const canonicalPath = page.path === '*' ? path : fillPattern(page.path, params);
    return { page, params, path: canonicalPath, query, address: listAddress(canonicalPath, query) };
  }

  /** Loads a page's data. A failed loader does not reject: its error is for the page to show. */
  async load({ page, params, path, query }: PageTarget, options: CallOptions = {}): Promise<LoadedPage> {
    const { revision } = this.#gateway;
    const calls: CallResult[] = [];
    const callOptions = { ...options, onResult: (result: CallResult) => calls.push(result) };
    const [root, result] = await Promise.all([
      this.#loadRoot(callOptions),
      loadPage(page, this.#loaders(callOptions), { params, query }).then(
        (data) => ({ data }),
        (error: unknown) => ({ data: {}, error }),
      ),
    ]);
    const location = { pathname: path, search: listAddress('', query), hash: '', key: 'default' };
    return { shown: { location, page, root, ...result }, calls, isProvisional: root.isProvisional, revision };
  }

  async #loadRoot({ onResult, revalidate, requestId }: CallOptions): Promise<RootData> {
    const { site, isProvisional } = await this.#gateway.site({ onResult, revalidate, requestId });
    const { origin, indexable } = this.#config.site;
    return { site: shownSite(site), accent: site.accent, isProvisional, origin, indexable };
  }

  #loaders(options: CallOptions): PageLoaders {
    return {
      loadData: async (page, { params, query }, view) =>
        page.load({
          api: (path, parameters) => this.#gateway.get(path, parameters, options),
          params,
          query,
          view,
        }),
      loadView: (page) => page.view(),
    };
  }
}

/** The parts of the site that pages show; every page contains them. */
function shownSite({ accent: _, security: __, picture, ...site }: Site): Site {
  const { location, alt, width, height, scaled } = picture ?? {};
  return {
    ...site,
    picture: location === undefined ? undefined : { location, alt, width, height, scaled, sources: [] },
  };
}

const fillPattern = (pattern: string, params: Parameters): string =>
  pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
