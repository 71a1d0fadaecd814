import { timingSafeEqual } from 'node:crypto';
import { type Purge, purge as purgeSchema } from '@foyer/gateway';
import { contentType } from '@foyer/runtime/metrics';
import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { type ContentFaults, faultsPage, PAGE_POLICY } from './faults-page.tsx';

/** The management port, for the operator and the CMS: `GET /metrics`, `GET /faults`, `POST /purge`. */
export function createManagement({
  purge,
  metrics,
  faults,
  log,
  purgeToken,
}: {
  /** In Prometheus's text format. */
  metrics: () => Promise<string>;
  /** Of every process. */
  faults: () => Promise<ContentFaults>;
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
  app.get('/faults', async (request, response) => {
    const listed = await faults();
    response.vary('Accept').set('X-Content-Type-Options', 'nosniff');
    if (request.accepts('json', 'html') === 'html')
      response.set('Content-Security-Policy', PAGE_POLICY).type('html').send(faultsPage(listed));
    else response.json(listed);
  });
  if (purgeToken) {
    app.post(
      '/purge',
      authorised(purgeToken),
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
    const isBadRequest = error?.status >= 400 && error?.status < 500;
    if (!isBadRequest) log.error({ err: error }, 'management failed');
    response.status(isBadRequest ? 400 : 500).json({ error: true, message: isBadRequest ? 'not JSON' : 'failed' });
  }) satisfies express.ErrorRequestHandler);
  return app;
}

/** Compares the token in constant time. */
function authorised(token: string): RequestHandler {
  const expected = Buffer.from(`Bearer ${token}`);
  return (request, response, next) => {
    const received = Buffer.from(request.headers.authorization ?? '');
    const padded = Buffer.alloc(expected.length);
    received.copy(padded);
    if (timingSafeEqual(padded, expected) && received.length === expected.length) next();
    else response.status(401).set('WWW-Authenticate', 'Bearer').json({ error: true, message: 'not allowed' });
  };
}
