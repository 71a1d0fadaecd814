import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImageNames } from '../../../packages/images/src/image-address.ts';
import { fixedKeys } from '../../../packages/images/src/seal-keys.ts';
import { scaledAddress } from '../../../packages/model/src/image-renditions.ts';
import placeholder from '../../../shared/ui/placeholder.svg';
import { listen } from '../../support/listen.ts';
import { BLUE, grainy, look, RED, small } from '../../support/pictures.ts';
import { POLLING } from '../../support/polling.ts';
import { imageNames, startSite, type TestSite } from '../../support/site.ts';
import { type Behaviour, failure, file, withHeaders } from '../../support/upstream.ts';

/* Images of a CMS. */

const PATH = '/storage/blog-14.jpg';
const BEGINNING = 'bytes=0-262143';
let site: TestSite;
beforeEach(async () => {
  site = await startSite();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await site.close();
});

/** The file of blog 14 in an answer. */
async function described() {
  const { body } = await request(site.app).get('/frontapi/en/blogs');
  return body.data.blogs[0].files[0];
}
const get = (scaled: string) => request(site.app).get(scaledAddress(scaled, 256, 'webp'));
const named = (location: string) => imageNames.name(location) ?? '';
const warnings = () => site.log.filter(({ level }) => level >= 40).map(({ reason }) => reason);

async function expectPlaceholder(scaled: string) {
  const { status, headers } = await get(scaled);
  expect([status, headers.location, headers['cache-control']]).toEqual([302, placeholder, 'no-store']);
}

