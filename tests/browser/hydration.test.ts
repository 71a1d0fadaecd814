// @module-tag exhaustive/builds

import { execFileSync } from 'node:child_process';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hydrated, openBrowser, type ReturningVisitor, returningVisitor, visit } from '../support/browser.ts';
import { blogs } from '../support/content.ts';
import { UPSTREAM_SCREENS } from '../support/screens.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { settled } from '../support/settled.ts';
import { startTrickle } from '../support/trickle.ts';
import { data, hold, startUpstream, type TestUpstream } from '../support/upstream.ts';

/* React's development build says what its production build keeps to itself: markup of server and browser that differ. */

/** Not in dist/, which other tests copy. */
const OUT = 'dist.test';
let browser: Browser;
let upstream: TestUpstream;
let server: TestServer;
let returning: ReturningVisitor;
beforeAll(async () => {
  execFileSync(process.execPath, ['build.mjs'], { env: { ...process.env, NODE_ENV: 'development', OUT } });
  [browser, upstream] = await Promise.all([openBrowser(), startUpstream()]);
  server = await startServer(
    { FRONTAPI_URL: upstream.url, NODE_ENV: 'development', CONTENT_TTL: '0' },
    `${OUT}/server/index.mjs`,
  );
  returning = await returningVisitor(browser);
  // A build, on a busy machine.
});
afterAll(async () => {
  await server?.stop();
  await upstream?.close();
});

it.each([
  ...UPSTREAM_SCREENS,
  '/?whole=1',
  '/blogs?search=number&category=saving',
  '/album/1#picture-2',
  '/blogs/999',
  '/nope',
  '/blogs?page=0',
  '/blogs?page=1&page=2',
])('%s hydrates without a word', async (path) => {
  const { page, expected, finish } = await returning.visit();
  expected.push(/Failed to load resource/);
  await page.goto(server.url + path);
  // An address that is expected once is answered by a page that stays as it is.
  if (path !== '/blogs?page=1&page=2') await hydrated(page);
  await settled(page);
  await finish();
});

it('a stream hydrates without a word', async () => {
  const answer = hold(data({ sliders: [{ type: 1, title: 'A' }], virtues: [{ name: 'Care' }], blogs }));
  for (const call of ['home', 'sliders', 'blogs']) upstream.answer(call, answer.behaviour);
  // Without a page cache nothing is made ahead.
  const fresh = await startServer(
    { FRONTAPI_URL: upstream.url, NODE_ENV: 'development', PAGE_CACHE_MB: '0', UPSTREAM_TIMEOUT: '30000' },
    `${OUT}/server/index.mjs`,
  );
  onTestFinished(async () => {
    await fresh.stop();
  });
  const { page, requests, finish } = await visit(browser);
  await page.goto(fresh.url, { waitUntil: 'commit' });
  await hydrated(page);
  expect(await page.getByText('Loading...........').count()).toBeGreaterThan(0);
  answer.release();
  await page.getByText('Blog number 14').waitFor();
  await settled(page);
  expect(requests.filter((path) => path.startsWith('/frontapi/'))).toEqual([]);
  await finish();
});

it.each(['/', '/blogs/1'])(
  '%s keeps what the server sent, where the scripts are there before the page',
  async (path) => {
    const network = await startTrickle(server.url);
    onTestFinished(network.close);
    const { page, finish } = await visit(browser);
    await page.goto(network.url + path);
    await page.goto(network.url + path, { waitUntil: 'commit' });
    const header = await page.waitForSelector('header');
    await page.waitForLoadState();
    await hydrated(page);
    expect(await header.evaluate(({ isConnected }) => isConnected)).toBe(true);
    expect(await page.locator('body > :is(header, main, footer)').count()).toBe(3);
    await finish();
  },
);

