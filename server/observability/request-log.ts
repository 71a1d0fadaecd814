import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

const ID = 'X-Request-Id';
/** What a proxy may call a request. */
const REQUEST_ID = /^[\w.:-]{8,128}$/;
/** W3C Trace Context: version, trace, parent, flags. */
const TRACE = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/** What a request is called in the log and in its answer: as the proxy in front calls it, or else by a new name. */
export function requestId({ 'x-request-id': given, traceparent }: IncomingHttpHeaders): string {
  if (typeof given === 'string' && REQUEST_ID.test(given)) return given;
  return (typeof traceparent === 'string' && TRACE.exec(traceparent)?.[1]) || randomUUID();
}

/** The name that a request was given. */
export const idOf = (response: ServerResponse): string => String(response.getHeader(ID));

/** Without its query: searches are people's own. */
export const pathOf = (target: string | undefined): string | undefined => target?.split('?', 1)[0]?.slice(0, 200);

/** The pattern of what was asked for. */
const routes = new WeakMap<ServerResponse, string>();
export const setRoute = (response: ServerResponse, route: string): unknown => routes.set(response, route);

/** Routes that are asked every few seconds by machines: a request's line is of level `debug`, and drowns no other. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

interface Line {
  id: string;
  /** Of no route: what nobody has set. */
  route?: string;
  path?: string;
  status: number;
  /** Of the answer's body; of what goes out piece by piece, headers included. */
  bytes: number;
  /** Whether the answer was there: hit, miss, or none where it is not made of content. */
  cache: string;
  ms: number;
  aborted?: boolean;
}

/** One line for each request, where the level wants it, and one measurement, where somebody asks for them. */
export class RequestLog {
  readonly #log: Logger;
  readonly #metrics?: Metrics;
  readonly #hasLines: boolean;
  readonly #clientOf?: (request: IncomingMessage) => string | undefined;
  /** Whether anything is written of a request. */
  readonly isOn: boolean;

  /** @param clientOf whose request it is: told at the level `debug` alone, as an address is personal data */
  constructor(log: Logger, metrics?: Metrics, clientOf?: (request: IncomingMessage) => string | undefined) {
    if (log.isLevelEnabled('debug')) this.#clientOf = clientOf;
    this.#log = log;
    this.#metrics = metrics;
    this.#hasLines = log.isLevelEnabled('info');
    this.isOn = this.#hasLines || metrics !== undefined;
  }

  write(request: IncomingMessage, { id, route = 'none', path, ms, ...rest }: Line): void {
    this.#metrics?.request(route, rest.status, rest.cache, ms);
    if (!this.#hasLines) return;
    const { method } = request;
    const client = this.#clientOf?.(request);
    const line = { id, method, route, path, ...rest, ms: Math.round(ms), ...(client && { client }) };
    if (PROBES.has(route)) this.#log.debug(line, 'request');
    else this.#log.info(line, 'request');
  }

  /** Names a request, and tells of it once its answer has gone or the visitor has. */
  readonly handler: RequestHandler = (request, response, next) => {
    const start = performance.now();
    const id = requestId(request.headers);
    response.setHeader(ID, id);
    if (this.isOn) {
      const path = pathOf(request.originalUrl);
      const { socket } = request;
      const before = socket.bytesWritten;
      response.on('close', () => {
        this.write(request, {
          id,
          route: routes.get(response),
          path,
          status: response.statusCode,
          bytes: Number(response.getHeader('Content-Length') ?? socket.bytesWritten - before),
          cache: cacheOf(response),
          ms: performance.now() - start,
          ...(!response.writableFinished && { aborted: true }),
        });
      });
    }
    next();
  };
}

function cacheOf(response: ServerResponse): string {
  const status = response.getHeader('Cache-Status');
  if (typeof status !== 'string') return 'none';
  return status.includes('; hit') ? 'hit' : 'miss';
}
