import { ContentError, canonicalAddress, type Locales } from '@foyer/model';
import type { RequestHandler } from 'express';
import { isReadMethod } from '../http/method.ts';

/** Refuses every method but GET and HEAD with 405, at any address. */
export const readMethodsOnly: RequestHandler = (request, response, next) => {
  if (isReadMethod(request)) return next();
  response.set('Allow', 'GET, HEAD');
  throw new ContentError(405, 'GET and HEAD only');
};

/** Redirects to the canonical address, so that no two routes read one address differently. */
export const canonicalAddressOnly: RequestHandler = (request, response, next) => {
  const canonical = canonicalAddress(request.originalUrl);
  if (canonical === request.originalUrl) return next();
  response.set('Cache-Control', 'public, max-age=3600').redirect(308, canonical);
};

/** Redirects an address of the default edition that names its locale: the default edition is at the root. */
export const defaultEditionAtRoot =
  ([first, ...others]: Locales): RequestHandler =>
  (request, response, next) => {
    const [, segment] = request.path.split('/', 2);
    if (others.length === 0 || segment === undefined || segment !== first) return next();
    const address = request.originalUrl.slice(segment.length + 1);
    response
      .set('Cache-Control', 'public, max-age=3600')
      .redirect(308, address.startsWith('/') ? address : `/${address}`);
  };
