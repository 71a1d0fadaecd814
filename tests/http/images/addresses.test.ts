import { get as ask } from 'node:http';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ImageNames } from '../../../packages/images/src/image-address.ts';
import { Scaler } from '../../../packages/images/src/scaler.ts';
import { fixedKeys } from '../../../packages/images/src/seal-keys.ts';
import { canonicalAddress } from '../../../packages/model/src/canonical-address.ts';
import { type Folder, makeFolder, validFiles } from '../../support/folder.ts';
import { listen } from '../../support/listen.ts';
import { look, RED, small } from '../../support/pictures.ts';
import { startSite, type TestSite } from '../../support/site.ts';

/* Which image an address names, and how long an answer may be cached. */

let folder: Folder;
let site: TestSite;
let server: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  const hill = await small();
  const names = ['hill.jpg', 'old hill [1], 100%?.jpg', '~hill.jpg', 'deep/er/hill.jpg'];
  const media = Object.fromEntries(names.map((name) => [`media/${name}`, hill]));
  folder = await makeFolder({ ...validFiles, ...media, 'secret.jpg': hill });
  site = await startSite({ CONTENT_DIR: folder.dir });
  server = await listen(site.app);
});
afterAll(async () => {
  await server.close();
  await site.close();
  await folder.remove();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Requests an address exactly as it is written, which other clients normalise, and follows the redirect to the canonical one. */
async function statusOf(address: string): Promise<(number | string | undefined)[]> {
  const [status, cacheControl, location] = await answerTo(`/media/@${address}`);
  return status === 308 ? answerTo(String(location)) : [status, cacheControl, location];
}

const answerTo = (path: string) =>
  new Promise<(number | string | undefined)[]>((resolve, reject) => {
    ask({ port: new URL(server.url).port, path }, (response) => {
      response.resume();
      resolve([response.statusCode, response.headers['cache-control'], response.headers.location]);
    }).on('error', reject);
  });

describe('an address', () => {
  it.each([
    '641/-/hill.jpg.avif',
    '0640/-/hill.jpg.avif',
    '64e1/-/hill.jpg.avif',
    'constructor/-/hill.jpg.avif',
    '640/-/hill.jpg.png',
    '640/-/hill.jpg.AVIF',
    '640/-/hill.jpg.svg',
    '640/-/hill.jpg.',
    '640/-/.avif',
    '640//hill.jpg.avif',
    '640/hill.jpg.avif',
    '640/-/..%2fsecret.jpg.avif',
    '640/-/%2e%2e/%2E%2E/secret.jpg.avif',
    '640/-/../secret.jpg.avif',
    '640/-/..avif',
    `640/-/${':'.repeat(1_100)}.jpg.avif`,
    '640',
    '',
  ])('%s names nothing', async (address) => {
    expect(await statusOf(address)).toEqual([404, 'no-store', undefined]);
  });

  it.each([
    ['%00', 400],
    ['hill.jpg%00', 400],
    ['%e0%a4', 400],
    ['x'.repeat(5_000), 414],
  ])('%s is refused', async (name, status) => {
    expect(await statusOf(`640/-/${name}.avif`)).toEqual([status, 'no-store', undefined]);
  });

  it.each(['none.jpg', 'deep', 'x'.repeat(900), 'hill.jpg/x.jpg', '..%5Csecret.jpg'])(
    '%s names no image',
    async (name) => {
      expect(await statusOf(`640/-/${name}.avif`)).toEqual([404, 'no-store', undefined]);
    },
  );

  it.each(['hill.jpg', 'old hill [1], 100%?.jpg', '~hill.jpg', 'deep/er/hill.jpg'])(
    'of a file called %s leads to that file',
    async (name) => {
      const location = `/media/${name.split('/').map(encodeURIComponent).join('/')}`;
      const { scaled } = site.pictures.describe(location, {});
      expect((await statusOf(`64/${scaled}.avif`))[0]).toBe(200);
    },
  );

  it('is the same however a location is written', async () => {
    const names = new ImageNames(fixedKeys(['key']));
    const { scaled } = site.pictures.describe('/media/deep/er/hill.jpg', {});
    for (const written of ['deep//er/./hill.jpg', 'deep/%65r/hill.jpg', 'deep/er/../er/hill.jpg?v=2#top'])
      expect(site.pictures.describe(`/media/${written}`, {}).scaled).toBe(scaled);
    expect(names.parse('/@64/-/deep%2Fer/hill.jpg.avif')?.location).toBe('/media/deep/er/hill.jpg');
  });

  it('causes no second scaling when it is written differently', async () => {
    const scale = vi.spyOn(Scaler.prototype, 'scale');
    for (const name of ['hill.jpg', './hill.jpg', '/hill.jpg', 'deep/../hill.jpg', '%68ill.jpg', 'hil%6C.jpg'])
      expect((await statusOf(`96/-/${name}.webp`))[0], name).toBe(200);
    expect(scale).toHaveBeenCalledTimes(1);
  });

  it('of another origin leads to the location that it was created for', () => {
    const names = new ImageNames(fixedKeys(['key']));
    for (const location of [
      'https://cms.example/a.jpg',
      'http://127.0.0.1:81/a%20b.jpg?width=3&x=%3F',
      'https://cms.example/a%3Fb.jpg',
      'https://cms.example/image?id=3',
      'https://cms.example//storage//a%e0.jpg?x={y}|z#',
    ]) {
      const path = `/@640/${names.name(location, 'v1')}.avif`;
      // Any other one is redirected, to an address without a seal.
      expect(canonicalAddress(`/media${path}`)).toBe(`/media${path}`);
      expect(names.parse(path)).toEqual({
        location,
        size: 640,
        format: 'avif',
        version: 'v1',
      });
    }
  });

  it('is immutable with the current version, and short-lived with any other', async () => {
    await statusOf('64/-/hill.jpg.jpg');
    const { scaled = '' } = site.pictures.describe('/media/hill.jpg', {});
    expect(scaled).toMatch(/^[A-Za-z\d]{8}\/hill\.jpg$/);
    expect(await statusOf(`64/${scaled}.jpg`)).toEqual([200, 'public, max-age=31536000, immutable', undefined]);
    for (const version of ['-', 'older', 'x'.repeat(900)])
      expect(await statusOf(`64/${version}/hill.jpg.jpg`)).toEqual([200, 'public, max-age=300', undefined]);
  });

  it('may be shown by other sites, and is revalidated by its ETag', async () => {
    const { headers, body } = await request(site.app).get('/media/@64/-/hill.jpg.jpg');
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-type': 'image/jpeg',
    });
    expect(headers.vary).toBeUndefined();
    expect((await look(body, [0.5, 0.5])).at).toEqual([RED]);
    await request(site.app).get('/media/@64/-/hill.jpg.jpg').set('if-none-match', String(headers.etag)).expect(304);
    await request(site.app).head('/media/@64/-/hill.jpg.jpg').expect(200);
  });
});
