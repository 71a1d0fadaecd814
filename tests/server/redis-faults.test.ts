import { createHash } from 'node:crypto';
import { createClient } from '@redis/client';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blogs } from '../support/content.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data, startUpstream, type TestUpstream } from '../support/upstream.ts';

/* A Redis server that is frozen, or that holds and sends what no replica has written. */

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

const start = async (environment: Record<string, string> = {}) => {
  const site = await startSite({ FRONTAPI_URL: upstream.url, REDIS_URL: redis.url, ...environment });
  sites.push(site);
  return site;
};
const get = ({ app }: TestSite, path: string) => request(app).get(path).set('User-Agent', 'Googlebot/2.1');
const shows = async (site: TestSite, path: string, text: string) => (await get(site, path)).text.includes(text);
const times = (address: string) => upstream.calls.filter((call) => call.address === address).length;
const lines = (site: TestSite, msg: string) => site.log.filter((line) => line.msg === msg);
const GONE = 'Redis is gone: each replica for itself';
const BACK = 'Redis is back';

const connect = () => createClient({ url: redis.url });
type Client = ReturnType<typeof connect>;

/** Does something with Redis that no replica does. */
async function meddle<T>(work: (client: Client, keyOf: (address: string) => Promise<string>) => Promise<T>) {
  const client = connect();
  await client.connect();
  const keyOf = async (address: string) => (await client.keys('*')).find((key) => key.endsWith(`:${address}`)) ?? '';
  try {
    return await work(client, keyOf);
  } finally {
    client.destroy();
  }
}

/** Milliseconds within which a cold page is answered on a busy machine; without a deadline it takes 60,000. */
const SOON = 5_000;

describe('a frozen Redis', () => {
  it('delays a cold page by no more than a deadline, is logged once, and is used again when it answers', async () => {
    const [a, b] = [await start(), await start()];
    await get(a, '/blogs/1').expect(200);
    redis.freeze();
    for (const path of ['/blogs/2', '/blogs/3', '/notice', '/about', '/news/1']) {
      const started = Date.now();
      await get(a, path).expect(200);
      expect(Date.now() - started, path).toBeLessThan(SOON);
      await get(a, '/readyz').expect(200);
    }
    await expect.poll(() => lines(a, GONE).length, { timeout: 10_000 }).toBe(1);
    expect(lines(a, GONE)[0]?.reason).toContain('no answer within');
    // A replica without visitors notices it too.
    await expect.poll(() => lines(b, GONE).length, { timeout: 15_000 }).toBe(1);
    redis.thaw();
    for (const site of [a, b]) {
      await expect.poll(() => lines(site, BACK).length, { timeout: 15_000 }).toBe(1);
      expect(lines(site, GONE)).toHaveLength(1);
    }
    await Promise.all([get(a, '/faq').expect(200), get(b, '/faq').expect(200)]);
    expect(times('faq')).toBe(1);
  }, 60_000);

  it('from the start is logged, and the site is served', async () => {
    redis.freeze();
    const site = await start();
    const started = Date.now();
    await get(site, '/blogs/1').expect(200);
    expect(Date.now() - started).toBeLessThan(SOON);
    await expect.poll(() => lines(site, GONE).length, { timeout: 10_000 }).toBe(1);
    redis.thaw();
    await expect.poll(() => lines(site, BACK).length, { timeout: 15_000 }).toBe(1);
  }, 40_000);

  it('in the middle of a shared call holds back neither the replica that calls nor the one that waits', async () => {
    const [a, b] = [await start(), await start()];
    const open: (() => void)[] = [];
    upstream.answer('blogs/5', async (response, given) => {
      await new Promise<void>((resolve) => open.push(resolve));
      data({ blog: { ...blogs[0], id: 5, name: 'At last' } })(response, given);
    });
    const first = get(a, '/blogs/5').then((answer) => answer);
    await expect.poll(() => times('blogs/5'), { timeout: 5_000 }).toBe(1);
    const second = get(b, '/blogs/5').then((answer) => answer);
    await expect.poll(() => upstream.calls.length).toBeGreaterThan(1);
    redis.freeze();
    // It no longer waits for the first replica's answer.
    await expect.poll(() => times('blogs/5'), { timeout: 4_000 }).toBe(2);
    const started = Date.now();
    for (const go of open) go();
    for (const { text } of await Promise.all([first, second])) expect(text.includes('At last')).toBe(true);
    expect(Date.now() - started).toBeLessThan(SOON);
  }, 40_000);

  it('holds back a purge by no more than a deadline, and the other replicas hear of it afterwards', async () => {
    const [a, b] = [await start(), await start()];
    for (const site of [a, b]) await get(site, '/blogs/1').expect(200);
    redis.freeze();
    upstream.answer('blogs/1', data({ blog: { ...blogs[0], id: 1, name: 'Renamed' } }));
    const started = Date.now();
    await a.gateway.purge({ path: '/blogs/1' });
    expect(Date.now() - started).toBeLessThan(SOON);
    expect(await shows(a, '/blogs/1', 'Renamed')).toBe(true);
    await expect.poll(() => lines(b, GONE).length, { timeout: 15_000 }).toBe(1);
    redis.thaw();
    await expect.poll(() => shows(b, '/blogs/1', 'Renamed'), { timeout: 15_000 }).toBe(true);
  }, 60_000);

  it('makes nothing anew afterwards, unless something was purged meanwhile', async () => {
    const [a, b] = [await start(), await start()];
    for (const site of [a, b]) await get(site, '/frontapi/en/blogs/1').expect(200);
    const before = upstream.calls.length;
    redis.freeze();
    for (const site of [a, b]) await expect.poll(() => lines(site, GONE).length, { timeout: 15_000 }).toBe(1);
    const { generation } = b.gateway;
    redis.thaw();
    for (const site of [a, b]) await expect.poll(() => lines(site, BACK).length, { timeout: 15_000 }).toBe(1);
    await get(b, '/frontapi/en/blogs/1').expect(200).expect('Cache-Status', /hit/);
    expect(b.gateway.generation).toBe(generation);
    expect(upstream.calls.length).toBe(before);
  }, 60_000);
});

