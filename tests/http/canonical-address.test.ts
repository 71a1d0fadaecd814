import http from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalAddress, isCanonical, MAX_ADDRESS_LENGTH } from '../../packages/model/src/canonical-address.ts';
import { ContentError } from '../../packages/model/src/content-error.ts';
import { PageLoader } from '../../server/pages/page-loader.ts';
import { examples } from '../support/extents.ts';
import { listen } from '../support/listen.ts';
import { startSite } from '../support/site.ts';

const statusOf = (target: string): number => {
  try {
    canonicalAddress(target);
    return 200;
  } catch (error) {
    if (error instanceof ContentError) return error.status;
    throw error;
  }
};

const LONGEST = `/${'a'.repeat(MAX_ADDRESS_LENGTH - 1)}`;

/** Bytes as Node hands a request's target over, with much of what an address is made of. */
const part = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%2e',
    '%2E',
    '%2f',
    '%5c',
    '%00',
    '%0a',
    '%e2%80%a8',
    '%25',
    '%',
    '?',
    '#',
  ),
  fc.constantFrom(
    'blogs',
    'feed.xml',
    'media',
    '@640',
    '-',
    '~',
    'a',
    '%61',
    '%zz',
    '%c0%80',
    ':',
    ',',
    ';',
    '|',
    '{',
    '^',
  ),
  fc.string({ unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 6 }),
);
const target = fc.array(part, { maxLength: 12 }).map((parts) => `/${parts.join('')}`);
const RUNS = { seed: 14, numRuns: examples(5_000) };

describe('the canonical form of an address', () => {
  it.each([
    ['/', '/'],
    ['/blogs/3?page=2', '/blogs/3?page=2'],
    ['/blogs/%66eed.xml', '/blogs/feed.xml'],
    ['/blogs/%2566eed.xml', '/blogs/%2566eed.xml'],
    ['/a%2fb%2Cc', '/a%2Fb%2Cc'],
    ['/a,b:c@d', '/a,b:c@d'],
    ['/..hidden/...', '/..hidden/...'],
    ['/%2e%2e/%2E/x/', '/x'],
    ['/../x', '/x'],
    ['/%7Ea', '/~a'],
    ['/x/?a=/', '/x?a=/'],
    ['/a/./b/..', '/a'],
    ['/\\\\evil.example//x', '/evil.example/x'],
    [Buffer.from('/page/सूचना').toString('latin1'), '/page/%E0%A4%B8%E0%A5%82%E0%A4%9A%E0%A4%A8%E0%A4%BE'],
    ['/x?a=%zz&b=%0a//', '/x?a=%zz&b=%0a//'],
    [LONGEST, LONGEST],
  ])('of %s is %s', (given, canonical) => {
    expect(canonicalAddress(given)).toBe(canonical);
  });

  it.each([
    ['x', 400],
    ['http://elsewhere.example/', 400],
    ['*', 400],
    ['/%', 400],
    ['/%e0%a4', 400],
    ['/\xff', 400],
    ['/a%00', 400],
    ['/a%0Db', 400],
    ['/a%7f', 400],
    ['/a%C2%85', 400],
    ['/a%e2%80%a9', 400],
    [`${LONGEST}a`, 414],
    [`/?${'a'.repeat(MAX_ADDRESS_LENGTH)}`, 414],
  ])('of %s is none: %i', (given, status) => {
    expect(statusOf(given)).toBe(status);
  });

  it('is canonical itself, a path of this origin, and shorter than three times what was given', {
    tags: ['properties'],
  }, () => {
    fc.assert(
      fc.property(target, (given) => {
        const status = statusOf(given);
        expect([200, 400]).toContain(status);
        if (status !== 200) return;
        const canonical = canonicalAddress(given);
        expect(isCanonical(canonical)).toBe(true);
        expect(canonical).toMatch(/^\/(?!\/)[\x21-\xff]*$/);
        expect(new URL(canonical, 'https://www.himal.example').origin).toBe('https://www.himal.example');
        expect(canonical.length).toBeLessThanOrEqual(given.length * 3);
      }),
      RUNS,
    );
  });

  it('is that of a target in absolute form, as forward proxies send it', async () => {
    const site = await startSite();
    const server = await listen(site.app);
    const { hostname, port } = new URL(server.url);
    const statusFor = (path: string) =>
      new Promise((resolve, reject) => {
        const request = http.get({ hostname, port, path }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        request.on('error', reject);
      });
    expect(await statusFor('http://www.himal.example/news')).toBe(200);
    expect(await statusFor('HTTP://www.himal.example')).toBe(200);
    expect(await statusFor('https://www.himal.example/news')).toBe(200);
    expect(await statusFor('http://www.himal.example/news/')).toBe(308);
    expect(await statusFor('ftp://www.himal.example/news')).toBe(400);
    await server.close();
    await site.close();
  });

  it('is one that the router matches', { tags: ['properties'] }, async () => {
    const site = await startSite();
    const loader = new PageLoader(site.config, site.gateway);
    fc.assert(
      fc.property(target, (given) => {
        if (statusOf(given) !== 200) return;
        const [path = ''] = canonicalAddress(given).split('?');
        const found = loader.match(path, new URLSearchParams());
        // A page is cached by its address: it may not be the one of something else.
        expect(found.address).toBe(found.page.path === '*' ? path : found.path);
        expect(canonicalAddress(found.address)).toBe(found.address);
      }),
      RUNS,
    );
    await site.close();
  });
});
