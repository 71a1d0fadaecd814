import { join } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { lookup } from 'mrmime';
import sirv from 'sirv';
import { pathWithin } from '../path-within.ts';

/** The built files, under their hashed names for ever; with what the build has compressed beside them. A missing one is never cached: a rolling deploy heals by itself. */
export function assets(clientDir: string): Router {
  return Router()
    .use(sirv(clientDir, { brotli: true, gzip: true, immutable: true, maxAge: 31_536_000, etag: true }))
    .use(notFound);
}

/** The content folder's pictures and documents. What a browser can show opens in it, anything else is to be kept; nothing runs. */
export function media(contentDir: string): Router {
  const dir = join(contentDir, 'media');
  return Router()
    .use(within(dir))
    .use(
      express.static(dir, {
        index: false,
        redirect: false,
        maxAge: '1h',
        setHeaders(response, path) {
          const type = lookup(path) ?? '';
          const isShown = /^(image|audio|video|font)\/|^application\/pdf|^text\/plain/.test(type);
          response.setHeader('Content-Disposition', isShown ? 'inline' : 'attachment');
          // A browser's own viewer of PDFs is a page that a policy for ours would stop.
          if (type === 'application/pdf') response.removeHeader('Content-Security-Policy');
          else response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
        },
      }),
    )
    .use(notFound);
}

const notFound: RequestHandler = (_request, response) => {
  response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n');
};

function within(dir: string): RequestHandler {
  return async (request, response, next) => {
    try {
      await pathWithin(dir, decodeURIComponent(request.path));
    } catch {
      return notFound(request, response, next);
    }
    next();
  };
}
