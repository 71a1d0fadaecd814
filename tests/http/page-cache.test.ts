import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resetClock, skipTime } from '../support/clock.ts';
import { blogs } from '../support/content.ts';
import { makeFolder } from '../support/folder.ts';
import { listen } from '../support/listen.ts';
import { POLLING } from '../support/polling.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data, failure, later, silence, startUpstream } from '../support/upstream.ts';

let site: TestSite;
let server: Awaited<ReturnType<typeof listen>>;

async function start(environment: Record<string, string> = {}) {
  site = await startSite(environment);
  server = await listen(site.app);
}
afterEach(async () => {
  resetClock();
  await server.close();
  await site.close();
});

async function get(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const answer = await request(server.url + path, { method, headers: { 'user-agent': 'Googlebot/2.1', ...headers } });
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) };
}
const text = async (path: string) => (await get(path)).body.toString();
const isHit = async (path: string) => 'age' in (await get(path)).headers;

describe('a kept page', () => {
  it('is the page as it was made, with all its headers', async () => {
    await start();
    const made = await get('/blogs');
    const kept = await get('/blogs');
    expect(kept.body).toEqual(made.body);
    const { age, date: _, 'cache-status': status, 'x-request-id': id, 'server-timing': timing, ...rest } = kept.headers;
    expect(age).toBe('0');
    expect(status).toMatch(/^foyer; hit; ttl=[1-6]\d$/);
    expect(timing).toBe('cache;desc=hit');
    const { date, 'cache-status': _s, 'x-request-id': otherId, 'server-timing': _t, ...before } = made.headers;
    expect(rest).toEqual(before);
    expect(id).not.toBe(otherId);
    expect(rest['content-security-policy']).toContain("script-src 'self'");
    expect(rest).toMatchObject({ vary: 'Accept-Encoding', 'content-type': 'text/html; charset=utf-8' });
  });

  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['br;q=0, *;q=0.1', 'gzip', gunzipSync],
    ['deflate', undefined, (body: Buffer) => body],
    ['', undefined, (body: Buffer) => body],
  ])('goes to who accepts "%s" as %s', async (accepted, encoding, unpack) => {
    await start();
    const plain = await get('/blogs/3');
    const headers = { 'accept-encoding': accepted };
    for (const answer of [await get('/blogs/3', headers), await get('/blogs/3', headers)]) {
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers['content-length']).toBe(String(answer.body.length));
      expect(unpack(answer.body)).toEqual(plain.body);
    }
  });

  it('has a strong ETag for each form, and is not sent to who has it in any', async () => {
    await start();
    const tags = [];
    for (const encoding of ['identity', 'gzip', 'br']) {
      const { headers } = await get('/faq', { 'accept-encoding': encoding });
      tags.push(String(headers.etag));
    }
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) {
      expect(tag).toMatch(/^"[\w-]+"$/);
      for (const given of [tag, `W/${tag}`, `"other", ${tag}`]) {
        const { status, headers, body } = await get('/faq', { 'if-none-match': given, 'accept-encoding': 'br' });
        expect(status).toBe(304);
        expect(body).toHaveLength(0);
        expect(headers).toMatchObject({
          etag: tag,
          vary: 'Accept-Encoding',
          'cache-control': expect.stringMatching('s-maxage'),
        });
        expect(headers).not.toHaveProperty('content-length');
      }
    }
    expect((await get('/faq', { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get('/faq', { 'if-none-match': String(tags[0]).slice(0, -2) })).status).toBe(200);
  });

  it('gets its best form once it is worth it', async () => {
    await start();
    const quick = await get('/', { 'accept-encoding': 'br' });
    await get('/', { 'accept-encoding': 'br' });
    await vi.waitFor(async () => {
      const best = await get('/', { 'accept-encoding': 'br' });
      expect(best.headers.etag).not.toBe(quick.headers.etag);
      expect(best.body.length).toBeLessThan(quick.body.length);
      expect(brotliDecompressSync(best.body)).toEqual(brotliDecompressSync(quick.body));
    }, POLLING);
    const { status } = await get('/', { 'if-none-match': String(quick.headers.etag), 'accept-encoding': 'br' });
    expect(status).toBe(304);
  });

  it('answers HEAD with its headers alone', async () => {
    await start();
    const { headers } = await get('/faq');
    const head = await get('/faq', {}, 'HEAD');
    expect(head.body).toHaveLength(0);
    expect(head.headers['content-length']).toBe(headers['content-length']);
  });

  it('has one address, whatever else a link adds to it', async () => {
    await start();
    const page = await text('/blogs?page=2');
    const before = site.upstream.calls.length;
    for (const path of [
      '/blogs?page=2&utm_source=x',
      '/blogs?fbclid=1&page=2',
      '/blogs?page=2&search=',
      '/blogs?page=2&whole=1',
    ]) {
      expect(await isHit(path)).toBe(true);
      expect(await text(path)).toBe(page);
    }
    expect(await text('/blogs?page=1')).toBe(await text('/blogs'));
    expect(site.upstream.calls.length).toBe(before + 1);
  });

  it('is one for all who wait for it', async () => {
    await start();
    site.upstream.answer('faq', later(100, data({ faqs: [{ id: 1, question: 'Only once?', answer: 'Yes.' }] })));
    const pages = await Promise.all(Array.from({ length: 50 }, () => get('/faq')));
    expect(new Set(pages.map(({ body }) => body.toString())).size).toBe(1);
    expect(site.upstream.calls.filter(({ address }) => address === 'faq')).toHaveLength(1);
  });

  it('is made after a visitor has had it streamed', async () => {
    await start();
    await get('/notice');
    site.upstream.answer('blogs', later(100, data({ blogs })));
    const streamed = await get('/blogs', { 'user-agent': 'Mozilla/5.0 (X11) Firefox/140.0' });
    expect(streamed.headers['cache-control']).toBe('no-store');
    await vi.waitFor(async () => expect(await isHit('/blogs')).toBe(true), POLLING);
    expect((await get('/blogs')).headers['content-security-policy']).not.toContain('nonce');
  });
});

