import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resetClock, skipTime } from '../support/clock.ts';
import { blogs } from '../support/content.ts';
import { makeFolder, validFiles } from '../support/folder.ts';
import { listen } from '../support/listen.ts';
import { POLLING } from '../support/polling.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data, failure, hold, startUpstream } from '../support/upstream.ts';

/* What a shared cache, such as a CDN, is told: how long it may keep a page, what a page is made of, and which of it is out of date. */

const TOKEN = 'a-secret-of-the-cms-and-us';
const WEBHOOK = { PURGE_WEBHOOK: 'http://127.0.0.1:1/purge' };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  resetClock();
  for (const close of closing.splice(0).reverse()) await close();
});

async function openSite(environment: Record<string, string>): Promise<TestSite> {
  const site = await startSite(environment);
  closing.push(() => site.close());
  return site;
}

const eventually = (check: () => unknown) => vi.waitFor(check, POLLING);
const get = (site: TestSite, path: string) => request(site.app).get(path).set('User-Agent', 'Googlebot/2.1');
const sharedSeconds = ({ headers }: { headers: Record<string, string> }) =>
  Number(/s-maxage=(\d+)/.exec(headers['cache-control'] ?? '')?.[1]);

describe('cache tags', () => {
  it('name the answers of a page, in the words of each kind of cache, rendered and cached', async () => {
    const site = await openSite(WEBHOOK);
    for (let visit = 0; visit < 2; visit += 1) {
      const { headers } = await get(site, '/blogs/3').expect(200);
      expect(headers['cache-tag']?.split(',')).toEqual(expect.arrayContaining(['all', 'site', 'blogs', 'blogs:3']));
      expect(headers['surrogate-key']).toBe(headers['cache-tag']?.replaceAll(',', ' '));
      expect(headers['cache-groups']).toBe(`"${headers['cache-tag']?.replaceAll(',', '", "')}"`);
    }
    expect((await get(site, '/blogs')).headers['cache-tag']).toContain('blogs:list');
  });

  it('are those of an answer of the API, made and ready', async () => {
    const site = await openSite(WEBHOOK);
    for (let call = 0; call < 2; call += 1)
      expect((await get(site, '/frontapi/en/blogs/3')).headers['cache-tag']).toBe('all,blogs,blogs:3');
  });

  it('are not sent to visitors where no cache is told', async () => {
    const site = await openSite({});
    for (const path of ['/blogs/3', '/frontapi/en/blogs/3'])
      expect((await get(site, path)).headers).not.toHaveProperty('cache-tag');
  });
});

describe('CDN_TTL', () => {
  it('is how long a shared cache keeps a page, until the day ends', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2027-01-10T12:00:00+05:45'));
    const noon = await openSite({ ...WEBHOOK, CDN_TTL: '3600' });
    expect(sharedSeconds(await get(noon, '/blogs'))).toBe(3600);
    expect(sharedSeconds(await get(noon, '/search'))).toBe(10);
    expect(sharedSeconds(await get(noon, '/no-such-page'))).toBe(10);
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2027-01-10T23:50:00+05:45'));
    const late = await openSite({ ...WEBHOOK, CDN_TTL: '3600' });
    expect(sharedSeconds(await get(late, '/blogs'))).toBe(600);
    const byPage = await openSite(WEBHOOK);
    expect(sharedSeconds(await get(byPage, '/blogs'))).toBe(60);
    vi.mocked(Date.now).mockRestore();
  });

  it('counts from the rendering on: a page that has been revalidated is no younger, and is rendered again in time', async () => {
    const site = await openSite({ ...WEBHOOK, CDN_TTL: '3600' });
    /** It is sent stale once, and revalidated behind that. */
    const ageAfter = async (milliseconds: number) => {
      await get(site, '/blogs');
      skipTime(milliseconds);
      await get(site, '/blogs');
      let age = Number.NaN;
      await eventually(async () => {
        const { headers } = await get(site, '/blogs');
        expect(headers['cache-status']).toMatch(/hit; ttl=[1-9]/);
        age = Number(headers.age);
      });
      return age;
    };
    // The sizes of its pictures are known.
    await ageAfter(100_000);
    expect(await ageAfter(1_000_000)).toBeGreaterThanOrEqual(1_000);
    expect(await ageAfter(1_000_000)).toBeLessThan(100);
  });
});

