import type { Config } from '@foyer/config';
import type { RequestHandler } from 'express';

/** `/<key>.txt`: proves to search engines that who submits addresses by IndexNow owns this site. */
export const indexNowKey =
  ({ key }: NonNullable<Config['indexNow']>): RequestHandler =>
  (_request, response) => {
    response.set('Cache-Control', 'public, max-age=3600').type('text').send(`${key}\n`);
  };
