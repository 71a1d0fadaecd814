import type { Gateway } from '@foyer/gateway';
import { ICONS, type IconName, ImageError, type Images, icoFile, type Rendition } from '@foyer/images';
import type { File, Site } from '@foyer/model';
import { type RequestHandler, type Response, Router } from 'express';
import { coloursOf } from '../pages/theme-css.ts';
import { markSvg } from './icon-mark.ts';

const PNG_ICONS: Record<string, IconName> = {
  '/apple-touch-icon.png': 'icon180',
  '/icon-192.png': 'icon192',
  '/icon-512.png': 'icon512',
  '/icon-maskable.png': 'maskable512',
};
const A_DAY = 'public, max-age=86400';
/** Of an icon in the place of another one, which may be there soon. */
const SHORT_LIVED = 'public, max-age=300';
/** A logo whose sides differ by less is a square: another one is too flat for an icon. */
const SQUARE_RATIO = 1.15;

interface Found {
  renditions: Rendition[];
  /** The picture that the site names cannot be used. */
  isSubstitute: boolean;
}

/** The icons of the site, all made of one file: `favicon`, else a square `logo`, else a letter on the accent. */
export function icons(gateway: Gateway, images: Images): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const handle =
    (names: IconName[], type: string, bodyOf: (icons: Rendition[]) => Buffer): RequestHandler =>
    async (_request, response) => {
      const { site, isProvisional } = await gateway.site();
      if (type === ICO && isIco(site.favicon)) return sendOriginal(response, site, isProvisional);
      const found = await findIcons(images, site, names);
      if (!found) return sendOriginal(response, site, true);
      const lifetime = found.isSubstitute ? SHORT_LIVED : A_DAY;
      response
        .set('Cache-Control', isProvisional ? 'no-store' : lifetime)
        .set('ETag', `"${found.renditions.map(({ name }) => name).join('-')}"`)
        .type(type)
        .send(bodyOf(found.renditions));
    };
  router.get('/favicon.ico', handle(['icon16', 'icon32'], ICO, icoFile));
  for (const [path, name] of Object.entries(PNG_ICONS)) {
    router.get(
      path,
      handle([name], 'image/png', ([icon]) => icon?.bytes ?? Buffer.alloc(0)),
    );
  }
  return router;
}

/** Of the first picture that can be used; undefined if this server cannot draw any. */
async function findIcons(images: Images, site: Site, names: IconName[]): Promise<Found | undefined> {
  const files = [site.favicon, isSquare(site.logo) ? site.logo : undefined].filter((file) => file !== undefined);
  for (const [index, { location }] of files.entries()) {
    const renditions = await Promise.all(names.map((name) => images.icon(location, name))).catch(withoutImage);
    if (renditions) return { renditions, isSubstitute: index > 0 };
  }
  const { tints } = coloursOf(site, 'light');
  const mark = { name: site.name, ground: tints['accent-strong'], on: tints['on-accent'] };
  const drawn = await Promise.all(
    names.map((name) => images.draw(markSvg({ ...mark, isRounded: !('isOpaque' in ICONS[name]) }), name)),
  ).catch(withoutImage);
  return drawn && { renditions: drawn, isSubstitute: files.length > 0 };
}

/** Its failure is logged where the picture is read. */
function withoutImage(error: unknown): undefined {
  if (!(error instanceof ImageError)) throw error;
}

const isSquare = (file: File | undefined): boolean => {
  const { width = 0, height = 0 } = file ?? {};
  return width > 0 && height > 0 && Math.max(width / height, height / width) <= SQUARE_RATIO;
};

const ICO = 'image/x-icon';
/** Browsers display ICO files, and this server cannot decode them: they are sent as they are. */
const isIco = (file: File | undefined): boolean => /\.ico(?:$|[?#])/i.test(file?.location ?? '');

/** The picture as it is, of a server that cannot make icons. */
function sendOriginal(response: Response, { favicon }: Site, isProvisional: boolean): void {
  response.set('Cache-Control', isProvisional ? 'no-store' : 'public, max-age=3600');
  if (favicon) response.redirect(302, favicon.location);
  else response.status(204).end();
}
