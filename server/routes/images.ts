import type { Config } from '@foyer/config';
import type { MediaAccess } from '@foyer/folder';
import { type ImageAddress, ImageError, type Images, type Rendition } from '@foyer/images';
import { type Format, RENDITIONS_PATH } from '@foyer/model';
import type { RequestHandler, Response } from 'express';
import placeholder from '../../shared/ui/placeholder.svg';
import { isReadMethod } from '../http/method.ts';
import { isNotModified } from '../http/not-modified.ts';
import { withoutContentHeaders } from '../http/prepared-response.ts';
import type { FindReady, ReadyResponse } from '../http/ready-response.ts';
import { setRoute } from '../http/request-log.ts';
import { securityHeaders, writeHeaders } from '../http/security-headers.ts';
import { sendResponse } from '../http/send-response.ts';

const ROUTE = '/media/@size';
const MOUNT = '/media';
const TYPES: Record<Format, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };
/** While the version of the original is not known, or is another one than in the address. */
const SHORT_LIVED = 'public, max-age=300';
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The body of a 404: browsers show it in the image's place. */
const EMPTY_IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><path fill="#e6e4de" d="M0 0h3v2H0z"/></svg>\n';

/**
 * `/media/@…`: images in the sizes and formats of our pages. A picture that cannot be scaled is a redirect to its original, one that
 * fails a redirect to the placeholder.
 */
export class ScaledImages {
  readonly #images: Images;
  readonly #access?: MediaAccess;
  /** Of every response, flat. */
  readonly #headers: readonly string[];
  /** Names of the headers that only pages have. */
  readonly #ofPages: readonly string[];

  constructor(images: Images, config: Config, access?: MediaAccess) {
    this.#images = images;
    this.#access = access;
    this.#headers = imageHeaders(config);
    const ofImages = new Set(this.#headers.map((text) => text.toLowerCase()));
    this.#ofPages = securityHeaders(config).filter(
      (name, index) => index % 2 === 0 && !ofImages.has(name.toLowerCase()),
    );
  }

  /** Finds renditions in memory. */
  readonly find: FindReady = (_request, url) => {
    if (!url.startsWith(RENDITIONS_PATH)) return undefined;
    const address = this.#images.parseAddress(url.slice(MOUNT.length));
    const rendition = address && this.#images.cached(address);
    // While it is not known whether the original is public, the request goes on to `make`.
    if (!rendition || this.#access?.isKnownPublic(address.location) === false) return undefined;
    return this.#readyImage(rendition, address);
  };

  readonly make: RequestHandler = async (request, response, next) => {
    if (!request.path.startsWith('/@') || !isReadMethod(request)) return next();
    setRoute(response, ROUTE);
    writeHeaders(response, this.#headers);
    const address = this.#images.parseAddress(request.path);
    if (!address) return void response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n');
    if (this.#access && !(await this.#access.isPublic(address.location))) return sendEmptyImage(response);
    try {
      const rendition = await this.#images.get(address);
      if (!rendition) return response.set('Cache-Control', SHORT_LIVED).redirect(302, address.location);
      for (const name of this.#ofPages) response.removeHeader(name);
      await this.#readyImage(rendition, address).send(request, response, []);
    } catch (error) {
      if (!(error instanceof ImageError)) throw error;
      // A visitor can invent the name of a file in the content folder.
      const isInvented = error.kind === 'missing' && address.location.startsWith('/');
      if (isInvented) sendEmptyImage(response);
      else response.set('Cache-Control', 'no-store').redirect(302, placeholder);
    }
  };

  #readyImage(rendition: Rendition, { version, format }: ImageAddress): ReadyResponse {
    const { bytes, name } = rendition;
    const etag = `"${name}"`;
    const cacheControl = rendition.version === version ? IMMUTABLE : SHORT_LIVED;
    const headers = [...this.#headers, 'Cache-Control', cacheControl, 'ETag', etag, 'Content-Type', TYPES[format]];
    return {
      route: ROUTE,
      send: (request, response, ownHeaders) =>
        isNotModified(request, etag)
          ? sendResponse(request, response, 304, [...withoutContentHeaders(headers), ...ownHeaders])
          : sendResponse(
              request,
              response,
              200,
              [...headers, 'Content-Length', String(bytes.length), ...ownHeaders],
              bytes,
            ),
    };
  }
}

function sendEmptyImage(response: Response): void {
  response.status(404).set('Cache-Control', 'no-store').type('svg').send(EMPTY_IMAGE);
}

/** The security headers without those for pages. Feed readers and search engines embed images in their own pages. */
function imageHeaders(config: Config): string[] {
  const all = securityHeaders(config);
  const relevant = all.flatMap((name, index) =>
    index % 2 === 0 && /^(strict-transport-security|x-content-type-options|x-robots-tag)$/i.test(name)
      ? [name, all[index + 1] ?? '']
      : [],
  );
  return [...relevant, 'Cross-Origin-Resource-Policy', 'cross-origin'];
}
