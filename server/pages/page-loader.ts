import { ContentError } from '../../shared/content-error.ts';
import { ROOT, type RootData } from '../../shared/document/root.ts';
import type { Site } from '../../shared/kinds/site.ts';
import { listAddress } from '../../shared/list-page.ts';
import { type Page, queryOf } from '../../shared/page.ts';
import { matchRoutes, type RouteObject } from '../../shared/router.ts';
import { createRoutes, loadPage, type RouteLoaders } from '../../shared/routes.tsx';
import type { Config } from '../config.ts';
import type { CallOptions, CallResult } from '../content-api/call-result.ts';
import type { Gateway } from '../content-api/gateway.ts';
import { createStaticHandler, type StaticHandlerContext } from './router.ts';

/** A page with its parameters, matched from an address. */
export interface PageTarget {
  page: Page;
  matches: StaticHandlerContext['matches'];
  path: string;
  query: ReturnType<typeof queryOf>;
  /** The canonical address: the path, and the page's own parameters in their order. */
  address: string;
}

export interface LoadedPage {
  /** For React Router's renderer. */
  context: StaticHandlerContext;
  /** The loader's data; its deferred blocks may not have arrived. */
  data: object;
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
  readonly #routesFor: (path: string) => DataRoutes;

  constructor(config: Config, gateway: Gateway) {
    this.#config = config;
    this.#gateway = gateway;
    this.#routesFor = routesByFirstSegment(createRoutes(this.#routeLoaders({})));
  }

  /** Throws a ContentError, 400, for an address that no route matches: a path with a line break. */
  match(path: string, search: URLSearchParams): PageTarget {
    // The route of the not-found page matches any other path.
    const matches = matchRoutes(this.#routesFor(path), path);
    const { route, params } = matches?.at(-1) ?? {};
    if (!matches || !route) throw new ContentError(400, 'an address that no route matches');
    const page: Page = route.handle;
    const query = queryOf(page, search);
    const canonicalPath = page.path === '*' ? path : fillPattern(page.path, params ?? {});
    return { page, matches, path: canonicalPath, query, address: listAddress(canonicalPath, query) };
  }

  /** Loads a page's data. A failed loader does not reject: its error is in the context, for the page to show. */
  async load({ page, matches, path, query }: PageTarget, options: CallOptions = {}): Promise<LoadedPage> {
    const { revision } = this.#gateway;
    const calls: CallResult[] = [];
    const loaders = this.#routeLoaders({ ...options, onResult: (result) => calls.push(result) });
    const params = matches.at(-1)?.params ?? {};
    const [root, { data, errors }] = await Promise.all([
      loaders.loadRoot(),
      loadPage(page, loaders, { params, query }).then(
        (data) => ({ data, errors: null }),
        (error: unknown) => ({ data: {}, errors: { [page.id]: error } }),
      ),
    ]);
    const context: StaticHandlerContext = {
      basename: '/',
      location: { pathname: path, search: listAddress('', query), hash: '', state: null, key: 'default' },
      matches,
      loaderData: { [ROOT]: root, ...(!errors && { [page.id]: data }) },
      actionData: null,
      errors,
      statusCode: 200,
      loaderHeaders: {},
      actionHeaders: {},
    };
    return { context, data, calls, isProvisional: root.isProvisional, revision };
  }

  #routeLoaders(options: CallOptions): RouteLoaders {
    const gateway = this.#gateway;
    const { origin, indexable } = this.#config.site;
    const { onResult, revalidate, requestId } = options;
    return {
      async loadRoot(): Promise<RootData> {
        const { site, isProvisional } = await gateway.site({ onResult, revalidate, requestId });
        return {
          site: shownSite(site),
          accent: site.accent,
          isProvisional,
          origin,
          indexable,
        };
      },
      loadData: async (page, { params, query }, view) =>
        page.load({ api: (path, parameters) => gateway.get(path, parameters, options), params, query, view }),
      loadView: (page) => page.view(),
    };
  }
}

type DataRoutes = ReturnType<typeof createStaticHandler>['dataRoutes'];

/** Groups the routes by the first segment of their paths: React Router ranks all routes for each match, which takes a tenth of a render for the complete table. */
function routesByFirstSegment([root]: RouteObject[]): (path: string) => DataRoutes {
  const firstSegment = (path: string) => decodeURIComponent(path.split('/', 2).find(Boolean) ?? '');
  const rows = root?.children ?? [];
  const routesWith = (segment?: string) => {
    const children = rows.filter(({ path = '' }) => path === '*' || firstSegment(path) === segment);
    return createStaticHandler([{ ...root, index: false, children }]).dataRoutes;
  };
  const segments = new Set(rows.map(({ path = '' }) => firstSegment(path)));
  const tables = new Map([...segments].map((segment) => [segment, routesWith(segment)]));
  const notFound = routesWith();
  return (path) => tables.get(firstSegment(path)) ?? notFound;
}

/** The parts of the site that pages show; every page contains them. */
function shownSite({ accent: _, security: __, picture, ...site }: Site): Site {
  const { location, alt, width, height, scaled } = picture ?? {};
  return {
    ...site,
    picture: location === undefined ? undefined : { location, alt, width, height, scaled, sources: [] },
  };
}

const fillPattern = (pattern: string, params: Record<string, string | undefined>): string =>
  pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
