import sharp from 'sharp';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../../support/folder.ts';
import { BLUE, look, RED, small, WHITE } from '../../support/pictures.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import { data, file, later, raw, withHeaders } from '../../support/upstream.ts';

/* The icons of a site, all made of one file. */

/** A square of one colour. */
const square = (colour: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path fill="${colour}" d="M0 0h10v10H0z"/></svg>`,
  );
const A_DAY = 'public, max-age=86400';
const SHORT = 'public, max-age=300';
const SIZES = {
  '/apple-touch-icon.png': 180,
  '/icon-192.png': 192,
  '/icon-512.png': 512,
  '/icon-maskable.png': 512,
};

let site: TestSite;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.close());

const get = (path: string) => request(site.app).get(path).buffer(true).responseType('blob');
const names = (fields: object) =>
  site.upstream.answer('site', data({ site: { name: 'Himal Trust', menu: [], ...fields } }));

/** The pictures in an ICO file. */
function inIco(bytes: Buffer): Buffer[] {
  expect([bytes.readUInt16LE(0), bytes.readUInt16LE(2)]).toEqual([0, 1]);
  return Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index;
    const start = bytes.readUInt32LE(entry + 12);
    return bytes.subarray(start, start + bytes.readUInt32LE(entry + 8));
  });
}

describe('the icons of a site', () => {
  beforeEach(() => {
    names({ favicon: { location: '/storage/mark.svg' }, accent: '#ffd400' });
    site.upstream.picture('/storage/mark.svg', withHeaders(200, { 'content-type': 'image/svg+xml' }, square(RED)));
  });

  it.each(Object.entries(SIZES))('%s is a PNG of that size, made of its vector image', async (path, size) => {
    const { status, headers, body } = await get(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/png', A_DAY]);
    expect(await look(body, [0.5, 0.5])).toMatchObject({ format: 'png', width: size, height: size, at: [RED] });
    await get(path).set('If-None-Match', String(headers.etag)).expect(304);
  });

  it('are opaque where the system would show black behind them, with room for its own shape', async () => {
    for (const path of ['/apple-touch-icon.png', '/icon-maskable.png']) {
      const { body } = await get(path);
      expect((await look(body, [0.02, 0.02])).at).toEqual([WHITE]);
    }
    expect((await look((await get('/icon-192.png')).body, [0.02, 0.02])).at).toEqual([RED]);
  });

  it('/favicon.ico has two sizes in one file', async () => {
    const { status, headers, body } = await get('/favicon.ico');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/x-icon', A_DAY]);
    const pictures = await Promise.all(inIco(body).map((bytes) => look(bytes, [0.5, 0.5])));
    expect(pictures.map(({ width, height, at }) => [width, height, ...at])).toEqual([
      [16, 16, RED],
      [32, 32, RED],
    ]);
    await get('/favicon.ico').set('If-None-Match', String(headers.etag)).expect(304);
  });

  it('/site.webmanifest names them, with the colours of the site', async () => {
    const { body, headers } = await request(site.app).get('/site.webmanifest').responseType('blob').expect(200);
    expect([headers['content-type'], headers['cache-control']]).toEqual([
      'application/manifest+json; charset=utf-8',
      A_DAY,
    ]);
    const manifest = JSON.parse(String(body));
    expect(manifest).toMatchObject({
      name: 'Himal Trust',
      lang: 'en',
      theme_color: '#ffd400',
      background_color: '#fbfaf7',
    });
    for (const { src, sizes } of manifest.icons) {
      const { width } = await sharp((await get(src)).body).metadata();
      expect(sizes).toBe(`${width}x${width}`);
    }
    await request(site.app).get('/site.webmanifest').set('If-None-Match', String(headers.etag)).expect(304);
  });

  it('are named in the head of pages', async () => {
    const { text } = await request(site.app).get('/about');
    for (const link of [
      '<link rel="icon" href="/favicon.ico" sizes="32x32"/>',
      `<link rel="icon" href="${site.upstream.origin}/storage/mark.svg" type="image/svg+xml"/>`,
      '<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>',
      '<link rel="manifest" href="/site.webmanifest"/>',
      '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1a1f25"/>',
    ])
      expect(text).toContain(link);
  });

  it('are read once for all sizes and requests', async () => {
    await Promise.all([...Object.keys(SIZES), '/favicon.ico', '/icon-192.png'].map((path) => get(path)));
    expect(site.upstream.pictures).toHaveLength(1);
  });
});

describe('without a picture that can be used', () => {
  /** The letter of the site on its accent. */
  async function expectMark(cacheControl: string) {
    // Of a picture that takes long there is a mark for the time being, which is not stored.
    await expect.poll(async () => (await get('/icon-192.png')).headers['cache-control']).toBe(cacheControl);
    const { body } = await get('/icon-192.png');
    expect((await look(body, [0.5, 0.06], [0.5, 0.5])).at).toEqual([BLUE, WHITE]);
  }

  it('they are its letter on its accent', async () => {
    // The middle of the letter H is a stroke.
    names({ accent: BLUE });
    await expectMark(A_DAY);
  });

  it('a wide logo is none, a square one is', async () => {
    names({ accent: BLUE, logo: { location: '/storage/wide.svg', width: 400, height: 100 } });
    await expectMark(A_DAY);
    names({ accent: BLUE, logo: { location: '/storage/mark.svg', width: 64, height: 64 } });
    site.upstream.picture('/storage/mark.svg', withHeaders(200, { 'content-type': 'image/svg+xml' }, square(RED)));
    await site.gateway.purge();
    expect((await look((await get('/icon-192.png')).body, [0.5, 0.06])).at).toEqual([RED]);
  });

  it('one with a comment behind its document type, as CorelDRAW writes it, is drawn', async () => {
    names({ favicon: { location: '/storage/corel.svg' } });
    const corel = `<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<!-- Creator: CorelDRAW -->\n${square(RED)}`;
    site.upstream.picture('/storage/corel.svg', withHeaders(200, { 'content-type': 'image/svg+xml' }, corel));
    expect((await look((await get('/icon-192.png')).body, [0.5, 0.5])).at).toEqual([RED]);
  });

  it.each([
    ['is missing', withHeaders(404, {}, '')],
    ['is no picture', raw(200, 'text/html', '<!doctype html><p>Sign in')],
    ['is broken', file(Buffer.from('89504e470d0a1a0a00', 'hex'))],
    ['is too large a drawing', file(Buffer.concat([square(RED), Buffer.alloc(600_000, ' ')]))],
  ])('one that %s is covered by the letter, for a short time', async (_, behaviour) => {
    names({ accent: BLUE, favicon: { location: '/storage/mark.png' } });
    site.upstream.picture('/storage/mark.png', behaviour);
    await expectMark(SHORT);
  });

  it('one of an origin that is not allowed is not requested', async () => {
    names({ accent: BLUE, favicon: { location: 'http://169.254.169.254/mark.svg' } });
    await expectMark(SHORT);
  });

  it('an ICO file is left to the browser', async () => {
    names({ favicon: { location: '/storage/favicon.ico' } });
    const { status, headers } = await get('/favicon.ico');
    expect([status, headers.location]).toEqual([302, `${site.upstream.origin}/storage/favicon.ico`]);
  });

  it('nothing is stored while the site is not known', async () => {
    site.upstream.answer('site', later(5_000, data({})));
    for (const path of ['/favicon.ico', '/icon-192.png', '/site.webmanifest'])
      await get(path).expect(200).expect('Cache-Control', 'no-store');
  });
});

it('a drawing loads nothing itself', async () => {
  names({ favicon: { location: '/storage/mark.svg' } });
  const inner = `<image href="${site.upstream.origin}/storage/inner.png" width="10" height="10"/>`;
  const links = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${inner}<image href="file:///etc/hostname" width="9" height="9"/></svg>`;
  site.upstream.picture('/storage/mark.svg', withHeaders(200, { 'content-type': 'image/svg+xml' }, links));
  site.upstream.picture('/storage/inner.png', file(await small()));
  await get('/icon-192.png').expect(200);
  expect(site.upstream.pictures.map(({ address }) => address)).not.toContain('/storage/inner.png');
});

describe('of a content folder', () => {
  let folder: Folder;
  beforeEach(async () => {
    await site.close();
    folder = await makeFolder({
      ...validFiles,
      'site.yaml': 'name: Folder Trust\nfavicon: { location: /media/mark.svg }\n',
      'media/mark.svg': square(RED),
    });
    site = await startSite({ CONTENT_DIR: folder.dir });
  });
  afterEach(() => folder.remove());

  it('follow the file', async () => {
    const first = await get('/icon-192.png');
    expect((await look(first.body, [0.5, 0.5])).at).toEqual([RED]);
    await folder.write({ 'media/mark.svg': square(BLUE) });
    // The file is checked behind a response, which still has the last version.
    await expect.poll(async () => (await look((await get('/icon-192.png')).body, [0.5, 0.5])).at).toEqual([BLUE]);
  });
});
