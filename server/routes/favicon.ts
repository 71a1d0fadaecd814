import type { RequestHandler } from 'express';
import type { Gateway } from '../content-api/gateway.ts';

/** Where browsers look for an icon unasked: the site's own, or none. */
export const favicon =
  (gateway: Gateway): RequestHandler =>
  async (_request, response) => {
    const { site, provisional } = await gateway.site();
    response.set('Cache-Control', provisional ? 'no-store' : 'public, max-age=3600');
    if (site.favicon) response.redirect(302, site.favicon.location);
    else response.status(204).end();
  };
