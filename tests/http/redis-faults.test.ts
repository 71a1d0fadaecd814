// @module-tag repeated

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
const GONE = 'Redis is down: replicas work alone';
const LATE = 'Redis does not answer in time: its answers are not waited for';
const BACK = 'Redis is connected again';

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

/* Without a deadline, what waits for a frozen Redis waits until the end of its test. */
describe('a frozen Redis', () => {
  it('delays a cold page by no more than a deadline, is logged once, and is used again when it answers', async () => {
    const [a, b] = [await start(), await start()];
    await get(a, '/blogs/1').expect(200);
    redis.freeze();
    // The first page that waits for it says so: the connection counts as lost later.
    await get(a, '/blogs/9').then(() => expect(lines(a, LATE)).toHaveLength(1));
    for (const path of ['/blogs/2', '/blogs/3', '/notice', '/about', '/news/1']) {
      await get(a, path).expect(200);
      await get(a, '/readyz').expect(200);
    }
    await expect.poll(() => lines(a, GONE).length).toBe(1);
    expect(lines(a, GONE)[0]?.reason).toContain('no answer within');
    // A replica without visitors notices it too.
    await expect.poll(() => lines(b, GONE).length).toBe(1);
    redis.thaw();
    for (const site of [a, b]) {
      await expect.poll(() => lines(site, BACK).length).toBe(1);
      expect(lines(site, GONE)).toHaveLength(1);
    }
    await Promise.all([get(a, '/faq').expect(200), get(b, '/faq').expect(200)]);
    expect(times('faq')).toBe(1);
  });

  it('from the start is logged, and the site is served', async () => {
    redis.freeze();
    const site = await start();
    await get(site, '/blogs/1').expect(200);
    await expect.poll(() => lines(site, GONE).length).toBe(1);
    redis.thaw();
    await expect.poll(() => lines(site, BACK).length).toBe(1);
  });

  it('in the middle of a shared call holds back neither the replica that calls nor the one that waits', async () => {
    // Neither gives up waiting by itself.
    const patient = { UPSTREAM_TIMEOUT: '60000' };
    const [a, b] = [await start(patient), await start(patient)];
    const open: (() => void)[] = [];
    upstream.answer('blogs/5', async (response, given) => {
      await new Promise<void>((resolve) => open.push(resolve));
      data({ blog: { ...blogs[0], id: 5, name: 'At last' } })(response, given);
    });
    const first = get(a, '/blogs/5').then((answer) => answer);
    await expect.poll(() => times('blogs/5')).toBe(1);
    const second = get(b, '/blogs/5').then((answer) => answer);
    // It asks again and again, more often than a page has calls.
    const sets = () =>
      meddle(async (client) => Number(/cmdstat_set:calls=(\d+)/.exec(await client.info('commandstats'))?.[1]));
    const before = await sets();
    await expect.poll(sets).toBeGreaterThan(before + 12);
    redis.freeze();
    // It no longer waits for the first replica's answer.
    await expect.poll(() => times('blogs/5')).toBe(2);
    for (const go of open) go();
    for (const { text } of await Promise.all([first, second])) expect(text.includes('At last')).toBe(true);
  });

  it('holds back a purge by no more than a deadline, and the other replicas hear of it afterwards', async () => {
    const [a, b] = [await start(), await start()];
    for (const site of [a, b]) await get(site, '/blogs/1').expect(200);
    redis.freeze();
    upstream.answer('blogs/1', data({ blog: { ...blogs[0], id: 1, name: 'Renamed' } }));
    await a.gateway.purge({ path: '/blogs/1' });
    expect(await shows(a, '/blogs/1', 'Renamed')).toBe(true);
    await expect.poll(() => lines(b, GONE).length).toBe(1);
    redis.thaw();
    await expect.poll(() => shows(b, '/blogs/1', 'Renamed')).toBe(true);
  });

  it('makes nothing anew afterwards, unless something was purged meanwhile', async () => {
    const [a, b] = [await start(), await start()];
    for (const site of [a, b]) await get(site, '/frontapi/en/blogs/1').expect(200);
    const before = upstream.calls.length;
    redis.freeze();
    for (const site of [a, b]) await expect.poll(() => lines(site, GONE).length).toBe(1);
    const { revision } = b.gateway;
    redis.thaw();
    for (const site of [a, b]) await expect.poll(() => lines(site, BACK).length).toBe(1);
    await get(b, '/frontapi/en/blogs/1').expect(200).expect('Cache-Status', /hit/);
    expect(b.gateway.revision).toBe(revision);
    expect(upstream.calls.length).toBe(before);
  });
});