describe('what was loaded before a purge and is sent after it', () => {
  it.each(['/blogs/3', '/frontapi/en/blogs/3', '/blogs/404'])('is in no shared cache: %s', async (path) => {
    const site = await openSite({ ...WEBHOOK, CDN_TTL: '3600' });
    await get(site, '/faq');
    const call = path.split('/').slice(-2).join('/');
    const old = hold(call === 'blogs/3' ? data({ blog: { ...blogs[0], id: 3 } }) : failure(404));
    site.upstream.answer(call, old.behaviour);
    const asked = get(site, path).then((response) => response);
    await eventually(() => expect(site.upstream.calls.map(({ address }) => address)).toContain(call));
    await site.gateway.purge({ path: '/blogs/3' });
    old.release();
    const { headers } = await asked;
    expect(headers['cache-control']).toBe('no-store');
    site.upstream.behave();
    expect((await get(site, path)).headers['cache-control']).toMatch(/s-maxage=[1-9]/);
  });
});

interface Webhook {
  url: string;
  calls: { headers: Record<string, unknown>; body: { tags: string[] } }[];
  /** The status of the next responses. */
  statuses: number[];
}

async function startWebhook(): Promise<Webhook> {
  const calls: Webhook['calls'] = [];
  const statuses: number[] = [];
  const { url, close } = await listen(async (received, response) => {
    calls.push({ headers: received.headers, body: JSON.parse(await text(received)) });
    response.writeHead(statuses.shift() ?? 200).end('{}');
  });
  closing.push(close);
  return { url: `${url}/purge`, calls, statuses };
}

