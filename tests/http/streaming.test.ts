import { type ClientRequest, get, type IncomingHttpHeaders } from 'node:http';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { home } from '../../shared/features/home/home-pages.ts';
import { blogs } from '../support/content.ts';
import { listen } from '../support/listen.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data, failure, later, silence } from '../support/upstream.ts';

/* Pages over a real socket, their upstream slow. */

const DELAY = 1_000;
const BURST = 50;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
let site: TestSite;
let server: Awaited<ReturnType<typeof listen>>;
// The test runner takes longer to compile the view than a page waits for its data.
beforeAll(() => home.view());
// A site for each test: only `site` is in its cache.
beforeEach(async () => {
  site = await startSite({ UPSTREAM_TIMEOUT: '2000' });
  server = await listen(site.app);
  await site.gateway.site();
});
afterEach(async () => {
  await server.close();
  await site.close();
});

interface Received {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  /** The text so far, unpacked, after each burst of chunks: a socket may cut one write in two. */
  texts: string[];
  request: ClientRequest;
}

/** Reads an answer as it comes. Resolves at its end, or as soon as `enough` says so. */
function read(path: string, headers: Record<string, string>, enough = (_text: string) => false): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = get(server.url + path, { headers: { 'user-agent': BROWSER, ...headers } }, (response) => {
      const encoding = response.headers['content-encoding'];
      const stream =
        encoding === 'br'
          ? response.pipe(createBrotliDecompress())
          : encoding === 'gzip'
            ? response.pipe(createGunzip())
            : response;
      const received: Received = { status: response.statusCode, headers: response.headers, texts: [], request };
      let text = '';
      let last = Number.NEGATIVE_INFINITY;
      stream.on('data', (chunk) => {
        text += chunk;
        const now = performance.now();
        if (now - last > BURST) received.texts.push(text);
        else received.texts.splice(-1, 1, text);
        last = now;
        if (enough(text)) resolve(received);
      });
      stream.on('end', () => resolve(received));
      stream.on('error', reject);
    });
    request.on('error', reject);
  });
}

describe.each(['identity', 'gzip', 'br'])('a page with a slow block, %s', (encoding) => {
  it('sends its shell at once and the block when it comes', async () => {
    site.upstream.answer('blogs', later(DELAY, data({ blogs })));
    const { status, headers, texts } = await read('/', { 'accept-encoding': encoding });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-accel-buffering']).toBe('no');

    const [first = ''] = texts;
    expect(first).toContain('<title>Himal Trust – Plain dealing</title>');
    expect(first).toMatch(/<style [^>]*data-href="site">[^<]{10000}/);
    expect(first).toMatch(/<nav [^>]*aria-label="Main"/);
    expect(first).toContain('Loading...........');
    expect(first).not.toContain('Blog number 14');
    const last = texts.at(-1) ?? '';
    expect(last).toContain('Blog number 14');
    expect(last).toMatch(/<\/html>$/);
    // What was there soon did not wait for what was late.
    expect(first).toContain('Save for the monsoon');
  });
});

