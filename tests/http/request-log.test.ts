import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../support/listen.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { failure, silence } from '../support/upstream.ts';

/* What the log says about each request. */

let site: TestSite;
let server: Awaited<ReturnType<typeof listen>>;
const startFor = (environment: Record<string, string>) => {
  beforeAll(async () => {
    site = await startSite(environment);
    server = await listen(site.app);
  });
  afterAll(async () => {
    await server.close();
    await site.close();
  });
};

async function get(path: string, headers: Record<string, string> = {}, signal?: AbortSignal) {
  const answer = await request(server.url + path, { signal, headers: { 'user-agent': 'Googlebot/2.1', ...headers } });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

/** The line of the request with this id. */
const lineOf = (id: string) => expect.poll(() => site.requests.find((entry) => entry.id === id));
const newId = () => crypto.randomUUID();

/** What undici publishes. */
interface UndiciRequest {
  request: { origin: string; addHeader(name: string, value: string): void };
}

describe('a line', () => {
  startFor({ PAGE_CACHE_MB: '0' });
  beforeAll(async () => {
    // Every page needs the site: from here on it is in the gateway's cache.
    await get('/about');
    site.upstream.answer('blogs/5', failure(500));
  });

  it.each([
    ['/blogs/3', '/blogs/:id', 200, 'miss'],
    ['/blogs/3', '/blogs/:id', 200, 'hit'],
    ['/blogs?search=my+own+name', '/blogs', 200, 'miss'],
    // Without the page cache an error page is rendered for each request.
    ['/nothing', '*', 404, 'miss'],
    ['/blogs/999', '/blogs/:id', 404, 'miss'],
    ['/blogs/999', '/blogs/:id', 404, 'miss'],
    ['/frontapi/en/blogs/998', '/frontapi/en/blogs/{id}', 404, 'miss'],
    ['/frontapi/en/blogs/998', '/frontapi/en/blogs/{id}', 404, 'hit'],
    ['/blogs/5', '/blogs/:id', 503, 'miss'],
    ['/blogs/5', '/blogs/:id', 503, 'miss'],
    ['/frontapi/en/notice?search=my+own+name', '/frontapi/en/notice', 200, 'miss'],
    ['/frontapi/en/notice?search=my+own+name', '/frontapi/en/notice', 200, 'hit'],
    ['/robots.txt', '/robots.txt', 200, 'none'],
    ['/feed.xml', '/feed.xml', 200, 'none'],
    ['/news/feed.xml', '/news/feed.xml', 200, 'none'],
    ['/sitemap.xml', '/sitemap.xml', 200, 'none'],
    ['/site.webmanifest', '/site.webmanifest', 200, 'none'],
    ['/assets/nothing.js', '/assets', 404, 'none'],
    ['//robots.txt', 'none', 308, 'none'],
  ])('for %s has the route %s, the status %d and the cache %s', async (address, route, status, cache) => {
    const id = newId();
    const { headers } = await get(address, { 'x-request-id': id });
    const path = address.split('?')[0];
    await lineOf(id).toMatchObject({ method: 'GET', route, path, status, cache });
    expect(site.requests.find((entry) => entry.id === id)?.bytes).toBeGreaterThanOrEqual(10);
    expect(String(headers['cache-status'])).toMatch(
      { hit: /^foyer; hit/, miss: /^foyer; fwd=miss/, none: /^undefined$/ }[cache] ?? /^$/,
    );
    expect(JSON.stringify([site.requests, site.log])).not.toContain('my');
  });
});

describe('a request whose client has left', () => {
  startFor({ PAGE_CACHE_MB: '0' });

  it('has the status 499 if the response had not begun', async () => {
    await get('/about');
    site.upstream.answer('blogs/7', silence);
    const id = newId();
    const client = new AbortController();
    const asked = get('/blogs/7', { 'x-request-id': id }, client.signal);
    await expect.poll(() => site.upstream.calls.some(({ address }) => address === 'blogs/7')).toBe(true);
    client.abort();
    await expect(asked).rejects.toThrow();
    await lineOf(id).toMatchObject({ status: 499, bytes: 0, aborted: true });
  });
});

describe('a request id', () => {
  startFor({});
  const newIds = /^[\w-]{16}-[\da-z]+$/;

  it.each([
    [1, { 'x-request-id': 'balancer:42-abc' }, 'balancer:42-abc'],
    [2, { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }, '4bf92f3577b34da6a3ce929d0e0e4736'],
    [3, { 'x-request-id': 'no "quotes"' }, undefined],
    [4, { 'x-request-id': 'x'.repeat(200) }, undefined],
    [5, { traceparent: 'nonsense' }, undefined],
  ])('%# comes from the request, or is new', async (number, headers, name) => {
    // A page that is rendered, the same page from the cache, and one that does not exist.
    for (const path of [`/blogs/${number}`, `/blogs/${number}`, `/nothing-${number}`]) {
      const answer = await get(path, headers);
      const id = String(answer.headers['x-request-id']);
      if (name) expect(id).toBe(name);
      else expect(id).toMatch(newIds);
    }
  });

  it('goes to the upstream, with the trace of the request', async () => {
    const cause = { 'x-request-id': newId(), traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
    await get('/blogs/9', cause);
    const called = site.upstream.calls.find(({ address }) => address === 'blogs/9');
    expect(called?.headers).toMatchObject(cause);
  });

  it('leaves the trace to instrumentation that follows the calls: two headers would be none', async () => {
    const own = '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000001-01';
    const follow = (message: unknown) => {
      const { request } = message as UndiciRequest;
      if (request.origin === site.upstream.origin) request.addHeader('traceparent', own);
    };
    subscribe('undici:request:create', follow);
    await get('/blogs/8', { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' });
    unsubscribe('undici:request:create', follow);
    expect(site.upstream.calls.find(({ address }) => address === 'blogs/8')?.headers.traceparent).toBe(own);
  });

  it('is in the line of a cached page too, with the bytes of its body', async () => {
    await get('/faq');
    const id = newId();
    const { headers, text } = await get('/faq', { 'x-request-id': id });
    expect(headers.age).toBeDefined();
    expect(headers['x-request-id']).toBe(id);
    await lineOf(id).toMatchObject({ route: '/faq', status: 200, cache: 'hit', bytes: Buffer.byteLength(text) });
  });

  it('is in the line of a page that does not exist: a miss the first time, then a hit', async () => {
    for (const cache of ['miss', 'hit']) {
      const id = newId();
      await get('/blogs/999', { 'x-request-id': id });
      await lineOf(id).toMatchObject({ route: '/blogs/:id', status: 404, cache });
    }
  });

  it('is sent to the upstream, and logged where a call for it fails', async () => {
    site.upstream.answer('blogs/13', failure(500));
    await get('/blogs/13', { 'x-request-id': 'from-the-balancer-1' });
    await get('/frontapi/en/blogs/14?search=secret', { 'x-request-id': 'from-the-balancer-2' });
    const sent = (address: string) =>
      site.upstream.calls.filter((call) => call.address === address).map(({ headers }) => headers['x-request-id']);
    expect(new Set(sent('blogs/13'))).toEqual(new Set(['from-the-balancer-1']));
    expect(sent('blogs/14')).toEqual(['from-the-balancer-2']);
    await expect
      .poll(() => site.log.find(({ msg }) => msg === 'content call failed'))
      .toMatchObject({ call: 'blogs/13', id: 'from-the-balancer-1' });
  });

  it('is logged with a failed call, without its search words', async () => {
    site.upstream.answer('blogs', failure(500));
    await get('/blogs?search=zanzibar&page=2');
    const failed = () => site.log.flatMap(({ msg, call }) => (msg === 'content call failed' ? [call] : []));
    await expect.poll(failed).toContain('blogs?page=2&search=***');
    expect(JSON.stringify([site.requests, site.log])).not.toContain('zanzibar');
  });
});

describe.each([
  ['info', '1', undefined],
  ['debug', 'false', '127.0.0.1'],
  ['debug', '1', '203.0.113.9'],
  ['debug', 'loopback', '203.0.113.9'],
  ['debug', '192.0.2.0/24', '127.0.0.1'],
  ['debug', 'true', '198.51.100.7'],
])('the address of a visitor, with the log at %s and TRUST_PROXY=%s,', (LOG_LEVEL, TRUST_PROXY, client) => {
  startFor({ LOG_LEVEL, TRUST_PROXY });

  it(`is logged as ${client}`, async () => {
    // A page that is rendered, and one from the cache.
    for (let times = 0; times < 2; times += 1) {
      const id = newId();
      await get('/faq', { 'x-forwarded-for': '198.51.100.7, 203.0.113.9', 'x-request-id': id });
      await lineOf(id).toBeDefined();
      expect(site.requests.find((entry) => entry.id === id)?.client).toBe(client);
    }
  });
});