/** A site behind a cache that keeps what it may, and forgets by tags: 40 lines of what a CDN is. */
async function startCdn(siteUrl: () => string) {
  const stored = new Map<string, { body: string; tags: string[] }>();
  const server = createServer(async (received, response) => {
    const url = received.url ?? '/';
    if (received.method === 'POST') {
      const { tags }: { tags: string[] } = JSON.parse(await text(received));
      for (const [key, page] of stored) if (page.tags.some((tag) => tags.includes(tag))) stored.delete(key);
      response.end('{}');
      return;
    }
    const known = stored.get(url);
    if (known) return void response.setHeader('X-Cache', 'hit').end(known.body);
    const answer = await fetch(siteUrl() + url, { headers: { 'User-Agent': 'Googlebot/2.1' } });
    const body = await answer.text();
    // What is complete is kept for longer than that, but never beyond the end of the day.
    if (Number(/s-maxage=(\d+)/.exec(answer.headers.get('cache-control') ?? '')?.[1]) > 10)
      stored.set(url, { body, tags: answer.headers.get('cache-tag')?.split(',') ?? [] });
    response.setHeader('X-Cache', 'miss').end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const page = async (path: string) => {
    const answer = await fetch(url + path);
    return { body: await answer.text(), cache: answer.headers.get('x-cache') };
  };
  return { url, page };
}

async function serve(environment: Record<string, string>, entry?: string) {
  const server = await startServer({ CDN_TTL: '3600', ...environment }, entry);
  closing.push(() => server.stop());
  return server;
}

const managementOf = (server: TestServer) => server.log.find((line) => line.management)?.url;
const purge = (server: TestServer, what: object) =>
  fetch(`${managementOf(server)}/purge`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(what),
  });
const hasLogged = (server: TestServer, msg: string) => server.log.filter((line) => line.msg === msg);

describe('PURGE_WEBHOOK', () => {
  it('shows an edit of the folder behind a cache that keeps pages for an hour', async () => {
    const folder = await makeFolder(validFiles);
    closing.push(() => folder.remove());
    let siteUrl = '';
    const cdn = await startCdn(() => siteUrl);
    const site = await serve({ CONTENT_DIR: folder.dir, PURGE_WEBHOOK: cdn.url, WORKERS: '2' });
    siteUrl = site.url;
    await eventually(() => expect(hasLogged(site, 'shared caches are purged')).toHaveLength(1));
    await eventually(async () => expect((await cdn.page('/blogs/1')).cache).toBe('hit'));
    expect((await cdn.page('/blogs/1')).body).toContain('Text <em>one</em>');
    await folder.write({ 'blogs/one.md': '---\nid: 1\nname: One\ncreated_at: 2024-03-05 10:00:00\n---\nCorrected.\n' });
    await eventually(async () => expect((await cdn.page('/blogs/1')).body).toContain('Corrected.'));
    await eventually(async () => expect((await cdn.page('/blogs/1')).cache).toBe('hit'));
  });

  it('purges what a CMS has reported, and nothing else', async () => {
    const upstream = await startUpstream();
    closing.push(() => upstream.close());
    let siteUrl = '';
    const cdn = await startCdn(() => siteUrl);
    const site = await serve({
      FRONTAPI_URL: upstream.url,
      PURGE_WEBHOOK: cdn.url,
      MANAGEMENT_PORT: '0',
      PURGE_TOKEN: TOKEN,
    });
    siteUrl = site.url;
    await eventually(() => expect(hasLogged(site, 'shared caches are purged')).toHaveLength(1));
    for (const path of ['/blogs/3', '/news', '/notice'])
      await eventually(async () => expect((await cdn.page(path)).cache).toBe('hit'));
    upstream.answer('blogs/3', data({ blog: { ...blogs[0], id: 3, name: 'Renamed' } }));
    await purge(site, { path: '/blogs/3' });
    await eventually(async () => expect((await cdn.page('/blogs/3')).body).toContain('Renamed'));
    expect((await cdn.page('/news')).cache).toBe('hit');
    expect((await cdn.page('/notice')).cache).toBe('hit');
    expect(await (await fetch(`${managementOf(site)}/metrics`)).text()).toMatch(
      /foyer_purge_webhook_calls_total\{outcome="ok"\} 2/,
    );
  });

  it('is called with the header and the body of the operator, once for changes at once, and again until it succeeds', async () => {
    const upstream = await startUpstream();
    closing.push(() => upstream.close());
    const webhook = await startWebhook();
    const site = await serve({
      FRONTAPI_URL: upstream.url,
      PURGE_WEBHOOK: webhook.url,
      PURGE_WEBHOOK_HEADER: 'xkey-purge: {tags}',
      PURGE_WEBHOOK_BODY: '{"tags":{tags},"soft":true}',
      MANAGEMENT_PORT: '0',
      PURGE_TOKEN: TOKEN,
    });
    await eventually(() => expect(webhook.calls.map(({ body }) => body)).toEqual([{ tags: ['all'], soft: true }]));
    await eventually(() => expect(hasLogged(site, 'shared caches are purged')).toHaveLength(1));
    webhook.statuses.push(401, 503);
    await Promise.all([purge(site, { entity: 'news' }), purge(site, { path: '/blogs/3' })]);
    await eventually(() => expect(hasLogged(site, 'shared caches are purged')).toHaveLength(2));
    const [, ...later] = webhook.calls;
    expect(later).toHaveLength(3);
    for (const { headers, body } of later) {
      expect(body.tags).toEqual(expect.arrayContaining(['news', 'blogs:3', 'blogs:list', 'home']));
      expect(headers['xkey-purge']).toBe(body.tags.join(' '));
      expect(headers['user-agent']).toMatch(/^Foyer\//);
    }
    expect(hasLogged(site, 'PURGE_WEBHOOK failed: shared caches show old pages').map(({ pauseMs }) => pauseMs)).toEqual(
      [1_000, 2_000],
    );
    expect(await (await fetch(`${managementOf(site)}/metrics`)).text()).toMatch(
      /foyer_purge_webhook_calls_total\{outcome="failed"\} 2/,
    );
  });

  it('is called although a worker has not confirmed the purge, with a search too', async () => {
    const upstream = await startUpstream();
    closing.push(() => upstream.close());
    const webhook = await startWebhook();
    const site = await serve({
      FRONTAPI_URL: upstream.url,
      PURGE_WEBHOOK: webhook.url,
      MANAGEMENT_PORT: '0',
      PURGE_TOKEN: TOKEN,
      WORKERS: '2',
      SEARCH: 'own',
    });
    await eventually(() => expect(webhook.calls).toHaveLength(1));
    const { pid } = site.process;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const stuck = Number(children.trim().split(' ')[0]);
    process.kill(stuck, 'SIGSTOP');
    try {
      const { status } = await purge(site, { entity: 'news' });
      expect(status).toBe(500);
      await eventually(() => expect(webhook.calls.at(-1)?.body.tags).toContain('news'));
    } finally {
      process.kill(stuck, 'SIGCONT');
    }
  });

  it('is called before the process ends, and does not hold up its end', async () => {
    const upstream = await startUpstream();
    closing.push(() => upstream.close());
    const webhook = await startWebhook();
    const site = await serve({ FRONTAPI_URL: upstream.url, PURGE_WEBHOOK: webhook.url });
    expect(await site.stop()).toBe(0);
    expect(webhook.calls.map(({ body }) => body.tags)).toEqual([['all']]);
    const hanging = createServer(() => {});
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
    closing.push(() => {
      hanging.closeAllConnections();
      return new Promise((resolve) => hanging.close(resolve));
    });
    const address = hanging.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const stuck = await serve({ FRONTAPI_URL: upstream.url, PURGE_WEBHOOK: `http://127.0.0.1:${port}/` });
    expect(await stuck.stop()).toBe(0);
  });
});
