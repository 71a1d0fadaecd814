import { randomBytes } from 'node:crypto';
import type { Request as HttpRequest, Response as HttpResponse, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { createStaticHandler, type StaticHandlerContext } from 'react-router-dom';
import { ContentError, pageStatus } from '../../shared/content-error.ts';
import { ROOT, type RootData } from '../../shared/document/root.ts';
import { blocksOf, type Page, queryOf, verdictOf } from '../../shared/page.ts';
import { createRoutes } from '../../shared/routes.tsx';
import type { Config } from '../config.ts';
import type { Gateway, Served } from '../frontapi/gateway.ts';
import { setCacheStatus, setRetryAfter } from '../http/cache-status.ts';
import { contentSecurityPolicy } from '../http/security.ts';
import { themeAddress } from '../http/theme.ts';
import { Moved, type PageAddress, readAddress } from './address.ts';
import { chooseLane } from './lane.ts';
import type { Manifest } from './manifest.ts';
import { renderStream, renderWhole } from './render.tsx';

interface PageDeps {
  config: Config;
  gateway: Gateway;
  manifest: Manifest;
  log: Logger;
}

/** Answers every request that is for a page: address, data, lane, render. Its every error exit is a page too. */
export function pageHandler({ config, gateway, manifest, log }: PageDeps): RequestHandler {
  const policy = contentSecurityPolicy(config);
  /** Where what a page is made of came from. */
  const sources = new WeakMap<Request, Served[]>();
  const { query, dataRoutes } = createStaticHandler(
    createRoutes({
      async root(): Promise<RootData> {
        const { origin, indexable } = config.site;
        const { site, provisional } = await gateway.site();
        return { site, theme: themeAddress(site.accent), provisional, origin, indexable };
      },
      load: async (page, request, params, view) =>
        page.load({
          api: (path, parameters) =>
            gateway.get(path, parameters, {
              signal: request.signal,
              served: (from) => sources.get(request)?.push(from),
            }),
          params,
          view,
          query: queryOf(page, new URL(request.url).searchParams),
        }),
      view: (page) => page.view(),
    }),
  );

  return async (request, response) => {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.set('Allow', 'GET, HEAD');
        throw new ContentError(405, 'GET and HEAD only');
      }
      const address = readAddress(request.originalUrl);
      if (address instanceof Moved) {
        response.set('Cache-Control', 'public, max-age=3600').redirect(308, address.location);
        return;
      }
      const from: Served[] = [];
      const context = await load(address, gone.signal, from);
      await send(request, response, address, context, from);
    } catch (error) {
      if (gone.signal.aborted) return;
      await refuse(request, response, error);
    }
  };

  async function load(
    { path, search }: PageAddress,
    signal: AbortSignal,
    from: Served[] = [],
  ): Promise<StaticHandlerContext> {
    const url = new URL(path, config.site.origin);
    url.search = search.toString();
    const request = new Request(url, { signal });
    sources.set(request, from);
    const context = await query(request);
    // No loader redirects.
    if (context instanceof Response) throw new Error(`unexpected redirect of ${path}`);
    return context;
  }

  async function send(
    request: HttpRequest,
    response: HttpResponse,
    address: PageAddress,
    context: StaticHandlerContext,
    from: readonly Served[],
  ) {
    const page = pageOf(context);
    const data = context.loaderData[page.id] ?? {};
    const lane = await chooseLane(data, address.whole, request.headers['user-agent']);
    setCacheStatus(response, from);
    if (lane === 'streamed') return stream(request, response, address, context);

    const verdict = verdictOf(data)?.settled;
    if (verdict?.ok && verdict.data)
      context.errors = { [page.id]: new ContentError(503, 'no block of the page could be had') };
    const error = Object.values(context.errors ?? {})[0];
    if (error instanceof ContentError) setRetryAfter(response, error);
    const missing = error !== undefined && pageStatus(error) === 404;
    const redirect = missing ? await gateway.redirect(address.path) : undefined;
    if (redirect?.to) {
      response.set('Cache-Control', cacheControl(301, 0)).redirect(301, redirect.to);
      return;
    }
    if (error !== undefined && !(error instanceof ContentError))
      log.error({ err: error, page: page.id }, 'page failed');
    const faults: unknown[] = [];
    const html = await renderWhole({ context, dataRoutes, manifest, hydrate: true }, (fault) => faults.push(fault));
    for (const err of faults) log.error({ err, page: page.id }, 'a block failed to render');

    const status = error === undefined ? 200 : redirect?.gone ? 410 : pageStatus(error);
    const complete = faults.length === 0 && !isProvisional(context) && blocksOf(data).every(([, b]) => b.settled?.ok);
    response.status(status).set('Cache-Control', complete ? cacheControl(status, page.maxAge) : 'no-store');
    response.type('html').send(html);
  }

  async function stream(
    request: HttpRequest,
    response: HttpResponse,
    address: PageAddress,
    context: StaticHandlerContext,
  ) {
    const nonce = randomBytes(16).toString('base64');
    const refresh = new URLSearchParams(address.search);
    refresh.set('whole', '1');
    const { pipe, abort } = await renderStream(
      { context, dataRoutes, manifest, hydrate: true, nonce, refresh: `${address.path}?${refresh}` },
      (err) => {
        if (!response.destroyed && !response.writableEnded)
          log.error({ err, page: pageOf(context).id }, 'a block failed to render');
      },
    );
    response
      .status(200)
      .set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policy(nonce) })
      .type('html');
    if (request.method === 'HEAD') {
      abort();
      response.end();
    } else pipe(response);
  }

  /** The error view, for what has no page: a bad address, or a page that failed to render. */
  async function refuse(request: HttpRequest, response: HttpResponse, error: unknown): Promise<void> {
    const status = error instanceof ContentError ? error.status : 500;
    if (status === 500) log.error({ err: error }, 'page failed');
    if (error instanceof ContentError) setRetryAfter(response, error);
    response.status(status).set('Cache-Control', 'no-store').type('html');
    try {
      const context = await load(
        { path: '/-', search: new URLSearchParams(), whole: true },
        new AbortController().signal,
      );
      context.errors = { [pageOf(context).id]: new ContentError(400, 'refused') };
      context.location = { ...context.location, pathname: pathOf(request.originalUrl) };
      response.send(await renderWhole({ context, dataRoutes, manifest, hydrate: false }, () => {}));
    } catch (err) {
      log.error({ err }, 'error view failed');
      response.send(
        '<!doctype html><html lang="en"><title>Sorry error occured!!!</title><h1>Sorry error occured!!!</h1>',
      );
    }
  }
}

/** Where trying again leads: the same page, where there is one at all. */
function pathOf(target: string): string {
  try {
    const address = readAddress(target.split('?', 1)[0] ?? '/');
    return address instanceof Moved ? address.location : address.path;
  } catch {
    return '/';
  }
}

function pageOf(context: StaticHandlerContext): Page {
  return context.matches.at(-1)?.route.handle;
}

function isProvisional({ loaderData }: StaticHandlerContext): boolean {
  return (loaderData[ROOT] as RootData | undefined)?.provisional !== false;
}

function cacheControl(status: number, maxAge: number): string {
  if (status === 404 || status === 410) return 'public, max-age=0, s-maxage=10';
  // Editors change their minds.
  if (status === 301) return 'public, max-age=300';
  if (status !== 200) return 'no-store';
  return `public, max-age=0, s-maxage=${maxAge}, stale-while-revalidate=${maxAge}, stale-if-error=86400`;
}
