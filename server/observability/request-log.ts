import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { SentResponse } from '../http/send-response.ts';
import type { Metrics } from './metrics.ts';

const ID_HEADER = 'X-Request-Id';
/** Request ids that are accepted from a proxy. */
const REQUEST_ID = /^[\w.:-]{8,128}$/;
/** W3C Trace Context: version, trace, parent, flags. */
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;
const MAX_PATH_CHARACTERS = 200;

/** Health checks arrive every few seconds: their lines have the level `debug`. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** A complete response in memory that can be sent without Express. */
export interface CacheHit {
  /** The route's pattern. */
  route: string;
  /** Sends the response. @param headers of this response alone, flat */
  send(
    request: IncomingMessage,
    response: ServerResponse,
    headers: readonly string[],
  ): SentResponse | Promise<SentResponse>;
}

interface RequestLine extends SentResponse {
  id: string;
  /** The route's pattern; none: no route has answered. */
  route?: string;
  path?: string;
  /** `none`: the response contains no content of the API. */
  cache: 'hit' | 'miss' | 'none';
  ms: number;
  /** The client closed the connection before the end of the response. */
  aborted?: boolean;
}

const NO_HEADERS: readonly string[] = [];
const routes = new WeakMap<ServerResponse, string>();

/** Names the route of a request for the log and the metrics, by its pattern. */
export const setRoute = (response: ServerResponse, route: string): unknown => routes.set(response, route);

/** The id that `RequestLog.start` gave the request. */
export const requestIdOf = (response: ServerResponse): string => String(response.getHeader(ID_HEADER));

/** The proxy's request id, or else its trace id, or else a new id. */
export function requestId({ 'x-request-id': id, traceparent }: IncomingHttpHeaders): string {
  if (typeof id === 'string' && REQUEST_ID.test(id)) return id;
  return (typeof traceparent === 'string' && TRACEPARENT.exec(traceparent)?.[1]) || randomUUID();
}

/** Writes one log line and one measurement for each request. */
export class RequestLog {
  readonly #log: Logger;
  readonly #metrics?: Metrics;
  readonly #hasLines: boolean;
  readonly #clientOf?: (request: IncomingMessage) => string | undefined;
  readonly #isOn: boolean;

  /** @param clientOf the client's address, logged at the level `debug` only: it is personal data */
  constructor(log: Logger, metrics?: Metrics, clientOf?: (request: IncomingMessage) => string | undefined) {
    if (log.isLevelEnabled('debug')) this.#clientOf = clientOf;
    this.#log = log;
    this.#metrics = metrics;
    this.#hasLines = log.isLevelEnabled('info');
    this.#isOn = this.#hasLines || metrics !== undefined;
  }

  /** Sends a cache hit and logs it. Without a log and metrics the response has no request id: nothing would refer to it. */
  sendHit(hit: CacheHit, request: IncomingMessage, response: ServerResponse): void {
    if (!this.#isOn) {
      void hit.send(request, response, NO_HEADERS);
      return;
    }
    const startedAt = performance.now();
    const id = requestId(request.headers);
    const write = (sent: SentResponse) =>
      this.#write(request, {
        id,
        route: hit.route,
        path: pathOf(request.url),
        ...sent,
        cache: 'hit',
        ms: performance.now() - startedAt,
      });
    const sent = hit.send(request, response, [ID_HEADER, id]);
    if (sent instanceof Promise) void sent.then(write);
    else write(sent);
  }

  /** Gives a request its id, and logs it when its response has ended or the connection has closed. */
  start(request: IncomingMessage, response: ServerResponse): void {
    const startedAt = performance.now();
    const id = requestId(request.headers);
    response.setHeader(ID_HEADER, id);
    if (!this.#isOn) return;
    // Express shortens `url` for mounted handlers.
    const path = pathOf(request.url);
    const { socket } = request;
    const bytesBefore = socket.bytesWritten;
    response.on('close', () => {
      this.#write(request, {
        id,
        route: routes.get(response),
        path,
        status: response.statusCode,
        // A streamed response has no length: its headers are counted too.
        bytes: Number(response.getHeader('Content-Length') ?? socket.bytesWritten - bytesBefore),
        cache: cacheOf(response),
        ms: performance.now() - startedAt,
        ...(!response.writableFinished && { aborted: true }),
      });
    });
  }

  #write(request: IncomingMessage, { id, route = 'none', path, ms, ...rest }: RequestLine): void {
    this.#metrics?.request(route, rest.status, rest.cache, ms);
    if (!this.#hasLines) return;
    const { method } = request;
    const client = this.#clientOf?.(request);
    const line = { id, method, route, path, ...rest, ms: Math.round(ms), ...(client && { client }) };
    if (PROBES.has(route)) this.#log.debug(line, 'request');
    else this.#log.info(line, 'request');
  }
}

/** The path without its query: search words are personal data. */
const pathOf = (target: string | undefined): string | undefined =>
  target?.split('?', 1)[0]?.slice(0, MAX_PATH_CHARACTERS);

function cacheOf(response: ServerResponse): 'hit' | 'miss' | 'none' {
  const status = response.getHeader('Cache-Status');
  if (typeof status !== 'string') return 'none';
  return status.includes('; hit') ? 'hit' : 'miss';
}
