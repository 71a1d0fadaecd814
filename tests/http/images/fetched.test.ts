import { createHash, createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../packages/config/src/config.ts';
import { ImageNames } from '../../../packages/images/src/image-address.ts';
import { fixedKeys } from '../../../packages/images/src/seal-keys.ts';
import { scaledAddress } from '../../../packages/model/src/image-renditions.ts';
import { openSite } from '../../../server/site.ts';
import { resetClock, skipTime } from '../../support/clock.ts';
import { type Folder, makeFolder } from '../../support/folder.ts';
import { listen } from '../../support/listen.ts';
import { grainy, small } from '../../support/pictures.ts';
import { startRedis } from '../../support/redis.ts';
import { imageNames, startSite, type TestSite } from '../../support/site.ts';
import { file, withHeaders } from '../../support/upstream.ts';

/* What visitors can have fetched from a CMS by the addresses of its images, and how it is fetched. */

const PATH = '/storage/blog-14.jpg';
let folder: Folder;
let sites: TestSite[];
beforeEach(async () => {
  folder = await makeFolder({});
  sites = [];
});
afterEach(async () => {
  await Promise.all(sites.map((site) => site.close()));
  await folder.remove();
});

async function start(environment: Record<string, string> = {}): Promise<TestSite> {
  const site = await startSite(environment);
  sites.push(site);
  return site;
}
const statusOf = async ({ app }: TestSite, scaled = '') =>
  (await request(app).get(scaledAddress(scaled, 256, 'webp'))).status;
/** The name of a blog's picture in an answer. */
async function named({ app }: TestSite): Promise<string> {
  const { body } = await request(app).get('/frontapi/en/blogs');
  return body.data.blogs[0].files[0].scaled;
}

describe('the seal of an address', () => {
  it('cannot be made from what visitors know, nor does it tell a token', async () => {
    const secrets = { PURGE_TOKEN: 'hunter2hunter2hunter2', FRONTAPI_AUTHORIZATION: 'Basic aHVudGVyMg==' };
    const site = await start({ ...secrets, IMAGE_KEY: '' });
    site.upstream.picture(PATH, file(await small()));
    const given = await named(site);
    for (const parts of [
      ['', '', ''],
      ['', '', site.upstream.url],
      [secrets.PURGE_TOKEN, secrets.FRONTAPI_AUTHORIZATION, site.upstream.url],
    ]) {
      const key = createHash('sha256').update(parts.join('\n')).digest();
      const location = site.upstream.origin + PATH;
      const seal = createHmac('sha256', key).update(location).digest('base64url').slice(0, 16);
      expect(await statusOf(site, given.replace(/~[\w-]{16}/, `~${seal}`))).toBe(404);
    }
    expect(await statusOf(site, given)).toBe(200);
  });

  it('stays valid when tokens change, and when the key does', async () => {
    const environment = { DATA_DIR: folder.dir, IMAGE_KEY: '' };
    const first = await start({ ...environment, PURGE_TOKEN: 'the-token-of-before' });
    const { url: FRONTAPI_URL } = first.upstream;
    first.upstream.picture(PATH, file(await small()));
    const given = await named(first);
    const second = await start({ ...environment, FRONTAPI_URL, PURGE_TOKEN: 'the-token-after-it' });
    expect(await statusOf(second, given)).toBe(200);

    const old = new ImageNames(fixedKeys(['the-key-of-before'])).name(first.upstream.origin + PATH);
    const rotated = await start({ FRONTAPI_URL, IMAGE_KEY: 'the-key-of-today the-key-of-before' });
    expect(await statusOf(rotated, old)).toBe(200);
    expect(await named(rotated)).not.toContain(/~[\w-]{16}/.exec(old ?? '')?.[0]);
    expect(await statusOf(await start({ FRONTAPI_URL, IMAGE_KEY: 'the-key-of-today' }), old)).toBe(404);
  });

  it('of a replica is valid in the others, also after Redis has lost everything', async () => {
    const redis = await startRedis();
    try {
      const environment = { IMAGE_KEY: '', REDIS_URL: redis.url };
      const first = await start(environment);
      first.upstream.picture(PATH, file(await small()));
      const shared = { ...environment, FRONTAPI_URL: first.upstream.url };
      const given = await named(first);
      expect(await named(await start(shared))).toBe(given);

      await redis.kill();
      // It has to begin with a key of its own.
      const alone = await start({ ...shared, DATA_DIR: folder.dir });
      const itsOwn = await named(alone);
      expect(itsOwn).not.toBe(given);
      await redis.start();
      for (const site of sites)
        await expect.poll(async () => [await statusOf(site, given), await statusOf(site, itsOwn)]).toEqual([200, 200]);
      expect(await statusOf(await start(shared), given)).toBe(200);
    } finally {
      await redis.kill();
    }
  });
});

describe('an original at the origin of the API', () => {
  it('is a call of the budget, half of which is left to calls, and is fetched once if it is small', async () => {
    const site = await start({ UPSTREAM_BUDGET: '8' });
    const picture = file(await small());
    const names = Array.from({ length: 8 }, (_, index) => {
      site.upstream.picture(`/${index}.jpg`, picture);
      return imageNames.name(`${site.upstream.origin}/${index}.jpg`);
    });
    const statuses: number[] = [];
    for (const name of names) void statusOf(site, name).then((status) => statuses.push(status));
    await expect.poll(() => statuses).toEqual([200, 200, 200, 200]);
    await request(site.app).get('/frontapi/en/notice/1').expect(200);
    expect([site.upstream.calls, site.upstream.pictures].map(({ length }) => length)).toEqual([1, 4]);
  });

  it('is no call of the budget for an export', async () => {
    const config = { ...readConfig({ FRONTAPI_URL: 'http://127.0.0.1:1/en/', UPSTREAM_BUDGET: '1' }), isExport: true };
    const picture = await small();
    const origin = await listen((_, response) => void response.writeHead(200).end(picture));
    const upstream = { url: `${origin.url}/en/` };
    const site = await openSite({
      config: { ...config, upstream, mediaOrigins: [origin.url] },
      log: pino({ level: 'silent' }),
      distDir: 'dist',
    });
    for (const name of ['a', 'b', 'c']) {
      const location = `${origin.url}/${name}.jpg`;
      await site.images.learn(location, {});
      expect(site.images.describe(location, {})).toMatchObject({ width: 48, colour: expect.stringMatching('#') });
    }
    await site.close();
    await origin.close();
  });

  it('is fetched with the headers of the mapping, which no other origin gets, and without Authorization', async () => {
    const mapping = join(folder.dir, 'mapping.yaml');
    await writeFile(mapping, 'headers:\n  X-Api-Key: secret\n  Accept: application/vnd.api+json\n');
    const received: Record<string, unknown>[] = [];
    const original = await grainy(900, 700);
    const other = await listen((incoming, response) => {
      received.push(incoming.headers);
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(original);
    });
    const own = await listen((incoming, response) => {
      received.push(incoming.headers);
      if (incoming.url?.endsWith('/there.jpg')) response.writeHead(302, { location: `${other.url}/b.jpg` }).end();
      else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(original);
    });
    const site = await start({
      FRONTAPI_URL: `${own.url}/frontapi/en/`,
      FRONTAPI_MAPPING: mapping,
      FRONTAPI_AUTHORIZATION: 'Bearer of-the-api-alone',
      MEDIA_ORIGINS: `${own.url} ${other.url}`,
    });
    const fetched = async (location: string) => {
      received.length = 0;
      expect(await statusOf(site, imageNames.name(location))).toBe(200);
      return received.map(({ accept, authorization, 'x-api-key': key }) => [accept, authorization, key]);
    };
    const WITH = ['image/*', undefined, 'secret'];
    const WITHOUT = ['image/*', undefined, undefined];
    expect(await fetched(`${own.url}/here.jpg`)).toEqual([WITH, WITH]);
    expect(await fetched(`${other.url}/a.jpg`)).toEqual([WITHOUT, WITHOUT]);
    expect(await fetched(`${own.url}/there.jpg`)).toEqual([WITH, WITHOUT, WITH, WITHOUT]);
    await Promise.all([own.close(), other.close()]);
  });

  it('is not asked for while calls are paused, and its address works again afterwards', async () => {
    const site = await start();
    const given = imageNames.name(`${site.upstream.origin}/a.jpg`);
    site.upstream.picture('/a.jpg', file(await small()));
    site.upstream.answer('notice', withHeaders(429, { 'retry-after': '60' }));
    await request(site.app).get('/frontapi/en/notice').expect(429);
    expect(await statusOf(site, given)).toBe(302);
    expect(site.upstream.pictures).toEqual([]);
    skipTime(61_000);
    site.upstream.behave();
    site.upstream.picture('/a.jpg', file(await small()));
    await request(site.app).get('/frontapi/en/notice').expect(200);
    expect(await statusOf(site, given)).toBe(200);
    resetClock();
  });
});
