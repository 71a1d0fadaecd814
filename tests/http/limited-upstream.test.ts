import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { resetClock, skipTime } from '../support/clock.ts';
import { blogs } from '../support/content.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data, failure } from '../support/upstream.ts';

let site: TestSite;
afterEach(() => site.close());

describe('an upstream that answers 422 to everything after so many calls', () => {
  let isOver = false;
  const get = (id: number | string) => request(site.app).get(`/frontapi/en/blogs/${id}`);
  const asked = () => site.upstream.calls.length;

  it('is left alone for a while, which the log says, and each item is there again after that', async () => {
    isOver = false;
    site = await startSite({ CONTENT_TTL: '0' });
    for (const blog of blogs)
      site.upstream.answer(`blogs/${blog.id}`, (response, incoming) =>
        (isOver ? failure(422, 'Unprocessable') : data({ blog }))(response, incoming),
      );
    await request(site.app).get('/frontapi/en/blogs').expect(200);
    await get(1).expect(200);
    isOver = true;
    // It may be the item: another one shows that it is not.
    await get(2).expect(502);
    await get(3).expect(429);
    const calls = asked();
    await get(4).expect(503).expect('Retry-After', /^\d+$/);
    // Stale.
    await get(1).expect(200);
    expect(asked()).toBe(calls);
    const reasons = site.log.filter(({ level }) => level >= 40).map(({ reason }) => reason);
    const fewer = /\(Unprocessable\) and wants fewer calls: set UPSTREAM_BUDGET/;
    expect(reasons.slice(0, 3)).toEqual([
      expect.stringMatching(/\(Unprocessable\) and does not accept the call.*set UPSTREAM_BUDGET/),
      expect.stringMatching(fewer),
      expect.stringMatching(fewer),
    ]);
    isOver = false;
    for (const id of [2, 3, 4]) await expect.poll(async () => (await get(id)).status).toBe(200);
  });

  it('is not taken for one where visitors invent what it does not accept', async () => {
    site = await startSite();
    await request(site.app).get('/frontapi/en/blogs').expect(200);
    await get(1).expect(200);
    for (const id of ['x1', 'x2', 'x3']) {
      site.upstream.answer(`blogs/${id}`, failure(422));
      await get(id).expect(502);
    }
    await get(2).expect(200);
  });
});

describe('a budget of calls', () => {
  it('is half for visitors, whatever pages they read are renewed meanwhile', async () => {
    const budget = 12;
    site = await startSite({ UPSTREAM_BUDGET: String(budget), SEARCH: 'off' });
    const page = (path: string) => request(site.app).get(path).set('User-Agent', 'Googlebot/2.1').expect(200);
    const paths = ['/faq', '/bod', '/album', '/downloads', '/career', '/department', '/about', '/profile'];
    for (const path of paths) await page(path);
    const before = site.upstream.calls.length;
    expect(before).toBeGreaterThan(budget / 2);
    // Longer than answers are fresh with such a budget.
    skipTime(600_000);
    for (const path of paths) await page(path);
    await expect.poll(() => site.upstream.calls.length - before).toBe(budget / 2);
    await page('/contact');
    expect(site.upstream.calls.length - before).toBe(budget / 2 + 1);
    resetClock();
  });
});
