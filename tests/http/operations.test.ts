import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { blogs } from '../support/content.ts';
import { unlessTypical } from '../support/extents.ts';
import { METRICS } from '../support/metrics.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { data, failure, hold, raw, silence, startUpstream, type TestUpstream } from '../support/upstream.ts';

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
});

for (const WORKERS of ['1', '2'])
  describe(`the metrics, with ${WORKERS} workers`, unlessTypical(WORKERS === '2', 'exhaustive/every-form'), () => {
    it('are on the management port, with no label made of what a visitor sends', async () => {
      redis = await startRedis();
      await start({ MANAGEMENT_PORT: '0', WORKERS, REDIS_URL: redis.url, SEARCH: 'own' });
      for (let number = 0; number < 6; number += 1) {
        await get('/faq');
        await get(`/nothing-${number}`);
        await get(`/blogs?search=word${number}`);
      }
      // In no list: the search reads the others, and shares them with the workers through Redis.
      upstream.answer('blogs/999', failure(500));
      expect((await get('/blogs/999')).status).toBe(503);
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
      expect(count('route="/blogs/:id",status="503",cache="miss"')).toBe(1);
      expect(count('status="503",cache="hit"')).toBe(0);
      expect(text).not.toMatch(/word\d|nothing-/);
      expect(Number(/^foyer_upstream_calls_total\{outcome="ok"\} (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(6);
      expect(text).toMatch(/^foyer_build_info\{version="\d+\.\d+\.\d+",node="v\d+\..*"\} 1$/m);
      expect((await get('/metrics')).status).toBe(404);
      const up = async () => /^foyer_redis_up .*$/m.exec((await get('/metrics', {}, management)).text)?.[0];
      expect(await up()).toBe('foyer_redis_up 1');
      redis.freeze();
      await expect.poll(up).toBe('foyer_redis_up 0');
      const failed = (await get('/metrics', {}, management)).text;
      expect(Number(/^foyer_redis_failures_total\{kind="timeout"\} (\d+)$/m.exec(failed)?.[1])).toBeGreaterThan(2);
      redis.thaw();
      await expect.poll(up).toBe('foyer_redis_up 1');
    });
  });

describe('told to end', () => {
  it('goes on answering until the balancer has seen it, ends what it has begun, and exits with 0', async () => {
    await start({ SHUTDOWN_DELAY: '2000' });
    await get('/faq');
    const answer = hold(data({ blog: { ...blogs[0], id: 3, name: 'In the end' } }));
    upstream.answer('blogs/3', answer.behaviour);
    const exit = ended();
    const slow = get('/blogs/3');
    await expect.poll(() => upstream.calls.some(({ address }) => address === 'blogs/3')).toBe(true);
    server.process.kill('SIGTERM');
    await expect.poll(async () => (await get('/readyz')).status, { interval: 10 }).toBe(503);
    for (const path of ['/faq', '/news', '/healthz']) {
      const { status, headers } = await get(path);
      expect(status).toBe(200);
      expect(headers.connection).toBe('close');
    }
    answer.release();
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

  it('while it calls the upstream, says nothing of calls that it cuts off', async () => {
    await start({ SHUTDOWN_GRACE: '300', CONTENT_TTL: '0' });
    await get('/faq');
    upstream.answer('faq', silence);
    const before = upstream.calls.length;
    // A stale page: its answers are revalidated in the background.
    await get('/faq');
    await expect.poll(() => upstream.calls.slice(before).some(({ address }) => address === 'faq')).toBe(true);
    const exit = ended();
    server.process.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(server.log.filter(({ level, picture }) => level >= 40 && picture === undefined)).toEqual([]);
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
