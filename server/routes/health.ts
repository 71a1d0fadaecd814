import type { Gateway } from '@foyer/gateway';
import { Router } from 'express';
import { setRoute } from '../http/request-log.ts';

/**
 * Probes: `/healthz` is 200 while the process answers. `/readyz` is 200 while there is content to serve, and not that of an
 * earlier process, and the process is not about to end.
 */
export function health(
  gateway: Gateway,
  isDraining: () => boolean,
  isContentReady: () => boolean = () => true,
): Router {
  return Router({ caseSensitive: true, strict: true })
    .use(['/healthz', '/readyz'], (_request, response, next) => {
      response.set('Cache-Control', 'no-store').type('text');
      next();
    })
    .get('/healthz', (_request, response) => {
      setRoute(response, '/healthz');
      response.send('ok\n');
    })
    .get('/readyz', async (_request, response) => {
      setRoute(response, '/readyz');
      const hasContent = !isDraining() && isContentReady() && (await gateway.isReady());
      // Draining may have begun in the meantime.
      const isReady = hasContent && !isDraining();
      response.status(isReady ? 200 : 503).send(isReady ? 'ready\n' : 'not ready\n');
    });
}
