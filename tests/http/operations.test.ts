import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { blogs } from '../support/content.ts';
import { METRICS } from '../support/metrics.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { data, failure, later, raw, startUpstream, type TestUpstream } from '../support/upstream.ts';

/* The built server as an operator watches it, and ends it. */

let server: TestServer;
let upstream: TestUpstream;
async function start(environment: Record<string, string> = {}) {
  upstream = await startUpstream();
  upstream.picture('/storage/blog-14.jpg', raw(404, 'text/plain', 'gone'));
  server = await startServer({ FRONTAPI_URL: upstream.url, SITE_URL: 'https://www.himal.example', ...environment });
}
let redis: TestRedis | undefined;
afterEach(async () => {
  server.process.kill('SIGKILL');
  await Promise.all([upstream.close(), redis?.kill()]);
  redis = undefined;
});

async function get(path: string, headers: Record<string, string> = {}, base = server.url) {
  const answer = await request(base + path, { reset: true, headers: { 'user-agent': 'Googlebot/2.1', ...headers } });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}
const line = (path: string) => server.log.findLast((entry) => entry.msg === 'request' && entry.path === path);
const ended = () => new Promise<number | null>((resolve) => server.process.once('exit', resolve));

describe('the log', () => {
  it.each([
    ['/blogs/3', '/blogs/:id', 200, 'miss'],
    ['/blogs?search=my+own+name', '/blogs', 200, 'miss'],
    ['/nothing', '*', 404, 'miss'],
    ['/frontapi/en/blogs?search=my+own+name', '/frontapi/en/blogs', 200, 'miss'],
    ['/robots.txt', 'none', 200, 'none'],
  ])('has one line for %s', async (address, route, status, cache) => {
    await start({ PAGE_CACHE_MB: '1' });
    await get(address, { 'x-request-id': 'from-the-balancer-1' });
    const path = address.split('?')[0] ?? '';
    await expect.poll(() => line(path)).toBeDefined();
    expect(line(path)).toMatchObject({ id: 'from-the-balancer-1', method: 'GET', route, status });
    expect(line(path)?.bytes).toBeGreaterThan(10);
    expect([cache, 'hit']).toContain(line(path)?.cache);
    expect(JSON.stringify(server.log)).not.toContain('my');
  });

  it('has the same line for a page that is kept', async () => {
    await start();
    await get('/faq');
    const { headers, text } = await get('/faq');
    await expect.poll(() => line('/faq')?.cache).toBe('hit');
    expect(line('/faq')).toMatchObject({
      id: headers['x-request-id'],
      route: '/faq',
      status: 200,
      bytes: Buffer.byteLength(text),
    });
  });

  it.each([
    ['info', 0],
    ['debug', 1],
  ])('has, at %s, %i lines of a probe, which counts all the same', async (LOG_LEVEL, lines) => {
    await start({ LOG_LEVEL, MANAGEMENT_PORT: '0' });
    for (const path of ['/healthz', '/readyz', '/faq']) await get(path);
    await expect.poll(() => line('/faq')).toBeDefined();
    for (const path of ['/healthz', '/readyz']) {
      expect(server.log.filter((entry) => entry.path === path)).toHaveLength(lines);
    }
    const { text } = await get('/metrics', {}, String(server.log.find((entry) => entry.management)?.url));
    for (const route of ['/healthz', '/readyz']) {
      expect(text).toContain(`foyer_http_requests_total{route="${route}",status="200",cache="none"} 1\n`);
    }
  });

  it.each([
    [{ 'x-request-id': 'balancer:42-abc' }, 'balancer:42-abc'],
    [{ traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }, '4bf92f3577b34da6a3ce929d0e0e4736'],
    [{ 'x-request-id': 'no "quotes"' }, undefined],
    [{ 'x-request-id': 'x'.repeat(200) }, undefined],
    [{ traceparent: 'nonsense' }, undefined],
  ])('calls a request with %j by its name, or by a new one', async (headers, name) => {
    await start();
    for (const path of ['/faq', '/faq', '/nothing']) {
      const answer = await get(path, headers);
      const id = String(answer.headers['x-request-id']);
      if (name) expect(id).toBe(name);
      else expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/);
    }
  });
});

describe('the name of a request', () => {
  it('is told to the upstream, and to the operator where a call for it fails', async () => {
    await start({ PAGE_CACHE_MB: '0' });
    upstream.answer('blogs/3', failure(500));
    await get('/blogs/3', { 'x-request-id': 'from-the-balancer-1' });
    await get('/frontapi/en/blogs/4?search=secret', { 'x-request-id': 'from-the-balancer-2' });
    const told = (address: string) =>
      upstream.calls.filter((call) => call.address === address).map(({ headers }) => headers['x-request-id']);
    expect(new Set(told('blogs/3'))).toEqual(new Set(['from-the-balancer-1']));
    expect(told('blogs/4')).toEqual(['from-the-balancer-2']);
    await expect
      .poll(() => server.log.find(({ msg }) => msg === 'content call failed'))
      .toMatchObject({ call: 'blogs/3', id: 'from-the-balancer-1' });
  });

  it('stands beside a call without what somebody searches for', async () => {
    await start();
    upstream.answer('blogs', failure(500));
    await get('/blogs?search=zanzibar&page=2');
    const failed = () => server.log.flatMap(({ msg, call }) => (msg === 'content call failed' ? [call] : []));
    await expect.poll(failed).toContain('blogs?page=2&search=***');
    expect(JSON.stringify(server.log)).not.toContain('zanzibar');
  });
});

