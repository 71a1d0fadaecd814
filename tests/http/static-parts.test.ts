import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InlineAssets } from '../../server/pages/inline-assets.ts';
import { type Manifest, readManifest } from '../../server/pages/manifest.ts';
import { renderBuffered } from '../../server/pages/render.tsx';
import { StaticParts } from '../../server/pages/static-parts.tsx';
import { blocksOf } from '../../shared/deferred.ts';
import { SCREENS } from '../support/screens.ts';
import { startSite, type TestSite } from '../support/site.ts';

/* The HTML of parts that are rendered once for several pages is what it would be without. */

const SOURCES: Record<string, Record<string, string>> = {
  'the example folder': { CONTENT_DIR: 'content', LOCALES: 'en,ne' },
  // Its pictures are of an origin that is not scaled, and React preloads plain images.
  'a CMS whose pictures have one size': { MEDIA_ORIGINS: 'https://other.example' },
};

describe.each(Object.entries(SOURCES))('with the static parts of %s', (_, environment) => {
  let site: TestSite;
  let manifest: Manifest;
  beforeAll(async () => {
    manifest = readManifest('dist/server/manifest.json');
    site = await startSite(environment);
  });
  afterAll(() => site.close());

  const addresses = SCREENS.flatMap((address) =>
    environment.LOCALES ? [address, address === '/' ? '/ne' : `/ne${address}`] : [address],
  );

  it('each page is the same page', async () => {
    const inline = new InlineAssets(site.config, manifest);
    const differing: string[] = [];
    const faults: unknown[] = [];
    for (const address of addresses) {
      const staticParts = new StaticParts();
      const { pathname, searchParams } = new URL(address, 'http://foyer.invalid');
      const { shown } = await site.pages.load(site.pages.match(pathname, searchParams));
      await Promise.all(blocksOf(shown.data).map(([, { promise }]) => promise));
      const render = async (parts?: StaticParts) =>
        String(
          await renderBuffered({ shown, manifest, inline, hydrate: true, staticParts: parts }, (fault) =>
            faults.push(`${address}: ${fault}`),
          ),
        );
      const whole = await render();
      for (let times = 0; times < 2; times += 1) if ((await render(staticParts)) !== whole) differing.push(address);
    }
    expect(differing).toEqual([]);
    expect(faults).toEqual([]);
    expect(addresses.length).toBeGreaterThan(30);
  });
});
