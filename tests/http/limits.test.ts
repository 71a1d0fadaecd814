import { get } from 'node:http';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { resetClock, skipTime, stopTime } from '../support/clock.ts';
import { blogs } from '../support/content.ts';
import { listen } from '../support/listen.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { type Behaviour, data, failure, hold, reset, withHeaders } from '../support/upstream.ts';

/* How much an upstream is asked, and what visitors get meanwhile. */

let site: TestSite;
afterEach(async () => {
  resetClock();
  await site.close();
});

const page = (path: string) => request(site.app).get(path).set('User-Agent', 'Googlebot/2.1');
const times = (address: string) => site.upstream.calls.filter((call) => call.address === address).length;

/** Lets these calls of the upstream answer in this way. */
const answerAll = (behaviour: Behaviour) => {
  for (const call of ['site', 'home', 'sliders', 'blogs', 'notice', ...blogs.map(({ id }) => `blogs/${id}`)]) {
    site.upstream.answer(call, behaviour);
  }
};

describe('an upstream that has had enough', () => {
  it.each([
    ['429', failure(429)],
    ['429 with Retry-After', withHeaders(429, { 'retry-after': '60' }, '{"error":true}')],
    ['422 on a call without parameters', failure(422)],
    ['503 with Retry-After', withHeaders(503, { 'retry-after': '60' }, '{"error":true}')],
  ])('and says so by %s is left alone, while what was seen before is served', async (_, behaviour) => {
    site = await startSite({ CONTENT_TTL: '0' });
    await page('/blogs').expect(200);
    await page('/blogs/1').expect(200);
    answerAll(behaviour);
    // It is asked again after a second.
    stopTime();
    await page('/notice').expect(503);
    const before = site.upstream.calls.length;
    const answers = await Promise.all([page('/blogs'), page('/blogs/1'), page('/blogs/2'), page('/notice')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 503, 503]);
    expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(answers[0]?.headers['cache-status']).toMatch(/^foyer; hit; ttl=-?\d+$/);
    const { status, headers } = await request(site.app).get('/frontapi/en/blogs/3');
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(site.upstream.calls.length).toBe(before);
  });

  it('is asked again when the time that it named is over', async () => {
    site = await startSite();
    site.upstream.answer('notice', withHeaders(429, { 'retry-after': '1' }, '{"error":true}'));
    await page('/notice').expect(503);
    await page('/blogs/1').expect(503);
    skipTime(1_100);
    await page('/blogs/1').expect(200);
    await page('/blogs/2').expect(200);
  });

  it('after some calls, whatever they are, serves everybody who asks for what was seen', async () => {
    site = await startSite({ CONTENT_TTL: '0' });
    for (const { id } of blogs.slice(0, 6)) await page(`/blogs/${id}`).expect(200);
    answerAll(failure(422));
    const visits = await Promise.all(Array.from({ length: 60 }, (_, index) => page(`/blogs/${blogs[index % 6]?.id}`)));
    expect(visits.map(({ status }) => status)).toEqual(Array(60).fill(200));
    // A call by its name that is refused is that call's own failure.
    expect(times(`blogs/${blogs[0]?.id}`)).toBeLessThanOrEqual(3);
  });
});

