// @module-tag repeated

import { type ClientRequest, get, type IncomingHttpHeaders } from 'node:http';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { home } from '../../shared/features/home/home-pages.ts';
import { blogs } from '../support/content.ts';
import { listen } from '../support/listen.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { type Behaviour, data, failure, hold, later, silence } from '../support/upstream.ts';

/* Pages over a real socket, their upstream slow. */

const DELAY = 1_000;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
let site: TestSite;
let server: Awaited<ReturnType<typeof listen>>;
// The test runner takes longer to compile the view than a page waits for its data.
beforeAll(() => home.view());
// A site for each test: only `site` is in its cache.
beforeEach(async () => {
  site = await startSite({ UPSTREAM_TIMEOUT: '20000' });
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
  /** The text so far, unpacked. */
  text: string;
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
      const received: Received = { status: response.statusCode, headers: response.headers, text: '', request };
      stream.on('data', (chunk) => {
        received.text += chunk;
        if (enough(received.text)) resolve(received);
      });
      stream.on('end', () => resolve(received));
      stream.on('error', reject);
    });
    request.on('error', reject);
  });
}

const LOADING = 'Loading...........';

/** The same while these calls are answered only once the visitor has these words of the page, and what stands in for the late ones. */
function readBefore(
  answers: Record<string, Behaviour>,
  path: string,
  headers: Record<string, string> = {},
  words = LOADING,
) {
  let shell = '';
  const held = Object.entries(answers).map(([call, behaviour]) => {
    const answer = hold(behaviour);
    site.upstream.answer(call, answer.behaviour);
    return answer;
  });
  const received = read(path, headers, (text) => {
    if (shell === '' && text.includes(words) && text.includes(LOADING)) {
      shell = text;
      for (const answer of held) answer.release();
    }
    return false;
  });
  return received.then((answer) => ({ ...answer, shell }));
}

describe.each(['identity', 'gzip', 'br'])('a page with a slow block, %s', (encoding) => {
  it('sends its shell at once and the block when it comes', async () => {
    // What is there soon does not wait for what is late.
    const { status, headers, shell, text } = await readBefore(
      { blogs: data({ blogs }) },
      '/',
      { 'accept-encoding': encoding },
      'Save for the monsoon',
    );
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-accel-buffering']).toBe('no');

    expect(shell).toContain('<title>Himal Trust – Plain dealing</title>');
    expect(shell).toMatch(/<style [^>]*data-precedence="frame" [^>]*>[^<]{10000}/);
    expect(shell).toMatch(/<nav [^>]*aria-label="Main"/);
    expect(shell).toContain(LOADING);
    expect(shell).not.toContain('Blog number 14');
    expect(text).toContain('Blog number 14');
    expect(text).toMatch(/<\/html>$/);
  });
});

describe('a streamed page', () => {
  it('lets its own scripts run by a nonce that no other answer has', async () => {
    const { headers, text } = await readBefore({ blogs: data({ blogs }) }, '/');
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
    expect(nonce).toBeDefined();
    const inline = [...text.matchAll(/<script(?![^>]*type="application\/)(?![^>]*data-modules=)([^>]*)>/g)];
    expect(inline.length).toBeGreaterThan(0);
    for (const [, attributes] of inline) expect(attributes).toContain(`nonce="${nonce}"`);
    site.gateway.purge();
    const again = await readBefore({ blogs: data({ blogs }) }, '/');
    expect(again.headers['content-security-policy']).not.toContain(nonce);
  });

  it('has the security headers of the whole page', async () => {
    const { headers: streamed } = await readBefore({ blogs: data({ blogs }) }, '/');
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
    const { shell } = await readBefore({ blogs: data({ blogs }) }, '/?x=1');
    expect(shell).toContain('<noscript><meta http-equiv="refresh" content="0;url=/?x=1&amp;whole=1"/></noscript>');
  });

  it('is whole for who asks for it whole, and for crawlers', async () => {
    const askers = [
      { path: '/?whole=1', agent: BROWSER },
      { path: '/', agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ];
    for (const { path, agent } of askers) {
      site.gateway.purge();
      site.upstream.answer('blogs', later(DELAY / 4, data({ blogs })));
      const { headers, text } = await read(path, { 'user-agent': agent });
      expect(text).toContain('Blog number 14');
      expect(text).not.toContain(LOADING);
      expect(text).not.toContain('http-equiv="refresh"');
      expect(text).toContain('<link rel="canonical" href="https://www.himal.example/"/>');
      expect(headers['content-security-policy']).not.toContain('nonce');
    }
  });

  it('is whole once all its data is there', async () => {
    await readBefore({ blogs: data({ blogs }) }, '/');
    const { headers, text } = await read('/', {});
    expect(text).not.toContain(LOADING);
    expect(headers['cache-control']).toContain('s-maxage');
  });

  it('leaves the place of a block empty that fails late', async () => {
    const { text } = await readBefore({ home: failure(500) }, '/');
    expect(text).toContain('Save for the monsoon');
    expect(text).not.toContain('What we stand for');
    expect(text).not.toContain('Sorry error');
    expect(site.log.filter(({ level }) => level >= 40)).toHaveLength(1);
  });

  it('says that it failed where every block fails late', async () => {
    const { text } = await readBefore({ home: failure(500), sliders: failure(500), blogs: failure(500) }, '/');
    expect(text).toContain('Sorry error occured!!!');
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
    const before = site.upstream.calls.length;
    const answer = hold(data({ blogs }));
    site.upstream.answer('blogs', answer.behaviour);
    const isUnderWay = (text: string) => text.includes(LOADING);
    const { request } = await read('/', {}, isUnderWay);
    let isSharing = () => {};
    const sharing = new Promise<void>((resolve) => {
      isSharing = resolve;
    });
    const other = read('/', {}, (text) => {
      if (isUnderWay(text)) isSharing();
      return false;
    });
    await sharing;
    request.destroy();
    await expect.poll(() => site.requests.length).toBe(1);
    answer.release();
    expect((await other).text).toContain('Blog number 14');
    expect(site.log.filter(({ level }) => level >= 40)).toEqual([]);
    const calls = site.upstream.calls.slice(before).map(({ address }) => address);
    expect(calls.sort()).toEqual(['blogs', 'career', 'dataset', 'home', 'notice', 'report', 'sliders']);
  });

  it('while the data of the head is awaited is no fault either', async () => {
    site.upstream.answer('blogs/1', silence);
    const request = get(`${server.url}/blogs/1`);
    request.on('error', () => {});
    await expect.poll(() => site.upstream.calls.some(({ address }) => address === 'blogs/1')).toBe(true);
    request.destroy();
    await expect.poll(() => site.requests.length).toBe(1);
    expect(site.log.filter(({ level }) => level >= 40)).toEqual([]);
  });
});