describe('what is not kept', () => {
  it('errors', async () => {
    await start();
    site.upstream.answer('faq', failure(500));
    for (let times = 0; times < 2; times += 1) {
      const { status, headers } = await get('/faq');
      expect(status).toBe(503);
      expect(headers).not.toHaveProperty('age');
      expect(headers['cache-control']).toBe('no-store');
    }
    site.upstream.behave();
    expect((await get('/faq')).status).toBe(200);
  });

  it('a page of which a part is missing', async () => {
    await start();
    site.upstream.answer('home', failure(500));
    for (let times = 0; times < 2; times += 1) {
      const { status, headers } = await get('/');
      expect(status).toBe(200);
      expect(headers).not.toHaveProperty('age');
    }
  });

  it('a page made of answers that were purged meanwhile', async () => {
    await start();
    const renamed = data({ blog: { ...blogs[0], id: 3, name: 'Renamed' } });
    site.upstream.answer('blogs/3', later(1000, data({ blog: { ...blogs[0], id: 3, name: 'As it was' } })));
    const first = get('/blogs/3');
    const isAsked = () => site.upstream.calls.some(({ address }) => address === 'blogs/3');
    await vi.waitFor(() => expect(isAsked()).toBe(true), POLLING);
    await site.gateway.purge();
    site.upstream.answer('blogs/3', renamed);
    expect((await first).body.toString()).toContain('As it was');
    expect(await text('/blogs/3')).toContain('Renamed');
  });

  it('anything, without room for it', async () => {
    await start({ PAGE_CACHE_MB: '0' });
    await get('/faq');
    const { status, headers } = await get('/faq');
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('age');
  });

  it('a missing page for long, nor in the place of others', async () => {
    await start({ PAGE_CACHE_MB: '2' });
    await get('/faq');
    expect((await get('/blogs/404')).status).toBe(404);
    expect(await isHit('/blogs/404')).toBe(true);
    for (let number = 0; number < 120; number += 1) {
      await get(`/nothing-${number}`);
      await get(`/blogs?search=word${number}`);
    }
    expect(await isHit('/faq')).toBe(true);
    expect(await isHit('/nothing-1')).toBe(false);
    expect(await isHit('/blogs?search=word1')).toBe(false);
  });
});