describe('an upstream that is down', () => {
  it('is asked by one call at a time, and is found when it is back', async () => {
    site = await startSite({ UPSTREAM_TIMEOUT: '1000' });
    // Lists lead to them: failures of calls that visitors may have invented say nothing.
    for (const list of ['/blogs', '/blogs?page=2']) await page(list).expect(200);
    answerAll(reset);
    stopTime();
    await Promise.all(blogs.map(({ id }) => page(`/blogs/${id}`)));
    const asked = site.upstream.calls.length;
    await Promise.all(blogs.map(({ id }) => page(`/blogs/${id}`).expect(503)));
    expect(site.upstream.calls.length).toBe(asked);
    resetClock();
    site.upstream.behave();
    await expect.poll(async () => (await page('/blogs/1')).status, { interval: 100 }).toBe(200);
    await page('/blogs/2').expect(200);
  });

  it('is told of when calls pause, each minute, and when it is back, however many visitors come', async () => {
    site = await startSite();
    for (const list of ['/blogs', '/blogs?page=2']) await page(list).expect(200);
    answerAll(failure(500));
    const visitAll = () => Promise.all(blogs.map(({ id }) => page(`/blogs/${id}?whole=1`)));
    const said = () => site.log.flatMap(({ msg }) => (msg.startsWith('content calls ') ? [msg] : []));
    // Each call before the pause is a line.
    await expect.poll(async () => (await visitAll()) && said()).toEqual(['content calls are paused']);
    const lines = site.log.length;
    await visitAll();
    expect(site.log.length).toBe(lines);
    skipTime(61_000);
    await visitAll();
    expect(said()).toEqual(['content calls are paused', 'content calls are still paused']);
    expect(site.log.find(({ msg }) => msg.includes('still'))?.refused).toBeGreaterThan(blogs.length);
    site.upstream.behave();
    skipTime(5_000);
    await expect.poll(async () => (await page('/blogs/1')).status).toBe(200);
    expect(said().at(-1)).toBe('content calls are answered again');
  });

  it('is found when it is back within four seconds, however long it was down', async () => {
    site = await startSite();
    await page('/blogs').expect(200);
    answerAll(reset);
    for (let call = 0; call < 10; call += 1) await page(`/blogs/${blogs[call % 5]?.id}?whole=1`).expect(503);
    for (let pause = 0; pause < 8; pause += 1) {
      skipTime(70_000);
      await page('/blogs/1?whole=1').expect(503);
    }
    site.upstream.behave();
    skipTime(4_000);
    await page('/blogs/1?whole=1').expect(200);
  });
});

describe('calls', () => {
  it('are made so many at once, those of visitors for what is known before those for what nobody has seen', async () => {
    site = await startSite({ UPSTREAM_CONCURRENCY: '8', CONTENT_TTL: '0', UPSTREAM_TIMEOUT: '20000' });
    await page('/blogs').expect(200);
    let now = 0;
    let most = 0;
    const answer = hold(failure(404));
    const slow: Behaviour = async (response, incoming) => {
      now += 1;
      most = Math.max(most, now);
      await answer.behaviour(response, incoming);
      now -= 1;
    };
    const scan = Array.from({ length: 30 }, (_, index) => {
      site.upstream.answer(`blogs/made-up-${index}`, slow);
      return page(`/blogs/made-up-${index}`);
    });
    const all = Promise.all(scan);
    await expect.poll(() => now).toBe(2);
    // Two of the scan at a time leave six places: these calls do not wait for it.
    await page('/notice').expect(200);
    // It stands in the list that was seen.
    await page('/blogs/3').expect(200);
    answer.release();
    await all;
    expect(most).toBe(2);
  });

  it('a minute are no more than the budget', async () => {
    site = await startSite({ UPSTREAM_BUDGET: '8', UPSTREAM_TIMEOUT: '3000' });
    const answers = await Promise.all(
      ['/blogs', '/notice', '/news', '/album', '/report', '/downloads', '/faq', '/bod', '/management', '/contact'].map(
        page,
      ),
    );
    expect(site.upstream.calls.length).toBeLessThanOrEqual(8);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(6);
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThanOrEqual(1);
  });

  it('of a small budget are not spent on what was seen: answers are fresh for longer', async () => {
    site = await startSite({ UPSTREAM_BUDGET: '60', CONTENT_TTL: '1' });
    const seen = ['site', 'blogs', 'notice', 'news', 'album', 'report', 'downloads', 'faq', 'bod', 'management'];
    for (const call of seen) await page(`/frontapi/en/${call}`).expect(200);
    await page('/frontapi/en/home').expect(200);
    const { headers } = await page('/frontapi/en/home');
    // To revalidate ten answers with half of 60 calls a minute takes 20 seconds.
    expect(Number(/ttl=(\d+)/.exec(String(headers['cache-status']))?.[1])).toBeGreaterThanOrEqual(17);
  });

  it('that were sent are for the next who asks, where all who waited have gone', async () => {
    site = await startSite({ UPSTREAM_TIMEOUT: '30000' });
    await page('/blogs').expect(200);
    let here = 0;
    const server = await listen((incoming, response) => {
      here += 1;
      response.on('close', () => {
        here -= 1;
      });
      site.app(incoming, response);
    });
    const answer = hold(data({ blog: blogs[0] }));
    site.upstream.answer('blogs/1', answer.behaviour);
    const visitor = get(`${server.url}/blogs/1?whole=1`).on('error', () => {});
    await expect.poll(() => times('blogs/1')).toBe(1);
    visitor.destroy();
    await expect.poll(() => here).toBe(0);
    answer.release();
    await page('/blogs/1?whole=1').expect(200);
    expect(times('blogs/1')).toBe(1);
    expect(site.log.filter(({ level }) => level >= 40)).toEqual([]);
    await server.close();
  });

  it('that were sent before a purge are not', async () => {
    site = await startSite({ UPSTREAM_TIMEOUT: '300' });
    await page('/blogs').expect(200);
    const answer = hold(data({ blog: { ...blogs[0], name: 'Before' } }));
    site.upstream.answer('blogs/1', answer.behaviour);
    await page('/blogs/1?whole=1').expect(503);
    await site.gateway.purge();
    site.upstream.answer('blogs/1', data({ blog: { ...blogs[0], name: 'After' } }));
    answer.release();
    expect((await page('/blogs/1?whole=1')).text).toContain('After');
  });

  it('have at least half of their time at the upstream, or are not sent', async () => {
    site = await startSite({ UPSTREAM_TIMEOUT: '400', UPSTREAM_CONCURRENCY: '1' });
    await page('/blogs').expect(200);
    const held = hold(data({ blog: blogs[0] }));
    site.upstream.answer('blogs/1', held.behaviour);
    const first = page('/blogs/1?whole=1').then(({ status }) => status);
    await expect.poll(() => times('blogs/1')).toBe(1);
    await page('/blogs/2?whole=1').expect(503);
    expect(await first).toBe(503);
    held.release();
    await expect.poll(async () => (await page('/blogs/1?whole=1')).status).toBe(200);
    expect([1, 2].map((id) => times(`blogs/${id}`))).toEqual([1, 0]);
  });
});

