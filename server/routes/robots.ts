import type { Config } from '@foyer/config';
import type { RequestHandler } from 'express';

/** `/robots.txt`: the API is not crawled; with SITE_INDEXABLE=false nothing is. */
export const robots = ({ site: { origin, indexable } }: Config): RequestHandler => {
  const rules = indexable ? ['Disallow: /frontapi/', '', `Sitemap: ${origin}/sitemap.xml`] : ['Disallow: /'];
  const text = `${['User-agent: *', ...rules].join('\n')}\n`;
  return (_request, response) => {
    response.set('Cache-Control', 'public, max-age=3600').type('text').send(text);
  };
};
