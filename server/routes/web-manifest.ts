import type { Gateway } from '@foyer/gateway';
import { ICONS, type IconName } from '@foyer/images';
import type { Site } from '@foyer/model';
import type { RequestHandler } from 'express';
import { coloursOf } from '../pages/theme-css.ts';

/** `/site.webmanifest`: name, colours and icons of the site. */
export const webManifest =
  (gateway: Gateway): RequestHandler =>
  async (_request, response) => {
    const { site, isProvisional } = await gateway.site();
    response
      .set('Cache-Control', isProvisional ? 'no-store' : 'public, max-age=86400')
      .type('application/manifest+json')
      .send(`${JSON.stringify(manifestOf(site, gateway.locales[0]))}\n`);
  };

function manifestOf(site: Site, lang: string): object {
  const { palette, tints } = coloursOf(site, 'light');
  const icon = (src: string, name: IconName, purpose?: string) => {
    const { size } = ICONS[name];
    return { src, sizes: `${size}x${size}`, type: 'image/png', purpose };
  };
  return {
    name: site.name,
    lang,
    start_url: '/',
    // It needs the network: a browser's window is right for it.
    display: 'browser',
    theme_color: tints['accent-strong'],
    background_color: palette.paper,
    icons: [
      icon('/icon-192.png', 'icon192'),
      icon('/icon-512.png', 'icon512'),
      icon('/icon-maskable.png', 'maskable512', 'maskable'),
    ],
  };
}
