import { join } from 'node:path';
import type { Config } from '@foyer/config';
import type { Gateway } from '@foyer/gateway';
import type { RequestHandler } from 'express';
import { screenOf } from '../../shared/page.ts';
import { Gallery } from '../pages/gallery/Gallery.tsx';
import { InlineAssets } from '../pages/inline-assets.ts';
import { type Manifest, readManifest } from '../pages/manifest.ts';
import { PageLoader } from '../pages/page-loader.ts';
import { renderBuffered } from '../pages/render.tsx';

/** Matches no page: it supplies the frame. */
const NO_PAGE = '/-';

const ofAllScreens = ({ styles }: Manifest): Manifest['styles'] => ({
  ...styles,
  frame: styles.frame + Object.values(styles.screens).join(''),
});

/** `/_gallery` of `npm run dev`: every component with the theme of the site, without scripts. */
export function gallery({
  config,
  gateway,
  clientDir,
}: {
  config: Config;
  gateway: Gateway;
  clientDir: string;
}): RequestHandler {
  const manifest = readManifest(join(clientDir, '../server/manifest.json'));
  const inline = new InlineAssets(config, { ...manifest, styles: ofAllScreens(manifest) });
  const loader = new PageLoader(config, gateway);
  return async (_request, response) => {
    const { shown } = await loader.load(loader.match(NO_PAGE, new URLSearchParams()));
    const { page, root } = shown;
    const loadedView = {
      head: () => ({ title: 'Gallery', index: false }),
      Screen: () => <Gallery brand={root.brand ?? {}} />,
    };
    const gallery = { ...shown, page: { ...page, loadedView }, data: {}, error: undefined };
    const html = await renderBuffered({ shown: gallery, manifest, inline, hydrate: false }, (error) => {
      throw error;
    });
    response
      .set('Cache-Control', 'no-store')
      .set('Content-Security-Policy', inline.policy(root, screenOf(page)))
      .type('html')
      .send(html);
  };
}
