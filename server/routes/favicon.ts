import type { RequestHandler } from 'express';
import type { Gateway } from '../content-api/gateway.ts';

/** `/favicon.ico`, which browsers request by themselves: a redirect to the site's icon, or 204. */
export const favicon =
  (gateway: Gateway): RequestHandler =>
  async (_request, response) => {
    const { site, isProvisional } = await gateway.site();
    response.set('Cache-Control', isProvisional ? 'no-store' : 'public, max-age=3600');
    if (site.favicon) response.redirect(302, site.favicon.location);
    else response.status(204).end();
  };
