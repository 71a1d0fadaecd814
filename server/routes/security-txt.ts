import type { RequestHandler } from 'express';
import type { Gateway } from '../content-api/gateway.ts';

/** Whom to tell of a weakness (RFC 9116): the text that `site` has for it, or nothing. */
export const securityTxt =
  (gateway: Gateway): RequestHandler =>
  async (_request, response) => {
    const { site, provisional } = await gateway.site();
    response.set('Cache-Control', provisional ? 'no-store' : 'public, max-age=3600').type('text');
    if (site.security) response.send(`${site.security.trim()}\n`);
    else response.status(404).send('Not found\n');
  };
