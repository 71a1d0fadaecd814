import { createClient } from '@redis/client';
import { pino } from 'pino';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Replicas } from '../../packages/gateway/src/replicas.ts';
import { monotonicNow } from '../../packages/runtime/src/clock.ts';
import { resetClock, skipTime } from '../support/clock.ts';
import { blogs } from '../support/content.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data, failure, later, silence, startUpstream, type TestUpstream } from '../support/upstream.ts';

/* Ten replicas on one upstream, with a real Redis between them. */

let redis: TestRedis;
let upstream: TestUpstream;
let sites: TestSite[];
beforeEach(async () => {
  [redis, upstream] = await Promise.all([startRedis(), startUpstream()]);
  sites = [];
});
afterEach(async () => {
  await Promise.all(sites.map((site) => site.close()));
  await upstream.close();
  await redis.kill();
});

const start = async (count: number, environment: Record<string, string> = {}) => {
  const started = await Promise.all(
    Array.from({ length: count }, () =>
      startSite({ FRONTAPI_URL: upstream.url, REDIS_URL: redis.url, ...environment }),
    ),
  );
  sites.push(...started);
  return started;
};
const get = ({ app }: TestSite, path: string) => request(app).get(path).set('User-Agent', 'Googlebot/2.1');
const times = (address: string) => upstream.calls.filter((call) => call.address === address).length;
const warnings = (site: TestSite | undefined) =>
  (site?.log ?? []).filter(({ level }) => level >= 40).map(({ msg }) => msg);

