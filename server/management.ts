import { timingSafeEqual } from 'node:crypto';
import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { type Purge, purge as purgeSchema } from './content-api/purge.ts';
import { contentType } from './observability/metrics.ts';

/** What is for the operator and the CMS alone, on a port of its own: `GET /metrics`, `POST /purge`. */
export function createManagement({
  purge,
  metrics,
  log,
  purgeToken,
}: {
  /** In the text form of Prometheus. */
  metrics: () => Promise<string>;
  purge: (what: Purge) => Promise<void>;
  log: Logger;
  purgeToken?: string;
}): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  app.get('/metrics', async (_request, response) => {
    response.set('Content-Type', contentType).send(await metrics());
  });
  if (purgeToken) {
    app.post(
      '/purge',
      onlyWith(purgeToken),
      express.json({ limit: '10kb', type: () => true }),
      async (request, response) => {
        const what = purgeSchema.safeParse(request.body);
        if (!what.success) {
          const message = 'expected {"all": true}, {"entity": "blogs"} or {"path": "/blogs/3"}';
          response.status(400).json({ error: true, message });
          return;
        }
        await purge(what.data);
        log.info({ purge: what.data }, 'purged');
        response.json({ error: false });
      },
    );
  }
  app.use((_request, response) => {
    response.status(404).json({ error: true, message: 'no such call' });
  });
  app.use(((error, _request, response, _next) => {
    const isTheirs = error?.status >= 400 && error?.status < 500;
    if (!isTheirs) log.error({ err: error }, 'management failed');
    response.status(isTheirs ? 400 : 500).json({ error: true, message: isTheirs ? 'not JSON' : 'failed' });
  }) satisfies express.ErrorRequestHandler);
  return app;
}

/** Compared in a time that tells nothing of how much was right. */
function onlyWith(token: string): RequestHandler {
  const expected = Buffer.from(`Bearer ${token}`);
  return (request, response, next) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    const padded = Buffer.alloc(expected.length);
    given.copy(padded);
    if (timingSafeEqual(padded, expected) && given.length === expected.length) next();
    else response.status(401).set('WWW-Authenticate', 'Bearer').json({ error: true, message: 'not allowed' });
  };
}
