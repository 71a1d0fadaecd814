import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { setCacheStatus } from '../http/cache-status.ts';
import { compressWhileSent } from '../http/compress.ts';
import { causeOf, setRoute } from '../http/request-log.ts';
import { writeHeaders } from '../http/security-headers.ts';
import { sendResponse } from '../http/send-response.ts';
import { BUFFERED_PARAMETER, type PageAddress, readAddress } from '../pages/page-address.ts';
import type { LoadedPage, PageTarget } from '../pages/page-loader.ts';
import { MovedPage, type Pages } from '../pages/pages.ts';
import { chooseResponseMode } from '../pages/response-mode.ts';
import type { ErrorResponse } from './errors.ts';

interface PageRouteOptions {
  pages: Pages;
  /** Of every response, flat. */
  headers: readonly string[];
  sendError: ErrorResponse;
  log: Logger;
}

interface RequestedPage {
  address: PageAddress;
  target: PageTarget;
}

/** An editor may change a redirect at any time. */
const MOVED_MAX_AGE_SECONDS = 300;

/** Any page, with and without Express, whose routing and methods take a tenth of the time of a rendered page. */
export class PageRoute {
  readonly #pages: Pages;
  readonly #headers: readonly string[];
  readonly #sendError: ErrorResponse;
  readonly #log: Logger;

  constructor({ pages, headers, sendError, log }: PageRouteOptions) {
    this.#pages = pages;
    this.#headers = headers;
    this.#sendError = sendError;
    this.#log = log;
  }

  /** Finds the page of a canonical address. Undefined: another route may have the address, or it has to be refused. */
  find(url: string): RequestedPage | undefined {
    try {
      const requested = this.#match(url);
      const { target } = requested;
      // A name with a dot may be a file below a page: /news/feed.xml.
      return target.page.path === '*' || target.path.includes('.') ? undefined : requested;
    } catch {
      // `serve` throws the same error again, and answers with it.
      return undefined;
    }
  }

  /** Match, cache, load, response mode, render, send; or the error. Never rejects. */
  async serve(request: IncomingMessage, response: ServerResponse, found?: RequestedPage): Promise<void> {
    const visitor = new AbortController();
    response.on('close', () => {
      if (!response.writableFinished) visitor.abort();
    });
    try {
      await this.#serve(request, response, found ?? this.#match(request.url ?? '/'), visitor.signal);
    } catch (error) {
      if (!visitor.signal.aborted) await this.#sendError(error, request, response);
    }
  }

  #match(url: string): RequestedPage {
    const address = readAddress(url);
    return { address, target: this.#pages.match(address.path, address.search) };
  }

  async #serve(
    request: IncomingMessage,
    response: ServerResponse,
    { address, target }: RequestedPage,
    signal: AbortSignal,
  ): Promise<void> {
    setRoute(response, target.page.path);
    const moved = address.search.size > 0 ? await this.#pages.movedByQuery(target.path, address.search) : undefined;
    if (moved) return this.#redirect(request, response, moved);
    // The address as requested may have parameters that are no part of the page's.
    const cached = this.#pages.lookUp(target.address);
    if (cached) {
      await cached.page.send(request, response, cached.ageHeaders());
      return;
    }
    const startedAt = performance.now();
    const loaded = await this.#pages.load(target, { signal, cause: causeOf(request, response) });
    const { data } = loaded.shown;
    const mode = await chooseResponseMode(data, address.isBufferedRequested, request.headers['user-agent']);
    // Calls that failed because this visitor has left must not be rendered into a page for others.
    signal.throwIfAborted();
    const loadedAt = performance.now();
    const loadTime = `load;dur=${(loadedAt - startedAt).toFixed(1)}`;
    if (mode === 'streamed') {
      response.setHeader('Server-Timing', loadTime);
      return await this.#sendStreamed(request, response, target, loaded, address);
    }
    const page = await this.#pages.render(target, loaded);
    if (page instanceof MovedPage) return this.#redirect(request, response, page);
    // An error page is rendered for this request: a cached frame does not make it a hit.
    setCacheStatus(response, page.status === 200 ? loaded.calls : [{ hit: false }], page.isCacheable);
    const renderTime = `render;dur=${(performance.now() - loadedAt).toFixed(1)}`;
    await page.send(request, response, [], ['Server-Timing', `${loadTime}, ${renderTime}`]);
  }

  async #sendStreamed(
    request: IncomingMessage,
    response: ServerResponse,
    target: PageTarget,
    loaded: LoadedPage,
    { search }: PageAddress,
  ): Promise<void> {
    // A call of a deferred block is in flight.
    setCacheStatus(response, [{ hit: false }], false);
    const bufferedSearch = new URLSearchParams(search);
    bufferedSearch.set(BUFFERED_PARAMETER, '1');
    const { pipe, abort, policy } = await this.#pages.stream(loaded, `${target.path}?${bufferedSearch}`, (err) => {
      if (!response.destroyed && !response.writableEnded)
        this.#log.error({ err, page: target.page.id }, 'a block failed to render');
    });
    writeHeaders(response, [
      ...this.#headers,
      ...['Content-Security-Policy', policy],
      ...['Cache-Control', 'no-store'],
      ...['Content-Type', 'text/html; charset=utf-8'],
      ...(loaded.shown.root.locales.length > 1 ? ['Content-Language', target.locale] : []),
      // Without it nginx buffers the response until its end.
      ...['X-Accel-Buffering', 'no'],
    ]);
    compressWhileSent(request, response, () => {});
    if (request.method === 'HEAD') {
      abort();
      response.end();
      return;
    }
    // The next visitor gets the buffered page.
    response.on('finish', () => {
      this.#pages
        .prepare(target)
        .catch((err: unknown) => this.#log.error({ err, page: target.page.id }, 'page failed'));
    });
    pipe(response);
  }

  #redirect(request: IncomingMessage, response: ServerResponse, { location }: MovedPage): void {
    sendResponse(request, response, 301, [
      ...this.#headers,
      ...['Cache-Control', `public, max-age=${MOVED_MAX_AGE_SECONDS}`],
      ...['Location', encodedAddress(location)],
      ...['Content-Length', '0'],
    ]);
  }
}

/** An address whose escapes are kept, in the characters of a header. */
const encodedAddress = (address: string): string => encodeURI(address.toWellFormed()).replaceAll('%25', '%');