describe('the address of a visitor', () => {
  it.each([
    ['info', '1', undefined],
    ['debug', 'false', '127.0.0.1'],
    ['debug', '1', '203.0.113.9'],
    ['debug', 'loopback', '203.0.113.9'],
    ['debug', '192.0.2.0/24', '127.0.0.1'],
    ['debug', 'true', '198.51.100.7'],
  ])('is in the log at %s, with TRUST_PROXY=%s, as %s', async (LOG_LEVEL, TRUST_PROXY, client) => {
    await start({ LOG_LEVEL, TRUST_PROXY });
    for (let times = 0; times < 2; times += 1) {
      await get('/faq', { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' });
      await expect.poll(() => line('/faq')).toBeDefined();
      expect(line('/faq')?.client).toBe(client);
      server.log.length = 0;
    }
  });
});

describe.each(['1', '2'])('the metrics, with %s workers', (WORKERS) => {
  it('are on the management port, with no label made of what a visitor sends', async () => {
    redis = await startRedis();
    await start({ MANAGEMENT_PORT: '0', WORKERS, REDIS_URL: redis.url });
    for (let number = 0; number < 6; number += 1) {
      await get('/faq');
      await get(`/nothing-${number}`);
      await get(`/blogs?search=word${number}`);
    }
    const list = JSON.parse((await get('/frontapi/en/blogs')).text);
    const pictures = list.data.blogs.flatMap(({ files }: { files: { scaled: string }[] }) =>
      files.map(({ scaled }) => scaled),
    );
    await get(`/media/@256/${pictures[0]}.webp`);
    const management = String(server.log.find((entry) => entry.management)?.url);
    const { status, headers, text } = await get('/metrics', {}, management);
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/plain; version=0.0.4');
    for (const [name, labels] of Object.entries(METRICS)) {
      const samples = text.split('\n').filter((sample) => new RegExp(`^${name}(_bucket)?[{ ]`).test(sample));
      expect(samples.length, name).toBeGreaterThan(0);
      for (const sample of samples) {
        for (const [, label] of sample.matchAll(/[{,](\w+)="/g)) expect(labels, sample).toContain(label);
      }
    }
    const requests = [...text.matchAll(/^foyer_http_requests_total\{(.*)\} (\d+)$/gm)];
    const count = (part: string) =>
      requests.filter(([, labels]) => labels?.includes(part)).reduce((sum, [, , number]) => sum + Number(number), 0);
    expect(count('route="/faq",status="200"')).toBe(6);
    expect(count('route="*",status="404"')).toBe(6);
    expect(count('route="/blogs",status="200"')).toBe(6);
    expect(text).not.toMatch(/word\d|nothing-/);
    expect(Number(/^foyer_upstream_calls_total\{outcome="ok"\} (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(6);
    expect(text).toMatch(/^foyer_build_info\{version="\d+\.\d+\.\d+",node="v\d+\..*"\} 1$/m);
    expect((await get('/metrics')).status).toBe(404);
    const up = async () => /^foyer_redis_up .*$/m.exec((await get('/metrics', {}, management)).text)?.[0];
    expect(await up()).toBe('foyer_redis_up 1');
    redis.freeze();
    await expect.poll(up, { timeout: 15_000 }).toBe('foyer_redis_up 0');
    const failed = (await get('/metrics', {}, management)).text;
    expect(Number(/^foyer_redis_failures_total\{kind="timeout"\} (\d+)$/m.exec(failed)?.[1])).toBeGreaterThan(2);
    redis.thaw();
    await expect.poll(up, { timeout: 15_000 }).toBe('foyer_redis_up 1');
  }, 60_000);
});

describe('told to end', () => {
  it('goes on answering until the balancer has seen it, ends what it has begun, and exits with 0', async () => {
    await start({ SHUTDOWN_DELAY: '600' });
    await get('/faq');
    upstream.answer('blogs/3', later(900, data({ blog: { ...blogs[0], id: 3, name: 'In the end' } })));
    const exit = ended();
    const slow = get('/blogs/3');
    server.process.kill('SIGTERM');
    await expect.poll(async () => (await get('/readyz')).status, { interval: 10 }).toBe(503);
    for (const path of ['/faq', '/news', '/healthz']) {
      const { status, headers } = await get(path);
      expect(status).toBe(200);
      expect(headers.connection).toBe('close');
    }
    expect((await slow).text).toContain('In the end');
    expect(await exit).toBe(0);
  });

  it('cuts off what does not end, and exits with 0', async () => {
    await start({ SHUTDOWN_GRACE: '300' });
    upstream.answer('blogs/3', () => {});
    const exit = ended();
    const cutOff = expect(get('/blogs/3')).rejects.toThrow();
    await expect.poll(() => upstream.calls.some(({ address }) => address === 'blogs/3')).toBe(true);
    server.process.kill('SIGTERM');
    await cutOff;
    expect(await exit).toBe(0);
  });

  it('twice, ends at once', async () => {
    await start({ SHUTDOWN_DELAY: '60000' });
    const exit = ended();
    server.process.kill('SIGTERM');
    await expect.poll(async () => (await get('/readyz')).status).toBe(503);
    server.process.kill('SIGTERM');
    expect(await exit).toBe(1);
  });
});
