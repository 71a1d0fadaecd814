import type { RequestHandler } from 'express';
import type { Format } from '../../shared/picture.ts';
import placeholder from '../../shared/ui/placeholder.svg';
import { setRoute } from '../http/log.ts';
import { PictureError } from './errors.ts';
import type { Pictures } from './pictures.ts';

const TYPES: Record<Format, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };
/** What browsers show while the version of an original is not known, or has changed since its page was made. */
const SHORTLY = 'public, max-age=300';
/** Browsers show it whatever the status says. */
const NOTHING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><path fill="#e6e4de" d="M0 0h3v2H0z"/></svg>\n';

/** Pictures in the sizes that pages ask for; what is only to be had as it is, is to be had where it is. In the place of one that cannot be had stands the placeholder, until it can. */
export const scaledPictures =
  (pictures: Pictures): RequestHandler =>
  async (request, response, next) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!request.path.startsWith('/@') || !isReading) return next();
    setRoute(response, '/media/@size');
    // Feed readers and search engines show pictures on pages of theirs.
    response.set('Cross-Origin-Resource-Policy', 'cross-origin');
    const address = pictures.read(request.path);
    if (!address) return void response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n');
    try {
      const rendition = await pictures.get(address);
      if (!rendition) return response.set('Cache-Control', SHORTLY).redirect(302, address.location);
      const isCurrent = rendition.version === address.version;
      response
        .set('Cache-Control', isCurrent ? 'public, max-age=31536000, immutable' : SHORTLY)
        .set('ETag', `"${rendition.name}"`)
        .type(TYPES[address.format])
        .send(rendition.bytes);
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      response.set('Cache-Control', 'no-store');
      const isMadeUp = error.kind === 'missing' && address.location.startsWith('/');
      if (isMadeUp) response.status(404).type('svg').send(NOTHING);
      else response.redirect(302, placeholder);
    }
  };
