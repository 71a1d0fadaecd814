import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { type Format, SCALED } from '../../shared/picture.ts';
import placeholder from '../../shared/ui/placeholder.svg';
import type { Config } from '../config.ts';
import { isReading } from '../http/method.ts';
import { securityHeaders, writeHeaders } from '../http/security-headers.ts';
import type { ImageAddress } from '../images/image-address.ts';
import { ImageError } from '../images/image-error.ts';
import { isInContentFolder } from '../images/image-location.ts';
import type { Images } from '../images/images.ts';
import type { Rendition } from '../images/renditions.ts';
import { pathOf, type RequestLog, requestId, setRoute } from '../observability/request-log.ts';

const ROUTE = '/media/@size';
const MOUNT = '/media';
const TYPES: Record<Format, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };
/** Caching of a rendition whose version is not the address's: it was unknown when the page was rendered, or has changed since. */
const SHORT_LIVED = 'public, max-age=300';
/** Caching of a rendition whose version is the address's. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The body of a 404: an <img> shows it in spite of the status. */
const MISSING_IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><path fill="#e6e4de" d="M0 0h3v2H0z"/></svg>\n';

/**
 * Answers requests for renditions that are in memory, in front of Express.
 * @returns a function that returns whether it has answered
 */
export function cachedImages(images: Images, requests: RequestLog, config: Config) {
  const headers = imageHeaders(config);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = '' } = request;
    if (!url.startsWith(SCALED) || !isReading(request)) return false;
    const start = performance.now();
    const address = images.parseAddress(url.slice(MOUNT.length));
    const rendition = address && images.cached(address);
    if (!rendition) return false;
    const id = requestId(request.headers);
    const own = renditionHeaders(rendition, address);
    const isNotModified = request.headers['if-none-match']?.includes(etagOf(rendition)) ?? false;
    const status = isNotModified ? 304 : 200;
    const bytes = isNotModified || request.method === 'HEAD' ? undefined : rendition.bytes;
    const length = isNotModified ? [] : ['Content-Length', String(rendition.bytes.length)];
    response.writeHead(status, [...headers, ...own, ...length, 'X-Request-Id', id]).end(bytes);
    const told = { id, route: ROUTE, path: pathOf(url), status, bytes: bytes?.length ?? 0, cache: 'hit' };
    requests.write(request, { ...told, ms: performance.now() - start });
    return true;
  };
}

/**
 * Serves images in the sizes that pages ask for. Redirects to the original if an image is not scalable, and to a placeholder,
 * not to be cached, if it cannot be shown now; 404 if it is not in the content folder.
 */
export function scaledImages(images: Images, config: Config): RequestHandler {
  const headers = imageHeaders(config);
  return async (request, response, next) => {
    if (!request.path.startsWith('/@') || !isReading(request)) return next();
    setRoute(response, ROUTE);
    writeHeaders(response, headers);
    const address = images.parseAddress(request.path);
    if (!address) return void response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n');
    try {
      const rendition = await images.get(address);
      if (!rendition) return response.set('Cache-Control', SHORT_LIVED).redirect(302, address.location);
      writeHeaders(response, renditionHeaders(rendition, address));
      response.send(rendition.bytes);
    } catch (error) {
      if (!(error instanceof ImageError)) throw error;
      response.set('Cache-Control', 'no-store');
      if (error.kind === 'missing' && isInContentFolder(address.location))
        response.status(404).type('svg').send(MISSING_IMAGE);
      else response.redirect(302, placeholder);
    }
  };
}

const etagOf = ({ name }: Rendition) => `"${name}"`;

const renditionHeaders = (rendition: Rendition, { version, format }: ImageAddress): string[] => [
  'Cache-Control',
  rendition.version === version ? IMMUTABLE : SHORT_LIVED,
  'ETag',
  etagOf(rendition),
  'Content-Type',
  TYPES[format],
];

/** Of the security headers, those that concern images. Feed readers and search engines may show images on their own pages. */
function imageHeaders(config: Config): string[] {
  const all = securityHeaders(config);
  const relevant = all.flatMap((name, index) =>
    index % 2 === 0 && /^(strict-transport-security|x-content-type-options)$/i.test(name)
      ? [name, all[index + 1] ?? '']
      : [],
  );
  return [...relevant, 'Cross-Origin-Resource-Policy', 'cross-origin'];
}
