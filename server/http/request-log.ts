import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Cause } from '@foyer/gateway';
import type { Metrics } from '@foyer/runtime';
import type { Logger } from 'pino';
import { headerOf } from './header-of.ts';
import type { ReadyResponse } from './ready-response.ts';
import type { SentResponse } from './send-response.ts';

const ID_HEADER = 'X-Request-Id';
/** Request ids that are accepted from a proxy. */
const REQUEST_ID = /^[\w.:-]{8,128}$/;
/** W3C Trace Context: version, trace, parent, flags. */
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;
const MAX_PATH_CHARACTERS = 200;

/** Health checks arrive every few seconds: their lines have the level `debug`. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

interface RequestLine extends SentResponse {
  id: string;
  /** The route's pattern; `none`: no route has answered. */
  route: string;
  path: string | undefined;
  /** `none`: the response contains no content of the API. */
  cache: 'hit' | 'miss' | 'none';
  ms: number;
  /** The client closed the connection before the end of the response. */
  aborted: boolean;
}

/** As nginx logs a request whose client has left before the response began. */
const CLIENT_CLOSED = 499;

const NO_HEADERS: readonly string[] = [];
const routes = new WeakMap<ServerResponse, string>();

/** The pattern by which Express has found the handler; undefined for one that is mounted, as the pages are. */
function expressRoute(request: IncomingMessage): string | undefined {
  const route: unknown = 'route' in request ? request.route : undefined;
  return typeof route === 'object' && route !== null && 'path' in route && typeof route.path === 'string'
    ? route.path
    : undefined;
}

/** Names the route of a request for the log and the metrics, by its pattern. */
export const setRoute = (response: ServerResponse, route: string): unknown => routes.set(response, route);

/** The request as a cause of calls, by the id that `RequestLog.start` gave it. */
export const causeOf = (request: IncomingMessage, response: ServerResponse): Cause => {
  const traceparent = headerOf(request, 'traceparent');
  return {
    requestId: String(response.getHeader(ID_HEADER)),
    ...(traceparent !== undefined && TRACEPARENT.test(traceparent) && { traceparent }),
  };
};

/** New ids are those of this process with a number: random bytes for each would take as long as the rest of a log line. */
const ID_PREFIX = `${randomBytes(12).toString('base64url')}-`;
let newIds = 0;

function newId(): string {
  newIds += 1;
  return ID_PREFIX + newIds.toString(36);
}

/** The proxy's request id, or else its trace id, or else a new id. */
export function requestId(request: IncomingMessage): string {
  const id = headerOf(request, 'x-request-id');
  if (id !== undefined && REQUEST_ID.test(id)) return id;
  return traceOf(request) ?? newId();
}

const traceOf = (request: IncomingMessage): string | undefined =>
  TRACEPARENT.exec(headerOf(request, 'traceparent') ?? '')?.[1];

/** Writes one log line and one measurement for each request. */
export class RequestLog {
  readonly #log: Logger;
  readonly #metrics?: Metrics;
  readonly #clientOf?: (request: IncomingMessage) => string | undefined;

  /** @param clientOf the client's address, logged at the level `debug` only: it is personal data */
  constructor(log: Logger, metrics?: Metrics, clientOf?: (request: IncomingMessage) => string | undefined) {
    this.#log = log;
    this.#clientOf = clientOf;
    this.#metrics = metrics;
  }

  /** The level of the log may change at any time. */
  get #isOn(): boolean {
    return this.#metrics !== undefined || this.#log.isLevelEnabled('info');
  }

  /** Sends a ready response and logs it. Without a log and metrics the response has no request id: nothing would refer to it. */
  sendReady(ready: ReadyResponse, request: IncomingMessage, response: ServerResponse): void {
    if (!this.#isOn) {
      void ready.send(request, response, NO_HEADERS);
      return;
    }
    const startedAt = performance.now();
    const id = requestId(request);
    const sent = ready.send(request, response, [ID_HEADER, id]);
    if (sent instanceof Promise) void sent.then((later) => this.#writeReady(ready, request, id, later, startedAt));
    else this.#writeReady(ready, request, id, sent, startedAt);
  }

  /** Gives a request its id, and logs it when its response has ended or the connection has closed. */
  start(request: IncomingMessage, response: ServerResponse): void {
    const startedAt = performance.now();
    const id = requestId(request);
    response.setHeader(ID_HEADER, id);
    if (!this.#isOn) return;
    // Express shortens `url` for mounted handlers.
    const path = pathOf(request.url);
    const { socket } = request;
    const bytesBefore = socket.bytesWritten;
    response.on('close', () => {
      const route = routes.get(response) ?? expressRoute(request) ?? 'none';
      this.#write(request, {
        id,
        route,
        path,
        status: response.headersSent ? response.statusCode : CLIENT_CLOSED,
        // A streamed response has no length: its headers are counted too.
        bytes: Number(response.getHeader('Content-Length') ?? socket.bytesWritten - bytesBefore),
        cache: cacheOf(response),
        ms: performance.now() - startedAt,
        aborted: !response.writableFinished,
      });
    });
  }

  #writeReady(ready: ReadyResponse, request: IncomingMessage, id: string, sent: SentResponse, startedAt: number): void {
    const ms = performance.now() - startedAt;
    // Each field by its name: V8 takes three times as long for the whole line with a spread.
    this.#write(request, {
      status: sent.status,
      bytes: sent.bytes,
      id,
      route: ready.route,
      path: pathOf(request.url),
      cache: 'hit',
      ms,
      aborted: false,
    });
  }

  #write(request: IncomingMessage, line: RequestLine): void {
    const { id, route, path, status, bytes, cache, ms } = line;
    this.#metrics?.request(route, status, cache, ms);
    const isProbe = PROBES.has(route);
    const isDebug = this.#log.isLevelEnabled('debug');
    if (!(isDebug || (!isProbe && this.#log.isLevelEnabled('info')))) return;
    // Fields that are undefined are not written.
    const aborted = line.aborted || undefined;
    const client = isDebug ? this.#clientOf?.(request) || undefined : undefined;
    const { method } = request;
    const trace = traceOf(request);
    const fields = {
      id,
      trace: trace === id ? undefined : trace,
      method,
      route,
      path,
      status,
      bytes,
      cache,
      aborted,
      ms: Math.round(ms),
      client,
    };
    this.#log[isProbe ? 'debug' : 'info'](fields, 'request');
  }
}

/** The path without its query: search words are personal data. */
function pathOf(target: string | undefined): string | undefined {
  const end = target?.indexOf('?') ?? -1;
  return target?.slice(0, end < 0 ? MAX_PATH_CHARACTERS : Math.min(end, MAX_PATH_CHARACTERS));
}

function cacheOf(response: ServerResponse): 'hit' | 'miss' | 'none' {
  const status = response.getHeader('Cache-Status');
  if (typeof status !== 'string') return 'none';
  return status.includes('; hit') ? 'hit' : 'miss';
}
