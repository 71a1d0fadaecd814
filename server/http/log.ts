import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** What a proxy may call a request. */
const REQUEST_ID = /^[\w.:-]{8,128}$/;
/** W3C Trace Context: version, trace, parent, flags. */
const TRACE = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/** What a request is called in the log and in its answer: as the proxy in front calls it, or else by a new name. */
export function requestId({ 'x-request-id': given, traceparent }: IncomingHttpHeaders): string {
  if (typeof given === 'string' && REQUEST_ID.test(given)) return given;
  return (typeof traceparent === 'string' && TRACE.exec(traceparent)?.[1]) || randomUUID();
}

/** Without its query: searches are people's own. */
export const pathOf = (target: string | undefined): string | undefined => target?.split('?', 1)[0]?.slice(0, 200);

export interface Line {
  id: string;
  status: number;
  /** Of the body, where known. */
  bytes?: number;
  ms: number;
  aborted?: boolean;
}

/** One line for each request, where the level wants it. */
export class RequestLog {
  readonly #log: Logger;
  /** Whether any line is written. */
  readonly isOn: boolean;

  constructor(log: Logger) {
    this.#log = log;
    this.isOn = log.isLevelEnabled('info');
  }

  write({ method }: IncomingMessage, path: string | undefined, line: Line): void {
    this.#log.info({ method, path, ...line }, 'request');
  }

  /** Names a request, and logs it once its answer has gone or the visitor has. */
  readonly handler: RequestHandler = (request, response, next) => {
    const start = performance.now();
    const id = requestId(request.headers);
    response.setHeader('X-Request-Id', id);
    if (this.isOn) {
      const path = pathOf(request.originalUrl);
      response.on('close', () => {
        const ms = Math.round(performance.now() - start);
        const aborted = response.writableFinished ? undefined : true;
        this.write(request, path, { id, status: response.statusCode, ms, aborted });
      });
    }
    next();
  };
}