describe('a streamed page', () => {
  it('lets its own scripts run by a nonce that no other answer has', async () => {
    site.upstream.answer('blogs', later(DELAY / 4, data({ blogs })));
    const { headers, texts } = await read('/', {});
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
    expect(nonce).toBeDefined();
    const inline = [
      ...(texts.at(-1) ?? '').matchAll(/<script(?![^>]*type="application\/)(?![^>]*data-modules=)([^>]*)>/g),
    ];
    expect(inline.length).toBeGreaterThan(0);
    for (const [, attributes] of inline) expect(attributes).toContain(`nonce="${nonce}"`);
    site.gateway.purge();
    const again = await read('/', {});
    expect(again.headers['content-security-policy']).not.toContain(nonce);
  });

  it('has the security headers of the whole page', async () => {
    site.upstream.answer('blogs', later(DELAY / 4, data({ blogs })));
    const { headers: streamed } = await read('/', {});
    const { headers: whole } = await read('/?whole=1', {});
    expect(streamed['content-security-policy']).toContain("default-src 'none'");
    for (const name of [
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
      'permissions-policy',
      'referrer-policy',
      'x-content-type-options',
    ])
      expect([name, streamed[name]]).toEqual([name, whole[name] ?? 'missing']);
    expect(streamed['x-accel-buffering']).toBe('no');
  });

  it('tells a browser without scripts where it is whole', async () => {
    site.upstream.answer('blogs', later(DELAY / 4, data({ blogs })));
    const { texts } = await read('/?x=1', {});
    expect(texts[0]).toContain('<noscript><meta http-equiv="refresh" content="0;url=/?x=1&amp;whole=1"/></noscript>');
  });

  it('is whole for who asks for it whole, and for crawlers', async () => {
    const askers = [
      { path: '/?whole=1', agent: BROWSER },
      { path: '/', agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ];
    for (const { path, agent } of askers) {
      site.gateway.purge();
      site.upstream.answer('blogs', later(DELAY / 4, data({ blogs })));
      const { headers, texts } = await read(path, { 'user-agent': agent });
      const text = texts.at(-1) ?? '';
      expect(text).toContain('Blog number 14');
      expect(text).not.toContain('Loading...........');
      expect(text).not.toContain('http-equiv="refresh"');
      expect(text).toContain('<link rel="canonical" href="https://www.himal.example/"/>');
      expect(headers['content-security-policy']).not.toContain('nonce');
    }
  });

  it('is whole once all its data is there', async () => {
    site.upstream.answer('blogs', later(DELAY / 4, data({ blogs })));
    await read('/', {});
    const { headers, texts } = await read('/', {});
    expect(texts.at(-1)).not.toContain('Loading...........');
    expect(headers['cache-control']).toContain('s-maxage');
  });

  it('leaves the place of a block empty that fails late', async () => {
    site.upstream.answer('home', later(DELAY / 4, failure(500)));
    const { texts } = await read('/', {});
    const text = texts.at(-1) ?? '';
    expect(text).toContain('Save for the monsoon');
    expect(text).not.toContain('What we stand for');
    expect(text).not.toContain('Sorry error');
    expect(site.log.filter(({ level }) => level >= 40)).toHaveLength(1);
  });

  it('says that it failed where every block fails late', async () => {
    for (const call of ['home', 'sliders', 'blogs']) site.upstream.answer(call, later(DELAY / 4, failure(500)));
    const { texts } = await read('/', {});
    expect(texts.at(-1)).toContain('Sorry error occured!!!');
  });

  it('answers HEAD with its headers alone', async () => {
    site.upstream.answer('blogs', later(DELAY, data({ blogs })));
    const response = await fetch(server.url, { method: 'HEAD', headers: { 'user-agent': BROWSER } });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('a visitor who leaves', () => {
  it('ends the render, is no fault, and takes nothing from others', async () => {
    site.upstream.answer('blogs', later(DELAY, data({ blogs })));
    const before = site.upstream.calls.length;
    const { request } = await read('/', {}, (text) => text.includes('Loading...........'));
    const other = read('/', {});
    await new Promise((resolve) => setTimeout(resolve, 50));
    request.destroy();
    expect((await other).texts.at(-1)).toContain('Blog number 14');
    expect(site.log.filter(({ level }) => level >= 40)).toEqual([]);
    const calls = site.upstream.calls.slice(before).map(({ address }) => address);
    expect(calls.sort()).toEqual(['blogs', 'career', 'home', 'notice', 'report', 'sliders']);
  });

  it('while the data of the head is awaited is no fault either', async () => {
    site.upstream.answer('blogs/1', silence);
    const request = get(`${server.url}/blogs/1`);
    request.on('error', () => {});
    await expect.poll(() => site.upstream.calls.some(({ address }) => address === 'blogs/1')).toBe(true);
    request.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(site.log).toEqual([]);
  });
});