describe('a value in Redis', () => {
  const SKIPPED = 'stored answer skipped';
  const ADDRESS = 'blogs/1';
  let key: string;
  let good: string;
  /** Changes what is shared, and asks another replica; again where it was too busy to read it within the deadline. */
  const poison = (change: (client: Client) => Promise<unknown>, isRead: (site: TestSite) => Promise<boolean>) =>
    expect
      .poll(async () => {
        await meddle(change);
        return isRead(await start());
      })
      .toBe(true);
  beforeEach(async () => {
    const first = await start();
    await get(first, `/frontapi/en/${ADDRESS}`).expect(200);
    await expect
      .poll(() =>
        meddle(async (client, keyOf) => {
          key = await keyOf(ADDRESS);
          good = (await client.get(key)) ?? '';
          return good;
        }),
      )
      .toContain('Text of blog 1.');
  });

  it('is rebuilt from what its schema reads: no script in it reaches a visitor', async () => {
    const value = good.replaceAll('Text of blog 1.', 'Poisoned <img src=x onerror=alert(1)>');
    await poison(
      (client) => client.set(key, value),
      async (site) => {
        const { text, headers } = await get(site, `/frontapi/en/${ADDRESS}`).expect(200);
        expect(text).not.toContain('onerror');
        expect(headers.etag).toBe(`W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`);
        expect(await shows(site, `/${ADDRESS}`, 'onerror')).toBe(false);
        return text.includes('Poisoned') && shows(site, `/${ADDRESS}`, 'Poisoned');
      },
    );
  });

  it('is the same answer on each replica', async () => {
    const calls =
      'site home sliders blogs blogs/1 news news/1 notice notice/1 album album/1 career career/1 department department/1 ' +
      'downloads report faq category/saving services services/advice page about contact companyInfo management bod service-center';
    const [first, second] = [await start(), await start()];
    let shared = 0;
    for (const call of calls.split(' ')) {
      const one = await get(first, `/frontapi/en/${call}`).expect(200);
      const other = await get(second, `/frontapi/en/${call}`).expect(200);
      // Apart from what each has found out about the pictures by now.
      const [mine, theirs] = [one, other].map(({ text }) => text.replaceAll(/,"scaled":"[^"]*"/g, ''));
      expect(theirs === mine, `${call}: ${theirs}`).toBe(true);
      if (times(call) === 1) shared += 1;
    }
    expect(shared).toBeGreaterThan(calls.split(' ').length / 2);
  });

  it.each([
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
    await poison(
      (client) => client.set(key, value),
      async (site) => {
        expect(await shows(site, `/${ADDRESS}`, 'Text of blog 1.')).toBe(true);
        expect(lines(site, GONE)).toEqual([]);
        return site.log.some(({ level, msg, call }) => level === 40 && msg === SKIPPED && call === ADDRESS);
      },
    );
    await expect.poll(() => meddle((client) => client.get(key))).toContain('Text of blog 1.');
  });

  it('that is empty is none', async () => {
    await poison(
      (client) => client.set(key, ''),
      (site) => shows(site, `/${ADDRESS}`, 'Text of blog 1.'),
    );
  });

  it('that is a list is skipped and logged', async () => {
    await poison(
      async (client) => {
        await client.del(key);
        await client.lPush(key, 'x');
      },
      async (site) => {
        expect(await shows(site, `/${ADDRESS}`, 'Text of blog 1.')).toBe(true);
        expect(lines(site, GONE)).toEqual([]);
        return lines(site, 'Redis refuses a command').length === 1;
      },
    );
  });

  it('that is huge is not fetched', async () => {
    const HUGE = 200_000_000;
    const sent = async (client: Client) => Number(/total_net_output_bytes:(\d+)/.exec(await client.info('stats'))?.[1]);
    const before = await meddle(sent);
    await poison(
      (client) => client.setRange(key, HUGE, 'x'),
      async (site) => {
        expect(await shows(site, `/${ADDRESS}`, 'Text of blog 1.')).toBe(true);
        return lines(site, SKIPPED).length === 1;
      },
    );
    expect((await meddle(sent)) - before).toBeLessThan(HUGE / 2);
  });

  it('is fresh for no longer than our own answers are', async () => {
    const value = good.replace(/("freshUntil":)[\d.]+/, '$19e15').replace(/("staleUntil":)[\d.]+/, '$19e15');
    expect(value).not.toBe(good);
    await poison(
      (client) => client.set(key, value),
      async (site) => {
        const before = times(ADDRESS);
        await get(site, `/frontapi/en/${ADDRESS}`).expect('Cache-Status', /ttl=[5-6]\d$/);
        return times(ADDRESS) === before;
      },
    );
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
    await expect.poll(() => shows(b, '/blogs/1', 'Renamed')).toBe(true);
    const warnings = lines(b, 'a message in Redis is not a purge');
    expect(warnings.length).toBeGreaterThan(0);
    expect(warnings.length).toBeLessThan(50);
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
    await expect.poll(() => lines(site, GONE).length).toBe(before + 1);
    await redis.start();
    await expect.poll(() => lines(site, BACK).length).toBe(1);
  });
});
