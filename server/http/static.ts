import { join } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import sirv from 'sirv';

/** The built files, under their hashed names for ever; with what the build has compressed beside them. A missing one is never cached: a rolling deploy heals by itself. */
export function assets(clientDir: string): Router {
  return Router()
    .use(sirv(clientDir, { brotli: true, gzip: true, immutable: true, maxAge: 31_536_000, etag: true }))
    .use(notFound);
}

/** The content folder's pictures and documents. A picture that is a document of its own (SVG) may run nothing. */
export function media(contentDir: string): Router {
  return Router()
    .use(
      express.static(join(contentDir, 'media'), {
        index: false,
        redirect: false,
        maxAge: '1h',
        setHeaders(response, path) {
          if (path.endsWith('.svg')) {
            response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
          }
        },
      }),
    )
    .use(notFound);
}

const notFound: RequestHandler = (_request, response) => {
  response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n');
};
