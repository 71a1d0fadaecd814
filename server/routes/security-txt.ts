import type { Gateway } from '@foyer/gateway';
import type { RequestHandler } from 'express';

/** `/.well-known/security.txt` (RFC 9116): the site's `security` text, or 404. */
export const securityTxt =
  (gateway: Gateway): RequestHandler =>
  async (_request, response) => {
    const { site, isProvisional } = await gateway.site();
    response.type('text');
    if (!site.security) {
      response.status(404).set('Cache-Control', 'no-store').send('Not found\n');
      return;
    }
    response
      .set('Cache-Control', isProvisional ? 'no-store' : 'public, max-age=3600')
      .send(`${site.security.trim()}\n`);
  };
