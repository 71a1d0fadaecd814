import { timingSafeEqual } from 'node:crypto';
import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { type Purge, purge as purgeSchema } from './frontapi/purge.ts';

/** What is for the operator and the CMS alone, on a port of its own: `POST /purge`. */
export function createManagement({
  purge,
  log,
  purgeToken,
}: {
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
  app.use(((_error, _request, response, _next) => {
    response.status(400).json({ error: true, message: 'not JSON' });
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
