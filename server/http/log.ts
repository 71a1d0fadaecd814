import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** One line for each request, once its answer has gone or the visitor has. Without its query: searches are people's own. */
export const requestLog =
  (log: Logger): RequestHandler =>
  (request, response, next) => {
    const start = performance.now();
    const path = request.originalUrl.split('?', 1)[0]?.slice(0, 200);
    response.on('close', () => {
      const ms = Math.round(performance.now() - start);
      const line = { method: request.method, path, status: response.statusCode, ms };
      if (response.writableFinished) log.info(line, 'request');
      else log.info({ ...line, aborted: true }, 'request');
    });
    next();
  };
