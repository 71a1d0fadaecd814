import { readdir } from 'node:fs/promises';
import { createClient } from '@redis/client';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../packages/config/src/config.ts';
import { resetClock, skipTime } from '../support/clock.ts';
import { type Folder, makeFolder } from '../support/folder.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { startServer } from '../support/server.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data, failure, reset, startUpstream } from '../support/upstream.ts';

/* The answers of the search on their way through the gateway. Here the upstream searches, so that a test can count its calls. */

const UPSTREAM = { SEARCH: 'upstream' };
let site: TestSite | undefined;
let folder: Folder | undefined;
let redis: TestRedis | undefined;
afterEach(async () => {
  resetClock();
  await site?.close();
  await folder?.remove();
  await redis?.kill();
  site = folder = redis = undefined;
});

const result = (name: string) => ({ kind: 'notice', id: '2', name, href: '/notice/2' });
const pagination = { current_page: 1, last_page: 1, per_page: 12, total: 1 };
const answer = (name: string) =>
  data({
    results: [result(name)],
    pagination,
    facets: [{ kind: 'notice', label: 'Notices', count: 1 }],
    did_you_mean: 'closure',
  });

async function start(environment: Record<string, string> = {}): Promise<TestSite> {
  site = await startSite({ ...UPSTREAM, ...environment });
  site.upstream.answer('search', answer('Zebra'));
  return site;
}
const get = (path: string) => {
  if (!site) throw new Error('there is no site');
  return request(site.app).get(path).set('User-Agent', 'Googlebot/2.1');
};
const searches = () => site?.upstream.calls.filter(({ address }) => /^search\b/.test(address)).length;

describe('an answer of the search', () => {
  it('is stored by shared caches for ten seconds, by browsers not at all', async () => {
    await start();
    for (const isHit of [false, true]) {
      const { headers } = await get('/frontapi/en/search?q=a');
      expect(headers['cache-status']?.includes('hit')).toBe(isHit);
      expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=10');
    }
  });

  it('is fresh for seconds, and called again after them', async () => {
    await start();
    for (let times = 0; times < 3; times += 1) expect((await get('/frontapi/en/search?q=a')).text).toContain('Zebra');
    expect(searches()).toBe(1);
    skipTime(8_000);
    await get('/frontapi/en/search?q=a');
    expect(searches()).toBe(1);
    skipTime(4_000);
    site?.upstream.answer('search', answer('Lion'));
    expect((await get('/frontapi/en/search?q=a')).text).toContain('Lion');
    expect(searches()).toBe(2);
  });

  it('is not served stale when the search fails, as a notice is', async () => {
    await start({ CONTENT_TTL: '5', CONTENT_STALE: '3600', UPSTREAM_TIMEOUT: '1000' });
    expect((await get('/frontapi/en/search?q=a')).status).toBe(200);
    expect((await get('/frontapi/en/notice/2')).status).toBe(200);
    site?.upstream.answer('search', failure(500));
    site?.upstream.answer('notice/2', failure(500));
    skipTime(12_000);
    expect((await get('/frontapi/en/notice/2')).status).toBe(200);
    const failed = await get('/frontapi/en/search?q=a');
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(failed.text).not.toContain('Zebra');
    const page = await get('/search?q=a');
    expect(page.status).toBe(503);
    expect(page.text).not.toContain('Zebra');
  });

  it.each([{ entity: 'search' }, { all: true as const }])(
    'and its page are called again after a purge of %j',
    async (what) => {
      await start({ PAGE_CACHE_MB: '10' });
      expect((await get('/search?q=a')).text).toContain('Zebra');
      expect((await get('/search?q=a')).text).toContain('Zebra');
      expect(searches()).toBe(1);
      site?.upstream.answer('search', answer('Lion'));
      await site?.gateway.purge(what);
      const page = await get('/search?q=a');
      expect(page.text).toContain('Lion');
      expect(page.text).not.toContain('Zebra');
      expect((await get('/frontapi/en/search?q=a')).text).not.toContain('Zebra');
    },
  );

  it('is not purged with a notice alone', async () => {
    await start();
    await get('/frontapi/en/search?q=a');
    await site?.gateway.purge({ entity: 'notice' });
    await get('/frontapi/en/search?q=a');
    expect(searches()).toBe(1);
  });

  it('is the same for the same words in other parameters', async () => {
    await start();
    for (const query of ['q=a&kind=notice', 'kind=notice&q=a', 'q=%20a&kind=notice&page=1&unknown=1']) {
      expect((await get(`/frontapi/en/search?${query}`)).status).toBe(200);
    }
    expect(searches()).toBe(1);
  });

  it('is on no disk', async () => {
    folder = await makeFolder({});
    const dataDir = folder.dir;
    await start({ DATA_DIR: dataDir });
    // Those that are being written have another name.
    const files = async () =>
      (await readdir(dataDir, { recursive: true, withFileTypes: true })).flatMap((entry) =>
        entry.isFile() && !entry.name.endsWith('.part') ? [entry.name] : [],
      );
    // Listed calls are stored: positive control.
    await get('/frontapi/en/notice');
    await get('/frontapi/en/notice/2');
    await expect.poll(async () => (await files()).length).toBe(2);
    const before = await files();
    for (const word of ['a', 'b', 'a', 'b']) {
      expect((await get(`/frontapi/en/search?q=${word}`)).text).toContain('Zebra');
      await get(`/search?q=${word}`);
    }
    skipTime(12_000);
    await get('/frontapi/en/search?q=a');
    await site?.close();
    site = undefined;
    const after = await files();
    expect(after).toEqual(expect.arrayContaining(before));
    // The page needs the site: no other answer has been added.
    expect(after.length - before.length).toBeLessThanOrEqual(1);
  });

  it('is not in Redis', async () => {
    redis = await startRedis();
    await start({ REDIS_URL: redis.url });
    const client = createClient({ url: redis.url });
    await client.connect();
    try {
      await get('/frontapi/en/notice/2');
      await expect
        .poll(async () => (await client.keys('*')).filter((key) => key.includes('notice')).length)
        .toBeGreaterThan(0);
      for (const word of ['a', 'b', 'a', 'b'])
        expect((await get(`/frontapi/en/search?q=${word}`)).text).toContain('Zebra');
      const keys = await client.keys('*');
      expect(keys.filter((key) => key.includes('search'))).toEqual([]);
      for (const key of keys) expect(await client.dump(key).then(String)).not.toContain('Zebra');
    } finally {
      client.destroy();
    }
  });

  it('that the upstream has not in the right form is no error of ours', async () => {
    await start();
    site?.upstream.answer('search', data({ results: 'none' }));
    expect((await get('/frontapi/en/search?q=a')).status).toBeLessThanOrEqual(503);
    site?.upstream.answer(
      'search',
      data({
        results: [{ ...result('A'), href: 'javascript:alert(1)' }, { id: 1 }, null, result('Lion')],
        pagination: { current_page: 1, last_page: 1, per_page: 12, total: 1 },
      }),
    );
    const fine = await get('/frontapi/en/search?q=b');
    expect(fine.status).toBe(200);
    expect(fine.text).toContain('Lion');
    expect(fine.text).not.toContain('javascript:');
  });

  it('names no words in the log when its call fails', async () => {
    await start({ LOG_LEVEL: 'trace', UPSTREAM_TIMEOUT: '500' });
    for (const behaviour of [failure(500), failure(404), failure(422), reset, data({ results: [{ id: 'gopya' }] })]) {
      site?.upstream.answer('search', behaviour);
      await get(`/frontapi/en/search?q=gopyashabda${Math.random()}`);
    }
    expect(site?.log.length).toBeGreaterThan(0);
    expect(JSON.stringify([site?.log, site?.requests])).not.toContain('gopyashabda');
  });
});

