import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Route } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, visit } from '../support/browser.ts';
import { unlessTypical } from '../support/extents.ts';
import { scrollThrough } from '../support/looks.ts';
import { startServer, type TestServer } from '../support/server.ts';

/* Which pictures a browser takes, of originals as they come out of a camera. */

let browser: Browser;
let server: TestServer;
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'foyer-pictures-'));
  await cp('content', dir, { recursive: true });
  const onHome = ['sliders/dawn', 'sliders/terraces', 'sliders/old-town', 'awareness', 'communications'];
  for (const name of [...onHome, 'blogs/seedling', 'people/person-1']) {
    const path = join(dir, 'media', `${name}.jpg`);
    await writeFile(path, await sharp(path).resize(4000).sharpen().jpeg({ quality: 97 }).toBuffer());
  }
  [browser, server] = await Promise.all([openBrowser(), startServer({ CONTENT_DIR: dir })]);
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  await rm(dir, { recursive: true });
});

interface Shown {
  src: string;
  /** In pixels of the screen: what was taken, what its place needs, and what there is. */
  taken: number;
  needed: number;
  original: number;
}

const SCALED = /\/media\/@(\d+)\/-\/(.+)\.avif$/;

/** A drawing of the size of the scaled picture. To scale each is most of what such a test would cost, and which of them is taken is decided before it comes. */
async function drawn(route: Route): Promise<void> {
  const [, scaled, name = ''] = SCALED.exec(decodeURI(route.request().url())) ?? [];
  const { width, height } = await sharp(join(dir, 'media', name)).metadata();
  const size = `width="${scaled}" height="${(Number(scaled) * height) / width}"`;
  await route.fulfill({ contentType: 'image/svg+xml', body: `<svg xmlns="http://www.w3.org/2000/svg" ${size}/>` });
}

function withoutFile(images: Element[]): number {
  return images.filter((image) => image instanceof HTMLImageElement && image.clientWidth > 0 && !image.currentSrc)
    .length;
}

/** A window's width, and the pixels of the screen for each of its own. `npm test` looks at the first two. */
const SCREENS = [
  [360, 2],
  [1280, 1],
  [360, 1],
  [768, 1],
  [768, 2],
  [1280, 2],
] as const;

for (const [index, [width, ratio]] of SCREENS.entries())
  it(`at ${width} pixels and ${ratio} to one, no picture is much larger than its place needs, nor much smaller`, {
    ...unlessTypical(index < 2, 'exhaustive/densities'),
  }, async () => {
    const { page, finish } = await visit(browser, { viewport: { width, height: 900 }, deviceScaleFactor: ratio });
    await page.route(SCALED, drawn);
    for (const path of ['/', '/blogs', '/blogs/15', '/album', '/album/1', '/bod', '/news/1', '/about']) {
      await page.goto(server.url + path);
      await scrollThrough(page);
      const pictures = page.locator('picture img');
      // A slow browser chooses a file some time after the picture came into view.
      await expect.poll(() => pictures.evaluateAll(withoutFile)).toBe(0);
      const shown: Shown[] = await pictures.evaluateAll((images) =>
        images.flatMap((image) => {
          if (!(image instanceof HTMLImageElement) || image.clientWidth === 0) return [];
          const original = Number(image.getAttribute('width'));
          const aspect = original / Number(image.getAttribute('height'));
          const covers = getComputedStyle(image).objectFit === 'cover';
          const needed = covers ? Math.max(image.clientWidth, image.clientHeight * aspect) : image.clientWidth;
          const src = new URL(image.currentSrc).pathname;
          return { src, taken: Number(/@(\d+)/.exec(src)?.[1]), needed: needed * devicePixelRatio, original };
        }),
      );
      expect(shown.length, path).toBeGreaterThan(0);
      for (const { src, taken, needed, original } of shown) {
        const share = Math.min(taken, original) / needed;
        expect(src).toMatch(/\.avif$/);
        expect(share, `${path}: ${src} for ${needed}`).toBeLessThanOrEqual(1.5);
        if (taken < Math.min(original, 1920)) expect(share, `${path}: ${src} for ${needed}`).toBeGreaterThan(0.66);
      }
    }
    await finish();
  });

describe('the first visit of a phone', () => {
  it('takes less than 200 kB of pictures, the first of them as soon as the page begins', async () => {
    const { page, finish } = await visit(browser, { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 });
    const sizes = new Map<string, number>();
    page.on('response', async (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/media/'))
        sizes.set(pathname, (await response.body().catch(() => Buffer.alloc(0))).length);
    });
    await page.goto(server.url, { waitUntil: 'networkidle' });
    const first = await page.locator('link[rel=preload][as=image][imagesrcset]').first().getAttribute('imagesrcset');
    const taken = await page
      .locator('img[fetchpriority=high]')
      .evaluate((image) => (image instanceof HTMLImageElement ? image.currentSrc : ''));
    expect(first).toContain(new URL(taken).pathname);
    // Once, not once for the preload and once for the picture.
    expect([...sizes.keys()].filter((path) => path.includes('dawn'))).toHaveLength(1);
    expect(sizes.size).toBeGreaterThan(1);
    expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
    await finish();
  });

  it('is shared with a picture cut to measure', async () => {
    const { page, finish } = await visit(browser);
    await page.goto(server.url);
    const address = await page.locator('meta[property="og:image"]').getAttribute('content');
    const answer = await page.request.get(server.url + new URL(address ?? '').pathname);
    const { width, height, format } = await sharp(await answer.body()).metadata();
    expect([width, height, format]).toEqual([1200, 630, 'jpeg']);
    await finish();
  });
});