describe('an image of a CMS', () => {
  it('is named in answers, and is served under that name', async () => {
    site.upstream.picture(PATH, file(await small()));
    const { scaled, location } = await described();
    expect(location).toBe(site.upstream.origin + PATH);
    const { status, headers, body } = await get(scaled);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=300',
    ]);
    expect(await look(body, [0.5, 0.5])).toMatchObject({ width: 48, height: 32, at: [RED] });
  });

  it('is inspected in the background by its beginning; its colour is known after the first request', async () => {
    const original = await grainy(900, 700);
    expect(original.length).toBeGreaterThan(300_000);
    site.upstream.picture(PATH, file(original, { etag: '"1"' }));
    const { scaled } = await described();
    await vi.waitFor(async () => {
      await site.gateway.purge();
      const { width, height, colour, ...known } = await described();
      expect([width, height, colour]).toEqual([900, 700, undefined]);
      expect(known.scaled).not.toBe(scaled);
    }, POLLING);
    const asked = () => site.upstream.pictures.filter(({ address }) => address === PATH).map(({ range }) => range);
    // After each purge, it is checked again.
    expect(new Set(asked())).toEqual(new Set([BEGINNING]));
    const wholes = () => asked().filter((range) => range === undefined);

    await get(scaled).expect(200);
    expect(wholes()).toHaveLength(1);
    await site.gateway.purge();
    const known = await described();
    expect(known.colour).toMatch(/^#[\da-f]{6}$/);
    expect((await get(known.scaled)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(wholes()).toHaveLength(1);
  });

  it('that is deleted has no sizes any more after a purge', async () => {
    site.upstream.picture(PATH, file(await small()));
    const { scaled } = await described();
    await get(scaled).expect(200);
    site.upstream.picture(PATH, failure(404));
    await site.gateway.purge();
    await vi.waitFor(async () => expectPlaceholder(scaled), POLLING);
  });

  it('that is replaced at its address is shown after a purge, whatever was loaded just before', async () => {
    site.upstream.picture(PATH, file(await small(), { etag: '"1"' }));
    await get((await described()).scaled).expect(200);
    site.upstream.picture(PATH, file(await small(BLUE), { etag: '"2"' }));
    await site.gateway.purge();
    await vi.waitFor(async () => {
      const { body } = await get((await described()).scaled);
      expect((await look(body, [0.5, 0.5])).at).toEqual([BLUE]);
    }, POLLING);
  });

  it('that is replaced is shown after a purge if the CMS says nothing about its version', async () => {
    const plain =
      (original: Buffer): Behaviour =>
      (response) => {
        response.writeHead(200, { 'content-type': 'image/jpeg' }).end(original);
      };
    site.upstream.picture(PATH, plain(await small()));
    await get((await described()).scaled).expect(200);
    site.upstream.picture(PATH, plain(await small(BLUE)));
    await site.gateway.purge();
    await vi.waitFor(async () => {
      const { body } = await get((await described()).scaled);
      expect((await look(body, [0.5, 0.5])).at).toEqual([BLUE]);
    }, POLLING);
  });

  it('is inspected by its beginning also if the CMS ignores ranges', async () => {
    const original = Buffer.concat([await small(), Buffer.alloc(30_000_000)]);
    site.upstream.picture(PATH, (response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': original.length }).end(original);
    });
    await described();
    await vi.waitFor(async () => {
      await site.gateway.purge();
      expect((await described()).width).toBe(48);
    }, POLLING);
  });

  it('is shown unscaled if it is not scalable', async () => {
    const { scaled } = await described();
    const { status, headers } = await get(scaled);
    expect([status, headers.location]).toEqual([302, site.upstream.origin + PATH]);
    await site.gateway.purge();
    expect((await described()).scaled).toBeUndefined();
  });

  it('is refused without a valid seal', async () => {
    site.upstream.picture(PATH, file(await small()));
    const scaled = named(site.upstream.origin + PATH);
    const [, seal = ''] = /~([\w-]{16})/.exec(scaled) ?? [];
    const before = site.upstream.pictures.length;
    for (const wrong of [
      scaled.replace(seal, 'x'.repeat(16)),
      scaled.replace(seal, seal.slice(1)),
      scaled.replace(`~${seal}/`, ''),
      scaled.replace('blog-14', 'blog-15'),
      scaled.replace('/http/', '/https/'),
      `${scaled}%3Fwidth=1`,
      new ImageNames(fixedKeys(['another key'])).name(site.upstream.origin + PATH) ?? '',
    ])
      await get(wrong).expect(404).expect('cache-control', 'no-store');
    expect(site.upstream.pictures).toHaveLength(before);
    expect(warnings()).toEqual([]);
    await get(scaled).expect(200);
  });

  it('is never fetched from an origin that is not allowed, even with a valid seal', async () => {
    let asked = 0;
    const other = await listen((_, response) => {
      asked += 1;
      response.end();
    });
    const localhost = site.upstream.origin.replace('127.0.0.1', 'localhost');
    for (const origin of [other.url, localhost, 'http://169.254.169.254', 'http://127.0.0.1'])
      await get(named(`${origin}/a.jpg`)).expect(404);
    await other.close();
    expect(asked).toBe(0);
    expect(site.upstream.pictures).toEqual([]);
  });
});

describe('a redirect', () => {
  it('is followed within the origin', async () => {
    site.upstream.picture(PATH, withHeaders(302, { location: '/storage/new.jpg' }));
    site.upstream.picture('/storage/new.jpg', file(await small(BLUE)));
    const { body } = await get(named(site.upstream.origin + PATH)).expect(200);
    expect((await look(body, [0.5, 0.5])).at).toEqual([BLUE]);
  });

  it('is not followed to another host, nor to another port of this machine', async () => {
    let asked = 0;
    const other = await listen((_, response) => {
      asked += 1;
      response.end();
    });
    const locations = [
      `${other.url}/a.jpg`,
      other.url.replace('http:', ''),
      site.upstream.origin.replace('127.0.0.1', 'localhost'),
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
      'http://',
    ];
    for (const [index, location] of locations.entries()) {
      site.upstream.picture(`/storage/${index}.jpg`, withHeaders(302, { location }));
      await expectPlaceholder(named(`${site.upstream.origin}/storage/${index}.jpg`));
    }
    await other.close();
    expect(asked).toBe(0);
    expect(site.upstream.pictures).toHaveLength(locations.length);
    expect(new Set(warnings())).toEqual(
      new Set(['a redirect to an origin that is not allowed, or too many redirects']),
    );
  });

  it('in a circle is not followed for ever', async () => {
    site.upstream.picture(PATH, withHeaders(302, { location: PATH }));
    await expectPlaceholder(named(site.upstream.origin + PATH));
    expect(site.upstream.pictures).toHaveLength(4);
    expect(warnings()).toEqual(['a redirect to an origin that is not allowed, or too many redirects']);
  });
});