describe('SEARCH=upstream', () => {
  it('shows what the upstream finds, with and without a paginator', async () => {
    const results = Array.from({ length: 14 }, (_, id) => ({
      kind: 'notice',
      id,
      name: 'Zebra',
      href: `/notice/${id}`,
    }));
    const { upstream } = await start();
    upstream.answer('search', data({ results }));
    const { body } = await get('/frontapi/en/search?q=lion').expect(200);
    expect(body.data.results).toHaveLength(14);
    expect(body.data.pagination.total).toBe(14);
  });

  it('without an upstream is a wrong configuration', () => {
    expect(() => readConfig(UPSTREAM)).toThrow(ConfigError);
    expect(() => readConfig({ ...UPSTREAM, CONTENT_DIR: 'content' })).toThrow(/FRONTAPI_URL/);
    expect(() => readConfig({ SEARCH: 'elsewhere' })).toThrow(/SEARCH/);
    expect(readConfig({ ...UPSTREAM, FRONTAPI_URL: 'https://cms.example/frontapi/en/' }).search).toBe('upstream');
    expect(readConfig({}).search).toBe('own');
  });

  it('asks the upstream, and reads nothing for an index', async () => {
    const upstream = await startUpstream();
    upstream.answer('search', answer('Zebra'));
    const server = await startServer({ ...UPSTREAM, FRONTAPI_URL: upstream.url });
    const { text } = await request(server.url).get('/frontapi/en/search?q=a&kind=notice&suggest=1');
    expect(text).toContain('Zebra');
    expect((await request(server.url).get('/search?q=closur')).text).toContain('Zebra');
    const addresses = upstream.calls.map(({ address }) => address);
    expect(addresses).toContain('search?kind=notice&q=a&suggest=1');
    expect(addresses.filter((address) => address.startsWith('faq?per_page'))).toEqual([]);
    expect(await server.stop()).toBe(0);
    await upstream.close();
    expect(server.log.filter(({ msg }) => /search/.test(msg))).toEqual([]);
  });
});
