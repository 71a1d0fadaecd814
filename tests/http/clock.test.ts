import { setTimeout as wait } from 'node:timers/promises';
import request from 'supertest';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { blogs } from '../support/content.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data } from '../support/upstream.ts';

/* The wall clock is set back by a day, or forward, while the server runs. */

let site: TestSite;
afterEach(async () => {
  vi.restoreAllMocks();
  await site.close();
});

const DAY_MS = 86_400_000;
const page = (path: string) => request(site.app).get(path).set('User-Agent', 'Googlebot/2.1');
const setClock = (by: number) => {
  const real = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => real() + by);
};

describe.each([
  ['back', -DAY_MS],
  ['forward', DAY_MS],
])('a clock that is set %s', (_, by) => {
  it('makes nothing younger or older, and content goes on changing', async () => {
    site = await startSite({ CONTENT_TTL: '1' });
    await page('/blogs/1').expect(200);
    setClock(by);
    // A page is rendered anew on another day.
    await page('/blogs/1').expect(200);
    const { headers } = await page('/blogs/1').expect(200);
    expect(Number(headers.age)).toBeGreaterThanOrEqual(0);
    expect(Number(headers.age)).toBeLessThan(60);
    expect(Math.abs(Number(/ttl=(-?\d+)/.exec(String(headers['cache-status']))?.[1]))).toBeLessThan(60);
    site.upstream.answer('blogs/1', data({ blog: { ...blogs[0], id: 1, name: 'A new name' } }));
    await wait(1_200);
    await expect.poll(async () => (await page('/blogs/1')).text).toContain('A new name');
  });

  it('leaves nobody waiting for an upstream that wanted a moment', async () => {
    site = await startSite();
    site.upstream.answer('notice', (response) => {
      response.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' }).end('{"error":true}');
    });
    await page('/notice').expect(503);
    setClock(by);
    site.upstream.behave();
    await expect.poll(async () => (await page('/notice')).status).toBe(200);
  });

  it('shows what is purged in its new form', async () => {
    site = await startSite();
    await page('/blogs/1').expect(200);
    site.upstream.answer('blogs/1', data({ blog: { ...blogs[0], id: 1, name: 'A new name' } }));
    setClock(by);
    await site.gateway.purge({ path: '/blogs/1' });
    expect((await page('/blogs/1').expect(200)).text).toContain('A new name');
  });
});