describe('texts of any kind', () => {
  const PIECES = [
    ...[
      '\\',
      '"',
      '\\"',
      '</script>',
      '<script>',
      '<!--',
      '-->',
      ']]>',
      '&amp;',
      '&#0;',
      '@',
      '@0',
      '__proto__',
      '{"shown":0}',
    ],
    ...['\0', '\r', '\r\n', '\n', '\t', '\f', '\u0001', '\u0085', '\u2028', '\u2029', '\ufeff', '\ufffe'],
    ...['\ud800', '\udc00', '\u202e', 'e\u0301', '👩‍👩‍👧', 'सूचना'],
  ];
  const LONG = 'and so on '.repeat(30);

  it.each([
    ['in one', `x${PIECES.join('x')}x`],
    ['at the ends', ...PIECES.map((piece) => `${piece}x${piece}`)],
    ['alone', ...PIECES.map((piece) => `x ${piece}`)],
  ])('hydrate without a word, %s', async (_, ...texts) => {
    const items = texts.map((text, index) => ({
      id: index + 1,
      name: text,
      summary: text,
      description: text,
      lang: text,
    }));
    upstream.answer('faq', data({ faqs: items.map(({ id, name }) => ({ id, question: name, answer: name + LONG })) }));
    upstream.answer(
      'notice',
      data({ notices: items.map((item) => ({ ...item, category: { slug: `c-${item.id}`, name: item.name } })) }),
    );
    const { page, finish } = await visit(browser);
    for (const path of ['/faq', '/notice']) {
      await page.goto(server.url + path);
      await hydrated(page);
      await settled(page);
    }
    await finish();
  });

  it.each([
    ['a backslash at its end', 701, `${LONG}\\`],
    ['a quotation mark before it', 702, LONG],
    ['a pre that begins with newlines', 703, `<pre>\n\n\n${LONG}</pre>`],
    ['items that stand in no list', 704, `${LONG}<li>one<li>two</li>`],
    ['carriage returns', 705, `<p>${LONG}\r\n${LONG}\r</p>`],
  ])('a long one recurs in others, with %s', async (_, id, description) => {
    const name = `He said: "${description}`;
    upstream.answer(`career/${id}`, data({ career: { id, name, summary: description, description } }));
    const { page, finish } = await visit(browser);
    await page.goto(`${server.url}/career/${id}/show`);
    await hydrated(page);
    await settled(page);
    expect(await page.locator('h1').innerText()).toContain('He said: "');
    const text = () => page.locator('[data-text], main article > div').first().innerHTML();
    const before = await text();
    // Rendered in the browser, it is the same.
    await page.getByLabel('Main').getByRole('link', { name: 'Blogs' }).click();
    await expect.poll(() => page.locator('h1').innerText()).toBe('Blogs');
    await page.goBack();
    await expect.poll(() => page.locator('h1').innerText()).toContain('He said: "');
    expect(await text()).toBe(before);
    await finish();
  });
});

it('a long text crosses once, as markup, and stays', async () => {
  const description = `<p>${'Bread &amp; salt. '.repeat(40)}</p><p>&quot;Hm&quot;,<br>said&nbsp;he.</p>`;
  upstream.answer('page/long', data({ page: { id: 77, slug: 'long', name: 'Long', description } }));
  // Its text is also part of what it tells search engines.
  upstream.answer('career/77', data({ career: { id: 77, name: 'Baker', description } }));
  const { page, finish } = await visit(browser);
  const answer = await page.goto(`${server.url}/page/long`);
  expect((await answer?.text())?.split('said').length).toBe(2);
  await hydrated(page);
  const text = await page.waitForSelector('main p:has(br)');
  await page.evaluate(() => location.assign('#elsewhere'));
  await settled(page);
  expect(await text.evaluate((element: HTMLElement) => element.isConnected && element.innerText)).toMatch(
    /^"Hm",\nsaid\she\.$/,
  );
  await page.goto(`${server.url}/career/77/show`);
  await hydrated(page);
  await settled(page);
  await finish();
});
