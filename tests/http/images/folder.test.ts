import { LRUCache } from 'lru-cache';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import placeholder from '../../../shared/ui/placeholder.svg';
import { type Folder, makeFolder, validFiles } from '../../support/folder.ts';
import { BLUE, eachKind, look, RED, svg, WHITE } from '../../support/pictures.ts';
import { startSite, type TestSite } from '../../support/site.ts';

/* Images of a content folder, of each kind that editors use. */

const LEFT: [number, number] = [0.25, 0.25];
const RIGHT: [number, number] = [0.75, 0.25];
const LOW: [number, number] = [0.25, 0.75];

let folder: Folder;
let site: TestSite;
beforeAll(async () => {
  const kinds = Object.entries(await eachKind()).map(([name, bytes]) => [`media/${name}`, bytes]);
  folder = await makeFolder({ ...validFiles, ...Object.fromEntries(kinds), 'secret.jpg': 'secret' });
  site = await startSite({ CONTENT_DIR: folder.dir });
});
afterAll(async () => {
  await site.close();
  await folder.remove();
});

const get = (address: string) => request(site.app).get(`/media/@${address}`).buffer(true);
const warningsOf = (name: string) =>
  site.log.filter(({ level, picture }) => level >= 40 && picture === `/media/${name}`);

describe('an image of the content folder', () => {
  it.each([
    ['turned.jpg', 'avif', 'heif'],
    ['turned.jpg', 'webp', 'webp'],
    ['turned.jpg', 'jpg', 'jpeg'],
  ])('%s is upright as %s, and has no metadata', async (name, format, decoded) => {
    const { status, headers, body } = await get(`256/-/${name}.${format}`);
    expect([status, headers['content-type']]).toEqual([200, `image/${format === 'jpg' ? 'jpeg' : format}`]);
    const { at, ...found } = await look(body, LEFT, LOW);
    expect(found).toMatchObject({ format: decoded, width: 256, height: 384 });
    expect(at).toEqual([RED, BLUE]);
    expect([found.exif, found.icc, found.xmp, found.iptc, found.orientation]).toEqual(Array(5).fill(undefined));
    expect(body.includes('Maya')).toBe(false);
  });

  it.each(['cmyk.jpg', 'progressive.jpg', 'plain.webp', 'plain.avif', 'still.gif'])(
    '%s is converted to sRGB',
    async (name) => {
      for (const format of ['avif', 'webp', 'jpg']) {
        const { status, body } = await get(`192/-/${name}.${format}`);
        expect(status).toBe(200);
        const { at, ...found } = await look(body, LEFT, RIGHT);
        expect(found).toMatchObject({ width: 192, height: 128, space: 'srgb' });
        expect(at).toEqual([RED, BLUE]);
      }
    },
  );

  it('keeps its transparency, which is white in a JPEG', async () => {
    const lowIn = async (format: string) =>
      (await look((await get(`192/-/transparent.png.${format}`)).body, LEFT, LOW)).at;
    expect(await lowIn('avif')).toEqual([RED, 'none']);
    expect(await lowIn('webp')).toEqual([RED, 'none']);
    expect(await lowIn('jpg')).toEqual([RED, WHITE]);
  });

  it('has the colour of a white background where it is transparent', async () => {
    await get('192/-/transparent.png.webp').expect(200);
    expect(site.pictures.describe('/media/transparent.png', {}).colour).toBe('#f8f8f8');
  });

  it('is never enlarged', async () => {
    expect(await look((await get('1920/-/progressive.jpg.webp')).body)).toMatchObject({ width: 480, height: 320 });
  });

  it('is cropped for social networks', async () => {
    for (const name of ['progressive.jpg', 'turned.jpg', 'transparent.png'])
      expect(await look((await get(`shared/-/${name}.jpg`)).body)).toMatchObject({ width: 1200, height: 630 });
  });

  it('is not cropped for social networks if it is too thin: its enlarged form would fill the memory', async () => {
    await get('shared/-/line.png.jpg').expect(302).expect('location', '/media/line.png');
    await get('256/-/line.png.webp').expect(200);
  });

  it('is shown as it is if it is an animated PNG', async () => {
    await get('256/-/animated.png.webp').expect(302).expect('location', '/media/animated.png');
  });

  it('is served in every format if it is higher than a format allows', async () => {
    for (const format of ['avif', 'webp', 'jpg']) {
      const { status, body } = await get(`64/-/high.png.${format}`);
      expect(status, format).toBe(200);
      expect(await look(body)).toMatchObject({ height: 16_383 });
    }
  });

  it.each(['moving.gif', 'drawn.svg', 'drawn.png'])('%s is shown unscaled', async (name) => {
    const { status, headers } = await get(`640/-/${name}.avif`);
    expect([status, headers.location]).toEqual([302, `/media/${name}`]);
    expect(headers['cache-control']).toBe('public, max-age=300');
    expect(warningsOf(name)).toEqual([]);
  });

  it('has no metadata as an original either, in whole and in part', async () => {
    const get = (range?: string) => {
      const asked = request(site.app).get('/media/turned.jpg').buffer(true);
      return range === undefined ? asked : asked.set('Range', range);
    };
    const { headers, body } = await get();
    expect(body.length).toBe(Number(headers['content-length']));
    expect(String(body)).not.toMatch(/Maya|Camera/);
    expect((await look(body)).orientation).toBe(6);
    const part = await get('bytes=10-99');
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 10-99/${body.length}`]);
    expect(part.body.equals(body.subarray(10, 100))).toBe(true);
    expect((await get('bytes=-9999999')).body.equals(body)).toBe(true);
    await request(site.app).get('/media/turned.jpg').set('If-None-Match', String(headers.etag)).expect(304);
    await request(site.app).head('/media/turned.jpg').expect('Content-Length', String(body.length));
  });

  it('runs no script if it is an SVG', async () => {
    const { headers, body } = await request(site.app).get('/media/drawn.svg').buffer(true);
    expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    expect(String(body)).toBe(svg);
  });

  it.each(['bomb.png', 'passes.png', 'truncated.jpg', 'page.jpg', 'empty.jpg'])(
    '%s is replaced by the placeholder, which is logged once',
    async (name) => {
      for (const address of [`640/-/${name}.avif`, `64/-/${name}.jpg`, `640/-/${name}.avif`]) {
        const { status, headers } = await get(address);
        expect([status, headers.location, headers['cache-control']]).toEqual([302, placeholder, 'no-store']);
      }
      expect(warningsOf(name)).toEqual([expect.objectContaining({ msg: 'picture cannot be shown' })]);
    },
  );

  it('that does not exist is 404 and not logged, because visitors can invent names', async () => {
    const { status, headers } = await get('640/-/none.jpg.avif');
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([
      404,
      'no-store',
      'image/svg+xml; charset=utf-8',
    ]);
    expect(warningsOf('none.jpg')).toEqual([]);
  });

  it('is not decoded if it would fill the memory', async () => {
    await get('64/-/bomb.png.jpg');
    await get('64/-/passes.png.jpg');
    const reasons = [...warningsOf('bomb.png'), ...warningsOf('passes.png')].map(({ reason }) => reason);
    expect(reasons).toEqual([
      expect.stringContaining('20000 x 20000 pixels'),
      expect.stringContaining('8000 x 8000 pixels'),
    ]);
  });
});

describe('names that visitors invent', () => {
  it('are not remembered, nor written to the log', async () => {
    const lines = site.log.length;
    const remember = vi.spyOn(LRUCache.prototype, 'set');
    for (let index = 0; index < 300; index += 1) {
      const name = `${':'.repeat(index)}${index}.jpg`;
      expect((await get(`640/-/${encodeURIComponent(name)}.avif`)).status).toBe(404);
    }
    expect(remember).not.toHaveBeenCalled();
    remember.mockRestore();
    expect(site.log).toHaveLength(lines);
  });
});
