import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { type Format, SCALED } from '../../shared/picture.ts';
import placeholder from '../../shared/ui/placeholder.svg';
import type { Config } from '../config.ts';
import { isReading } from '../http/method.ts';
import { securityHeaders, writeHeaders } from '../http/security-headers.ts';
import type { PictureAddress } from '../images/image-address.ts';
import { PictureError } from '../images/image-error.ts';
import type { Pictures, Rendition } from '../images/images.ts';
import { pathOf, type RequestLog, requestId, setRoute } from '../observability/request-log.ts';

const ROUTE = '/media/@size';
const MOUNT = '/media';
const TYPES: Record<Format, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };
/** What browsers show while the version of an original is not known, or has changed since its page was made. */
const SHORTLY = 'public, max-age=300';
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Browsers show it whatever the status says. */
const NOTHING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><path fill="#e6e4de" d="M0 0h3v2H0z"/></svg>\n';

/**
 * Answers for pictures that are in memory, in front of everything else.
 * @returns whether it did
 */
export function hotPictures(pictures: Pictures, requests: RequestLog, config: Config) {
  const headers = ofPictures(config);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = '' } = request;
    if (!url.startsWith(SCALED) || !isReading(request)) return false;
    const start = performance.now();
    const address = pictures.read(url.slice(MOUNT.length));
    const rendition = address && pictures.hot(address);
    if (!rendition) return false;
    const id = requestId(request.headers);
    const own = headersOf(rendition, address);
    const isKnown = request.headers['if-none-match']?.includes(tagOf(rendition)) ?? false;
    const status = isKnown ? 304 : 200;
    const bytes = isKnown || request.method === 'HEAD' ? undefined : rendition.bytes;
    const length = isKnown ? [] : ['Content-Length', String(rendition.bytes.length)];
    response.writeHead(status, [...headers, ...own, ...length, 'X-Request-Id', id]).end(bytes);
    const told = { id, route: ROUTE, path: pathOf(url), status, bytes: bytes?.length ?? 0, cache: 'hit' };
    requests.write(request, { ...told, ms: performance.now() - start });
    return true;
  };
}

/** Pictures in the sizes that pages ask for; what is only to be had as it is, is to be had where it is. In the place of one that cannot be had stands the placeholder, until it can. */
export function scaledPictures(pictures: Pictures, config: Config): RequestHandler {
  const headers = ofPictures(config);
  return async (request, response, next) => {
    if (!request.path.startsWith('/@') || !isReading(request)) return next();
    setRoute(response, ROUTE);
    writeHeaders(response, headers);
    const address = pictures.read(request.path);
    if (!address) return void response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n');
    try {
      const rendition = await pictures.get(address);
      if (!rendition) return response.set('Cache-Control', SHORTLY).redirect(302, address.location);
      writeHeaders(response, headersOf(rendition, address));
      response.send(rendition.bytes);
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      response.set('Cache-Control', 'no-store');
      const isMadeUp = error.kind === 'missing' && address.location.startsWith('/');
      if (isMadeUp) response.status(404).type('svg').send(NOTHING);
      else response.redirect(302, placeholder);
    }
  };
}

const tagOf = ({ name }: Rendition) => `"${name}"`;

const headersOf = (rendition: Rendition, { version, format }: PictureAddress): string[] => [
  'Cache-Control',
  rendition.version === version ? FOR_EVER : SHORTLY,
  'ETag',
  tagOf(rendition),
  'Content-Type',
  TYPES[format],
];

/** What a page may do is nothing that a picture needs to say; and feed readers and search engines show pictures on pages of theirs. */
function ofPictures(config: Config): string[] {
  const all = securityHeaders(config);
  const kept = all.flatMap((name, index) =>
    index % 2 === 0 && /^(strict-transport-security|x-content-type-options)$/i.test(name)
      ? [name, all[index + 1] ?? '']
      : [],
  );
  return [...kept, 'Cross-Origin-Resource-Policy', 'cross-origin'];
}
