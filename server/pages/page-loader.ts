import { createStaticHandler, type StaticHandlerContext } from 'react-router-dom';
import { ContentError } from '../../shared/content-error.ts';
import type { Site } from '../../shared/contract/site.ts';
import { ROOT, type RootData } from '../../shared/document/root.ts';
import { listAddress } from '../../shared/list.ts';
import { type Page, queryOf } from '../../shared/page.ts';
import { matchRoutes, type RouteObject } from '../../shared/router.ts';
import { createRoutes, type Host, loadPage } from '../../shared/routes.tsx';
import type { Config } from '../config.ts';
import type { Asking, Gateway, Served } from '../content-api/gateway.ts';
import { themeAddress } from '../routes/theme.ts';

/** What an address asks for. */
export interface Target {
  page: Page;
  matches: StaticHandlerContext['matches'];
  path: string;
  query: ReturnType<typeof queryOf>;
  /** The one address of what is shown: path and the page's own parameters, in their order. */
  address: string;
}

export interface Loaded {
  /** As React Router renders it. */
  context: StaticHandlerContext;
  /** Of the page itself; what it defers may still be to come. */
  data: object;
  /** The answers that it is made of; those of what is still to come are added as they arrive. */
  sources: Served[];
  /** Whether the site is a plain one, standing in for one that could not be had. */
  provisional: boolean;
  /** The gateway's generation when loading began. */
  since: number;
}

/** Matches addresses to pages, and loads what a page shows. */
export class Loader {
  readonly #config: Config;
  readonly #gateway: Gateway;
  readonly #table: (path: string) => DataRoutes;

  constructor(config: Config, gateway: Gateway) {
    this.#config = config;
    this.#gateway = gateway;
    this.#table = tableOf(createRoutes(this.#host({})));
  }

  /** Throws a ContentError, 400, for what no route matches: a path with a line break. */
  match(path: string, search: URLSearchParams): Target {
    // The last row takes any other path.
    const matches = matchRoutes(this.#table(path), path);
    const { route, params } = matches?.at(-1) ?? {};
    if (!matches || !route) throw new ContentError(400, 'an address that no route matches');
    const page: Page = route.handle;
    const query = queryOf(page, search);
    const clean = page.path === '*' ? path : filled(page.path, params ?? {});
    return { page, matches, path: clean, query, address: listAddress(clean, query) };
  }

  /** Never rejects for what could not be had: that is for the page to show. */
  async load({ page, matches, path, query }: Target, asking: Asking = {}): Promise<Loaded> {
    const since = this.#gateway.generation;
    const sources: Served[] = [];
    const host = this.#host({ ...asking, served: (answer) => sources.push(answer) });
    const params = matches.at(-1)?.params ?? {};
    const [root, { data, errors }] = await Promise.all([
      host.root(),
      loadPage(page, host, { params, query }).then(
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
    return { context, data, sources, provisional: root.provisional, since };
  }

  #host(asking: Asking): Host {
    const gateway = this.#gateway;
    const { origin, indexable } = this.#config.site;
    return {
      async root(): Promise<RootData> {
        const { site, provisional } = await gateway.site({ served: asking.served, renew: asking.renew, id: asking.id });
        return { site: shownOf(site), theme: themeAddress(site.accent), provisional, origin, indexable };
      },
      load: async (page, { params, query }, view) =>
        page.load({ api: (path, parameters) => gateway.get(path, parameters, asking), params, query, view }),
      view: (page) => page.view(),
    };
  }
}

type DataRoutes = ReturnType<typeof createStaticHandler>['dataRoutes'];

/** The rows that a path may match. React Router ranks all that it is given each time, which for the whole table costs a tenth of a render. */
function tableOf([root]: RouteObject[]): (path: string) => DataRoutes {
  const first = (path: string) => decodeURIComponent(path.split('/', 2).find(Boolean) ?? '');
  const rows = root?.children ?? [];
  const under = (name?: string) => {
    const children = rows.filter(({ path = '' }) => path === '*' || first(path) === name);
    return createStaticHandler([{ ...root, index: false, children }]).dataRoutes;
  };
  const names = new Set(rows.map(({ path = '' }) => first(path)));
  const tables = new Map([...names].map((name) => [name, under(name)]));
  const others = under();
  return (path) => tables.get(first(path)) ?? others;
}

/** What pages show of the site: each of them carries it. */
function shownOf({ accent: _, security: __, picture, ...site }: Site): Site {
  const { location, alt, width, height, scaled } = picture ?? {};
  return {
    ...site,
    picture: location === undefined ? undefined : { location, alt, width, height, scaled, sources: [] },
  };
}

const filled = (path: string, params: Record<string, string | undefined>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