describe('what is stored', () => {
  it('is reported by Cache-Status, of pages and of our own API', async () => {
    site = await startSite();
    const status = async (response: request.Test) => (await response).headers['cache-status'];
    const api = () => status(request(site.app).get('/frontapi/en/blogs'));
    expect(await api()).toBe('foyer; fwd=miss; stored');
    expect(await api()).toMatch(/^foyer; hit; ttl=\d+$/);
    // The page needs the site too, which nothing has called yet.
    expect(await status(page('/blogs'))).toBe('foyer; fwd=miss; stored');
    expect(await status(page('/blogs'))).toMatch(/^foyer; hit; ttl=\d+$/);
    // Another page of answers that are all in the cache is a hit, though it is rendered for the first time.
    await request(site.app).get('/frontapi/en/notice').expect(200);
    expect(await status(page('/notice'))).toMatch(/^foyer; hit; ttl=\d+$/);
  });

  it('is no hit of what is not there, nor of what could not be had', async () => {
    site = await startSite();
    await page('/about').expect(200);
    const missing = await page('/blogs/999').expect(404);
    expect(missing.headers['cache-status']).toBe('foyer; fwd=miss; stored');
    expect((await page('/blogs/999').expect(404)).headers['cache-status']).toMatch(/^foyer; hit; ttl=\d+$/);
    site.upstream.answer('blogs/2', failure(500));
    const failed = await page('/blogs/2').expect(503);
    expect(failed.headers['cache-status']).toBe('foyer; fwd=miss');
  });

  it('survives a scan of made-up addresses and searches', async () => {
    site = await startSite();
    await page('/blogs/1').expect(200);
    await page('/blogs/1').expect(200);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => request(site.app).get(`/frontapi/en/blogs?search=x${index}`)),
    );
    await page('/blogs/1').expect(200);
    expect(times('blogs/1')).toBe(1);
  });
});