describe('a value in Redis', () => {
  const IMG = '<img src=x onerror=alert(1)>';
  const SKIPPED = 'stored answer skipped';

  it('is rebuilt from what its schema reads: no script in it reaches a visitor', async () => {
    const first = await start();
    const good = await get(first, '/frontapi/en/blogs/1').expect(200);
    await meddle(async (client, keyOf) => {
      const key = await keyOf('blogs/1');
      const value = (await client.get(key)) ?? '';
      expect(value).toContain('Text of blog 1.');
      await client.set(key, value.replaceAll('Text of blog 1.', `Poisoned ${IMG}`));
    });
    const second = await start();
    const { text, headers } = await get(second, '/frontapi/en/blogs/1').expect(200);
    expect(text).toContain('Poisoned');
    expect(text).not.toContain('onerror');
    expect(headers.etag).not.toBe(good.headers.etag);
    expect(headers.etag).toBe(`"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`);
    expect(await shows(second, '/blogs/1', 'onerror')).toBe(false);
    expect(times('blogs/1')).toBe(1);
  });

  it('is the same answer on each replica', async () => {
    const calls =
      'site home sliders blogs blogs/1 news news/1 notice notice/1 album album/1 career career/1 department department/1 ' +
      'downloads report faq category/saving services services/advice page about contact companyInfo management bod service-center';
    const [first, second] = [await start(), await start()];
    for (const call of calls.split(' ')) {
      const one = await get(first, `/frontapi/en/${call}`).expect(200);
      const other = await get(second, `/frontapi/en/${call}`).expect(200);
      // Apart from what each has found out about the pictures by now.
      const [mine, theirs] = [one, other].map(({ text }) => text.replaceAll(/,"scaled":"[^"]*"/g, ''));
      expect(theirs === mine, `${call}: ${theirs}`).toBe(true);
      expect(times(call), call).toBe(1);
    }
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list', '[]'],
    ['another object', '{"body":1}'],
    ['an answer as an earlier version wrote it', '{"body":"{}","etag":"x","freshUntil":9e15,"staleUntil":9e15}'],
    [
      'what its schema does not read',
      '{"freshUntil":9e15,"staleUntil":9e15}\n{"error":false,"data":{"blog":{"id":1}}}',
    ],
    ['an answer without data', '{"freshUntil":9e15,"staleUntil":9e15}\n{"error":false}'],
    ['a failure', '{"freshUntil":9e15,"staleUntil":9e15}\n{"error":true,"data":{"blog":{"id":1,"name":"x"}}}'],
    ['ages of a wrong type', '{"freshUntil":"soon","staleUntil":9e15}\n{"error":false,"data":{}}'],
    ['what is nested too deep', `{"freshUntil":9e15,"staleUntil":9e15}\n${'['.repeat(200_000)}`],
  ])('that no replica has written is skipped, logged and replaced: %s', async (_, value) => {
    const first = await start();
    await get(first, '/blogs/1').expect(200);
    const key = await meddle(async (client, keyOf) => {
      const key = await keyOf('blogs/1');
      expect(key).not.toBe('');
      await client.set(key, value);
      return key;
    });
    const second = await start();
    expect(await shows(second, '/blogs/1', 'Text of blog 1.')).toBe(true);
    expect(times('blogs/1')).toBe(2);
    // An empty value is what Redis gives where there is none.
    if (value !== '')
      expect(second.log).toContainEqual(expect.objectContaining({ level: 40, msg: SKIPPED, call: 'blogs/1' }));
    expect(lines(second, GONE)).toEqual([]);
    await expect.poll(() => meddle((client) => client.get(key))).toContain('Text of blog 1.');
  });

  it('that is a list is skipped and logged', async () => {
    const first = await start();
    await get(first, '/blogs/1').expect(200);
    await meddle(async (client, keyOf) => {
      const key = await keyOf('blogs/1');
      await client.del(key);
      await client.lPush(key, 'x');
    });
    const second = await start();
    expect(await shows(second, '/blogs/1', 'Text of blog 1.')).toBe(true);
    await get(second, '/blogs/2').expect(200);
    expect(second.log.filter(({ level }) => level >= 40).map(({ msg }) => msg)).toEqual(['Redis refuses a command']);
    expect(times('blogs/1')).toBe(2);
  });

  it('that is huge is not fetched', async () => {
    const first = await start();
    await get(first, '/blogs/1').expect(200);
    const HUGE = 200_000_000;
    const sent = async (client: Client) => Number(/total_net_output_bytes:(\d+)/.exec(await client.info('stats'))?.[1]);
    const before = await meddle(async (client, keyOf) => {
      await client.setRange(await keyOf('blogs/1'), HUGE, 'x');
      return sent(client);
    });
    const second = await start();
    expect(await shows(second, '/blogs/1', 'Text of blog 1.')).toBe(true);
    expect((await meddle(sent)) - before).toBeLessThan(HUGE / 10);
    expect(second.log).toContainEqual(expect.objectContaining({ msg: SKIPPED, call: 'blogs/1' }));
  });

  it('is fresh for no longer than our own answers are', async () => {
    const first = await start({ CONTENT_TTL: '1' });
    await get(first, '/frontapi/en/blogs/1').expect(200);
    await meddle(async (client, keyOf) => {
      const key = await keyOf('blogs/1');
      const value = (await client.get(key)) ?? '';
      await client.set(
        key,
        value.replace(/("freshUntil":)[\d.]+/, '$19e15').replace(/("staleUntil":)[\d.]+/, '$19e15'),
      );
    });
    const second = await start({ CONTENT_TTL: '1' });
    await get(second, '/frontapi/en/blogs/1').expect('Cache-Status', /ttl=[01]$/);
  });
});

describe('a message in Redis', () => {
  const channel = (client: Client) => client.pubSubChannels('foyer:*').then(([name]) => name ?? '');

  it('that no replica has sent is logged within bounds, and ends nothing', async () => {
    const [a, b] = [await start(), await start()];
    await get(b, '/blogs/1').expect(200);
    await meddle(async (client) => {
      const name = await channel(client);
      expect(name).not.toBe('');
      const garbage = [
        '',
        '{',
        'null',
        '[]',
        '{"what":{"all":"yes"},"by":"x"}',
        '{"what":{"all":true}}',
        '\0',
        'x'.repeat(1e6),
      ];
      for (let round = 0; round < 50; round += 1) await Promise.all(garbage.map((text) => client.publish(name, text)));
    });
    upstream.answer('blogs/1', data({ blog: { ...blogs[0], id: 1, name: 'Renamed' } }));
    await a.gateway.purge({ path: '/blogs/1' });
    await expect.poll(() => shows(b, '/blogs/1', 'Renamed'), { timeout: 5_000 }).toBe(true);
    const told = lines(b, 'a message in Redis is not a purge');
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThan(50);
    expect(lines(b, GONE)).toEqual([]);
  });

  it('leaves a loss of Redis after it to be logged', async () => {
    const site = await start();
    await get(site, '/blogs/1').expect(200);
    await meddle(async (client) => client.publish(await channel(client), 'garbage'));
    await expect.poll(() => site.log.length).toBeGreaterThan(0);
    const before = lines(site, GONE).length;
    await redis.kill();
    await get(site, '/blogs/2').expect(200);
    await expect.poll(() => lines(site, GONE).length, { timeout: 5_000 }).toBe(before + 1);
    await redis.start();
    await expect.poll(() => lines(site, BACK).length, { timeout: 10_000 }).toBe(1);
  }, 30_000);
});
