import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { ContentError } from '../../shared/content-error.ts';
import type { Config } from '../config.ts';
import { setCacheStatus, setRetryAfter } from '../http/cache-status.ts';
import { canonicalAddress } from '../http/canonical-address.ts';
import { isReading } from '../http/method.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import type { Metrics } from '../observability/metrics.ts';
import { idOf, pathOf, type RequestLog, requestId, setRoute } from '../observability/request-log.ts';
import type { Sent } from '../pages/buffered-page.ts';
import type { Manifest } from '../pages/manifest.ts';
import { Moved, type PageAddress, readAddress } from '../pages/page-address.ts';
import { ageHeaders } from '../pages/page-cache.ts';
import type { Loaded, Target } from '../pages/page-loader.ts';
import type { Pages } from '../pages/pages.ts';
import { renderStream } from '../pages/render.tsx';
import { chooseLane } from '../pages/response-mode.ts';

interface HandlerOptions {
  config: Config;
  pages: Pages;
  manifest: Manifest;
  log: Logger;
  metrics?: Metrics;
}

/**
 * Answers requests for pages that are kept, asked for by their one address, in front of everything else.
 * @returns whether it did
 */
export const keptPages =
  (pages: Pages, requests: RequestLog) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!isReading(request)) return false;
    const page = pages.kept(request.url ?? '');
    if (!page) return false;
    const headers = ageHeaders(page);
    if (!requests.isOn) {
      void page.whole.send(request, response, headers);
      return true;
    }
    const start = performance.now();
    const id = requestId(request.headers);
    const wrote = ({ status, bytes }: Sent) =>
      requests.write(request, {
        id,
        route: page.target.page.path,
        path: pathOf(request.url),
        status,
        bytes,
        cache: 'hit',
        ms: performance.now() - start,
      });
    const sent = page.whole.send(request, response, [
      ...headers,
      'X-Request-Id',
      id,
      'Server-Timing',
      'cache;desc=hit',
    ]);
    if ('status' in sent) wrote(sent);
    else void sent.then(wrote);
    return true;
  };

/** Answers every request that is for a page: address, data, response mode, render. Rejects with what went wrong; `errorView` shows it. */
export function pageHandler({ config, pages, manifest, log, metrics }: HandlerOptions): RequestHandler {
  const policy = contentSecurityPolicy(config);

  return async (request, response) => {
    const gone = new AbortController();
    response.on('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    try {
      const address = readAddress(request.originalUrl);
      const target = pages.match(address.path, address.search);
      setRoute(response, target.page.path);
      const kept = pages.kept(target.address);
      if (kept) {
        await kept.whole.send(request, response, ageHeaders(kept));
        return;
      }
      const start = performance.now();
      const loaded = await pages.load(target, { signal: gone.signal, id: idOf(response) });
      const lane = await chooseLane(loaded.data, address.whole, request.headers['user-agent']);
      // What fails because the visitor has left is no page for others.
      gone.signal.throwIfAborted();
      const ready = performance.now();
      response.set('Server-Timing', `load;dur=${(ready - start).toFixed(1)}`);
      if (lane === 'streamed') return await stream(request, response, target, loaded, address);
      const page = await pages.make(target, loaded);
      if (page instanceof Moved) return move(response, page);
      setCacheStatus(response, loaded.sources, page.status);
      response.append('Server-Timing', `render;dur=${(performance.now() - ready).toFixed(1)}`);
      await page.send(request, response);
    } catch (error) {
      if (!gone.signal.aborted) throw error;
    }
  };

  async function stream(
    request: Request,
    response: Response,
    target: Target,
    { context, sources }: Loaded,
    { search }: PageAddress,
  ): Promise<void> {
    setCacheStatus(response, sources);
    const nonce = randomBytes(16).toString('base64');
    const refresh = new URLSearchParams(search);
    refresh.set('whole', '1');
    const start = performance.now();
    const { pipe, abort } = await renderStream(
      { context, manifest, hydrate: true, nonce, refresh: `${target.path}?${refresh}` },
      (err) => {
        if (!response.destroyed && !response.writableEnded)
          log.error({ err, page: target.page.id }, 'a block failed to render');
      },
    );
    metrics?.rendered('streamed', performance.now() - start);
    response
      .status(200)
      .set({
        'Cache-Control': 'no-store',
        'Content-Security-Policy': policy(nonce),
        // nginx holds an answer back until it has all of it, unless it is asked not to.
        'X-Accel-Buffering': 'no',
      })
      .type('html');
    if (request.method === 'HEAD') {
      abort();
      response.end();
      return;
    }
    // What was sent piece by piece goes whole from now on.
    response.on('finish', () => {
      pages.prepare(target).catch((err: unknown) => log.error({ err, page: target.page.id }, 'page failed'));
    });
    pipe(response);
  }
}

/** Shows the error view in the place of a page: for an address that is refused, or a page that failed to render. */
export function errorView({ pages, log }: HandlerOptions): ErrorRequestHandler {
  return async (error: unknown, request, response, next) => {
    // The page is on its way: all that is left is to end it.
    if (response.headersSent) return next(error);
    const status = error instanceof ContentError ? error.status : 500;
    if (status === 500) log.error({ err: error }, 'page failed');
    if (error instanceof ContentError) setRetryAfter(response, error);
    response.status(status).set('Cache-Control', 'no-store').type('html');
    try {
      response.send(await pages.refusal(retryPath(request.originalUrl)));
    } catch (err) {
      log.error({ err }, 'error view failed');
      response.send(
        '<!doctype html><html lang="en"><title>Sorry error occured!!!</title><h1>Sorry error occured!!!</h1>',
      );
    }
  };
}

/** Seconds. An editor may change a redirect at any time. */
const MOVED_MAX_AGE = 300;

function move(response: Response, { location }: Moved): void {
  response.set('Cache-Control', `public, max-age=${MOVED_MAX_AGE}`).redirect(301, location);
}

/** Where trying again leads: the same page, where there is one at all. */
function retryPath(target: string): string {
  try {
    return canonicalAddress(target.split('?', 1)[0] ?? '/');
  } catch {
    return '/';
  }
}
