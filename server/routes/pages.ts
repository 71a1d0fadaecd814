import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { setCacheStatus } from '../http/cache-status.ts';
import { requestIdOf, setRoute } from '../observability/request-log.ts';
import { BUFFERED_PARAMETER, type PageAddress, readAddress } from '../pages/page-address.ts';
import type { LoadedPage, PageTarget } from '../pages/page-loader.ts';
import { MovedPage, type Pages } from '../pages/pages.ts';
import { chooseResponseMode } from '../pages/response-mode.ts';

export interface PageHandlerOptions {
  pages: Pages;
  log: Logger;
}

/** An editor may change a redirect at any time. */
const MOVED_MAX_AGE_SECONDS = 300;

/** Any page: match, cache, load, response mode, render, send. Rejects with the error that `errorView` shows. */
export function pageHandler({ pages, log }: PageHandlerOptions): RequestHandler {
  return async (request, response) => {
    const visitor = new AbortController();
    response.on('close', () => {
      if (!response.writableFinished) visitor.abort();
    });
    try {
      const address = readAddress(request.originalUrl);
      const target = pages.match(address.path, address.search);
      setRoute(response, target.page.path);
      // The address as requested may have parameters that are no part of the page's.
      const cached = pages.lookUp(target.address);
      if (cached) {
        await cached.page.send(request, response, cached.ageHeaders());
        return;
      }
      const startedAt = performance.now();
      const loaded = await pages.load(target, { signal: visitor.signal, requestId: requestIdOf(response) });
      const mode = await chooseResponseMode(
        loaded.shown.data,
        address.isBufferedRequested,
        request.headers['user-agent'],
      );
      // Calls that failed because this visitor has left must not be rendered into a page for others.
      visitor.signal.throwIfAborted();
      const loadedAt = performance.now();
      response.set('Server-Timing', `load;dur=${(loadedAt - startedAt).toFixed(1)}`);
      if (mode === 'streamed') return await sendStreamed(request, response, target, loaded, address);
      const page = await pages.render(target, loaded);
      if (page instanceof MovedPage) return redirect(response, page);
      // An error page is rendered for this request: a cached frame does not make it a hit.
      setCacheStatus(response, page.status === 200 ? loaded.calls : [{ hit: false }], page.isCacheable);
      response.append('Server-Timing', `render;dur=${(performance.now() - loadedAt).toFixed(1)}`);
      await page.send(request, response);
    } catch (error) {
      if (!visitor.signal.aborted) throw error;
    }
  };

  async function sendStreamed(
    request: Request,
    response: Response,
    target: PageTarget,
    loaded: LoadedPage,
    { search }: PageAddress,
  ): Promise<void> {
    // A call of a deferred block is in flight.
    setCacheStatus(response, [{ hit: false }], false);
    const bufferedSearch = new URLSearchParams(search);
    bufferedSearch.set(BUFFERED_PARAMETER, '1');
    const { pipe, abort, policy } = await pages.stream(loaded, `${target.path}?${bufferedSearch}`, (err) => {
      if (!response.destroyed && !response.writableEnded)
        log.error({ err, page: target.page.id }, 'a block failed to render');
    });
    response
      .status(200)
      .set({
        'Cache-Control': 'no-store',
        'Content-Security-Policy': policy,
        ...(loaded.shown.root.locales.length > 1 && { 'Content-Language': target.locale }),
        // Without it nginx buffers the response until its end.
        'X-Accel-Buffering': 'no',
      })
      .type('html');
    if (request.method === 'HEAD') {
      abort();
      response.end();
      return;
    }
    // The next visitor gets the buffered page.
    response.on('finish', () => {
      pages.prepare(target).catch((err: unknown) => log.error({ err, page: target.page.id }, 'page failed'));
    });
    pipe(response);
  }
}

function redirect(response: Response, { location }: MovedPage): void {
  response.set('Cache-Control', `public, max-age=${MOVED_MAX_AGE_SECONDS}`).redirect(301, location);
}