describe('replicas', () => {
  it('together make one call for each answer', async () => {
    const ten = await start(10);
    upstream.answer('blogs/1', later(200, data({ blog: { ...blogs[0], id: 1 } })));
    const answers = await Promise.all(
      ten.flatMap((site) => [get(site, '/blogs/1'), get(site, '/blogs'), get(site, '/')]),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
    for (const call of ['blogs/1', 'blogs', 'home', 'sliders', 'site']) expect(times(call), call).toBe(1);
  });

  it('take over what is fresh and stale when they start', async () => {
    const [first] = await start(1);
    if (!first) throw new Error('no site');
    for (const path of ['/', '/blogs/1']) await get(first, path).expect(200);
    for (const call of ['site', 'home', 'sliders', 'blogs', 'blogs/1']) upstream.answer(call, silence);
    const [second] = await start(1);
    if (!second) throw new Error('no site');
    expect((await get(second, '/blogs/1')).text).toContain('Text of blog 1.');
    expect((await get(second, '/')).text).toContain('Himal Trust');
  });

  it('have nothing of what was taken down', async () => {
    const [site] = await start(1, { CONTENT_TTL: '1' });
    if (!site) throw new Error('no site');
    await get(site, '/blogs').expect(200);
    await get(site, '/blogs/1').expect(200);
    upstream.answer('blogs/1', failure(404));
    skipTime(1_200);
    await expect.poll(async () => (await get(site, '/blogs/1')).status).toBe(404);
    await get(site, '/blogs/1').expect(404);
    const [second] = await start(1, { CONTENT_TTL: '1' });
    if (!second) throw new Error('no site');
    await get(second, '/blogs/1').expect(404);
    resetClock();
  });

  it('share what a visitor may have invented for a minute alone: a flood of it must not fill Redis', async () => {
    const [site] = await start(1);
    if (!site) throw new Error('no site');
    await get(site, '/frontapi/en/blogs').expect(200);
    await get(site, '/frontapi/en/blogs?search=himal').expect(200);
    const client = createClient({ url: redis.url });
    await client.connect();
    const msLeft = async (address: string) => {
      const keys = await client.keys('*:answer:*');
      const key = keys.find((name) => name.endsWith(`:answer:${address}`));
      return key === undefined ? 0 : client.pTTL(key);
    };
    await expect.poll(() => msLeft('blogs')).toBeGreaterThan(3_600_000);
    await expect.poll(() => msLeft('blogs?search=himal')).toBeGreaterThan(0);
    expect(await msLeft('blogs?search=himal')).toBeLessThanOrEqual(60_000);
    client.destroy();
  });

  it('hear of each other what was purged', async () => {
    const [a, b] = await start(2);
    if (!a || !b) throw new Error('no sites');
    await Promise.all([get(a, '/blogs/1').expect(200), get(b, '/blogs/1').expect(200)]);
    upstream.answer('blogs/1', data({ blog: { ...blogs[0], id: 1, name: 'Renamed' } }));
    expect((await get(b, '/blogs/1')).text).not.toContain('Renamed');
    await a.gateway.purge({ path: '/blogs/1' });
    await expect.poll(async () => (await get(b, '/blogs/1')).text).toContain('Renamed');
    expect((await get(a, '/blogs/1')).text).toContain('Renamed');
    expect(times('blogs/1')).toBe(2);
  });
});

describe('when Redis is gone', () => {
  it('each goes on by itself, says so once, and comes together again', async () => {
    const [a, b] = await start(2);
    if (!a || !b) throw new Error('no sites');
    await get(a, '/blogs/1').expect(200);
    await redis.kill();
    for (const path of ['/blogs/1', '/blogs/2', '/blogs/3', '/']) {
      await get(a, path).expect(200);
      await get(b, path).expect(200);
    }
    expect(warnings(a)).toEqual(['Redis is down: replicas work alone']);
    expect(warnings(b)).toEqual(['Redis is down: replicas work alone']);
    await redis.start();
    await expect.poll(() => a.log.some(({ msg }) => msg === 'Redis is connected again')).toBe(true);
    await expect.poll(() => b.log.some(({ msg }) => msg === 'Redis is connected again')).toBe(true);
    await Promise.all([get(a, '/news').expect(200), get(b, '/news').expect(200)]);
    expect(times('news')).toBe(1);
  });

  it('from the start, the site is served all the same', async () => {
    await redis.kill();
    const [site] = await start(1);
    if (!site) throw new Error('no site');
    await get(site, '/blogs/1').expect(200);
    expect(warnings(site)).toEqual(['Redis is down: replicas work alone']);
    await redis.start();
  });
});

describe('the lock of a call', () => {
  const EXPIRY_MS = 300;
  let client: ReturnType<typeof createClient>;
  const replicas: Replicas[] = [];
  beforeEach(async () => {
    client = createClient({ url: redis.url });
    await client.connect();
  });
  afterEach(async () => {
    client.destroy();
    for (const replica of replicas.splice(0)) replica.close();
  });

  /** @param timeoutMs after which its locks expire */
  const open = async (timeoutMs: number) => {
    const replica = new Replicas(redis.url, { url: upstream.url, timeoutMs }, pino({ level: 'silent' }));
    replicas.push(replica);
    await replica.open(() => {});
    return replica;
  };
  const shared = () => {
    const until = monotonicNow() + 60_000;
    return { answer: { body: Buffer.from('{}'), freshUntil: until, staleUntil: until }, until };
  };
  /** A call that lasts until the test ends it. */
  const call = (replica: Replicas, share: () => ReturnType<typeof shared> | undefined = () => undefined) => {
    let end = () => {};
    const answer = new Promise<string>((resolve) => {
      end = () => resolve('answer');
    });
    const request = { restore: () => 'restored', load: () => answer, share };
    return { end, result: replica.coalesce('blogs', request) };
  };
  const holder = async () => {
    const [key] = await client.keys('*:lock:blogs');
    return key === undefined ? null : client.get(key);
  };

  it('is needed for what a purge names, before Redis has deleted it', async () => {
    const replica = await open(60_000);
    const share = async () => {
      await replica.coalesce('blogs', { restore: () => '', load: async () => '', share: shared });
      await expect.poll(() => replica.read('blogs')).toBeDefined();
    };
    await share();
    const purged = replica.purge({ entity: 'blogs' });
    expect(await replica.read('blogs')).toBeUndefined();
    await purged;
    expect(await replica.read('blogs')).toBeUndefined();
    await share();
  });

  it('of a call from before a purge brings its answer to nobody, even if its holder has not heard of the purge', async () => {
    const [first, second] = [await open(60_000), await open(60_000)];
    const { end, result } = call(second, shared);
    await expect.poll(holder).toEqual(expect.any(String));
    await first.purge({ entity: 'blogs' });
    end();
    expect(await result).toBe('answer');
    await expect.poll(holder).toBeNull();
    expect(await first.read('blogs')).toBeUndefined();
  });

  it('is released by its holder', async () => {
    const { end, result } = call(await open(60_000));
    await expect.poll(holder).toEqual(expect.any(String));
    end();
    expect(await result).toBe('answer');
    await expect.poll(holder).toBeNull();
  });

  it('that has expired, and that another replica holds by now, is not released by the first', async () => {
    const [first, second] = [await open(EXPIRY_MS), await open(60_000)];
    const late = call(first);
    await expect.poll(holder).toEqual(expect.any(String));
    const firstHolder = await holder();
    await expect.poll(holder).toBeNull();
    const next = call(second);
    await expect.poll(holder).toEqual(expect.any(String));
    const secondHolder = await holder();
    expect(secondHolder).not.toBe(firstHolder);

    late.end();
    expect(await late.result).toBe('answer');
    await new Promise((resolve) => setImmediate(resolve));
    // A command of the same connection: the release has been carried out before it.
    await first.read('anything');
    expect(await holder()).toBe(secondHolder);
    next.end();
    expect(await next.result).toBe('answer');
    await expect.poll(holder).toBeNull();
  });
});