describe('a page whose answers have changed', () => {
  it('is served stale, once, while one call renews it', async () => {
    await start({ CONTENT_TTL: '1' });
    await get('/faq');
    site.upstream.answer('faq', later(1500, data({ faqs: [{ id: 1, question: 'What is new?', answer: 'This.' }] })));
    skipTime(1200);
    const before = site.upstream.calls.length;
    const pages = await Promise.all(Array.from({ length: 30 }, () => get('/faq')));
    for (const { headers, body } of pages) {
      expect(headers['cache-status']).toMatch(/ttl=(-\d|0)/);
      expect(body.toString()).not.toContain('What is new?');
    }
    await vi.waitFor(async () => expect(await text('/faq')).toContain('What is new?'), POLLING);
    expect(
      site.upstream.calls
        .slice(before)
        .map(({ address }) => address)
        .sort(),
    ).toEqual(['faq', 'site']);
  });

  it('stays as it is where nothing has changed, and is fresh again', async () => {
    await start({ CONTENT_TTL: '1' });
    const { headers } = await get('/faq');
    skipTime(1200);
    await get('/faq');
    await vi.waitFor(async () => {
      const again = await get('/faq');
      expect(again.headers['cache-status']).toMatch(/ttl=[01]$/);
      expect(again.headers).toMatchObject({ age: '0', etag: headers.etag });
    }, POLLING);
  });

  it('is renewed when another page has found out, and only then', async () => {
    await start({ CONTENT_TTL: '1' });
    await get('/blogs');
    await get('/blogs/3');
    skipTime(1200);
    site.upstream.answer('blogs/3', data({ blog: { ...blogs[0], id: 3, name: 'Renamed' } }));
    const api = async (path: string) => (await get(`/frontapi/en/${path}`)).body.toString();
    await vi.waitFor(async () => expect(await api('blogs/3')).toContain('Renamed'), POLLING);
    expect(await text('/blogs/3')).not.toContain('Renamed');
    await vi.waitFor(async () => expect(await text('/blogs/3')).toContain('Renamed'), POLLING);
  });

  it('is gone at once when it is purged, and no other', async () => {
    await start();
    for (const path of ['/', '/blogs', '/blogs/3', '/faq', '/nothing']) await get(path);
    await site.gateway.purge({ entity: 'blogs' });
    expect(await isHit('/faq')).toBe(true);
    for (const path of ['/', '/blogs', '/blogs/3', '/nothing']) expect(await isHit(path)).toBe(false);
  });

  it('is the old one while the upstream is gone', async () => {
    await start({ CONTENT_TTL: '1', UPSTREAM_TIMEOUT: '1000' });
    const page = await text('/faq');
    for (const call of ['faq', 'site']) site.upstream.answer(call, silence);
    skipTime(1200);
    for (let times = 0; times < 3; times += 1) {
      const { status, headers, body } = await get('/faq');
      expect(status).toBe(200);
      expect(Number(headers.age)).toBeGreaterThan(0);
      expect(body.toString()).toBe(page);
      skipTime(200);
    }
  });

  it('is gone when what it shows was taken down', async () => {
    await start({ CONTENT_TTL: '1' });
    await get('/blogs/3');
    site.upstream.answer('blogs/3', failure(404));
    skipTime(1200);
    expect((await get('/blogs/3')).status).toBe(200);
    await vi.waitFor(async () => expect((await get('/blogs/3')).status).toBe(404), POLLING);
  });

  it('is gone when what it shows has moved', async () => {
    const folder = await makeFolder({ 'redirects.yaml': '- { from: /blogs/3, to: /blogs/4 }\n' });
    const cms = await startUpstream();
    await start({ CONTENT_DIR: folder.dir, FRONTAPI_URL: cms.url, CONTENT_TTL: '1' });
    await get('/blogs/3');
    cms.answer('blogs/3', failure(404));
    skipTime(1200);
    expect((await get('/blogs/3')).status).toBe(200);
    await vi.waitFor(async () => {
      const { status, headers } = await get('/blogs/3');
      expect([status, headers.location]).toEqual([301, '/blogs/4']);
    }, POLLING);
    // Beside a CMS, too, its file is read again whenever it changes.
    await folder.write({ 'redirects.yaml': '- { from: /blogs/3, to: /blogs/5 }\n' });
    await expect.poll(async () => (await get('/blogs/3')).headers.location).toBe('/blogs/5');
    await cms.close();
    await folder.remove();
  });

  it('of a vacancy changes when the vacancy closes', async () => {
    await start();
    const deadline = new Date(Date.now() + 2000).toISOString();
    site.upstream.answer('career/1', data({ career: { id: 1, name: 'Teller', deadline } }));
    const open = await text('/career/1/show');
    expect(await isHit('/career/1/show')).toBe(true);
    skipTime(2000);
    expect(await text('/career/1/show')).not.toBe(open);
  });

  it('leaves when its time has come', async () => {
    await start();
    const expires_at = new Date(Date.now() + 2000).toISOString();
    site.upstream.answer('notice', data({ notices: [{ id: 1, name: 'Soon over', expires_at }] }));
    expect(await text('/notice')).toContain('Soon over');
    expect(await isHit('/notice')).toBe(true);
    skipTime(2000);
    expect(await text('/notice')).not.toContain('Soon over');
  });
});

describe('a warm start', () => {
  it('makes home and the menu ahead, one after the other', async () => {
    await start();
    await site.pages.warm();
    for (const path of ['/', '/blogs', '/about']) expect(await isHit(path)).toBe(true);
    expect(await isHit('/faq')).toBe(false);
  });

  it('ends where the upstream has had enough', async () => {
    await start();
    site.upstream.answer('blogs', failure(429));
    await site.pages.warm();
    expect(site.upstream.calls.map(({ address }) => address)).not.toContain('about');
  });

  it('takes nothing from a visitor', async () => {
    await start({ UPSTREAM_CONCURRENCY: '1' });
    for (const call of ['home', 'sliders']) site.upstream.answer(call, later(100, failure(404)));
    const warm = site.pages.warm();
    await vi.waitFor(() => expect(site.upstream.calls.length).toBeGreaterThan(1), POLLING);
    await get('/faq');
    const asked = site.upstream.calls.map(({ address }) => address);
    expect(asked.indexOf('faq')).toBeLessThan(4);
    await warm;
  });
});
