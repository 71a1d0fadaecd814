// @module-tag repeated

import { describe, expect, onTestFinished } from 'vitest';
import { hydrated } from '../support/browser.ts';
import { blogs } from '../support/content.ts';
import { startChanging, startCutting } from '../support/proxy.ts';
import { testOfOneVisitor } from '../support/site-test.ts';
import { data, hold } from '../support/upstream.ts';

/* Pages that come in part, or that the scripts cannot take over: they can be read, and their links work. */

const STAYS = /^the page stays as the server sent it: /;

const test = testOfOneVisitor.extend<{
  /** What the server sent is on show, the same nodes, with links that the browser follows. */
  expectAsSent(heading: string): Promise<void>;
}>({
  expectAsSent: ({ tab: { page, requests, complaints } }, use) =>
    use(async (heading) => {
      await expect.poll(() => complaints.filter((text) => STAYS.test(text))).toHaveLength(1);
      expect(await page.evaluate('sent.length > 10 && sent.every(({ isConnected }) => isConnected)')).toBe(true);
      expect(await page.locator('h1').innerText()).toBe(heading);
      expect(await page.title()).toContain(heading);
      expect(await page.locator('body > header').evaluate((header) => getComputedStyle(header).display)).toBe('flex');
      await page.getByLabel('Main').getByRole('link', { name: 'Blogs' }).click();
      await expect.poll(() => page.locator('h1').allInnerTexts()).toEqual(['Blogs']);
      expect(requests).toContain('/blogs');
    }),
});

/** Keeps the nodes of a page as they are before its scripts run. */
const KEEP_SENT = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('script[data-modules]')) return;
    observer.disconnect();
    window.sent = [...document.querySelectorAll('header, main, main *, footer')];
  }).observe(document, { childList: true, subtree: true });
`;

describe('a page whose connection breaks', () => {
  test.for(['<footer', 'id="state">', '"blocks":', '<script data-modules'])(
    'at %s can be read, and left by its links',
    async (place, { server, tab }) => {
      const { url, close } = await startCutting(server.url, place);
      onTestFinished(close);
      tab.expected.push(/Failed to load resource/);
      await tab.page.goto(`${url}/blogs/3?whole=1`, { waitUntil: 'commit' });
      await tab.page.getByText('Text of blog 3.').waitFor();
      await expect.poll(() => tab.complaints).toHaveLength(1);
      await tab.page.getByLabel('Main').getByRole('link', { name: 'Blogs' }).click({ noWaitAfter: true });
      await expect.poll(() => tab.page.locator('h1').allInnerTexts()).toEqual(['Blogs']);
      expect(tab.requests).toContain('/blogs');
    },
  );

  test.for([
    ['behind its frame', '})();</script>', true],
    ["in a block's data", 'id="block-others">{"ok"', true],
    ['before a block is moved into its place', '$RC("B:0"', false],
  ] as const)('%s gets its missing blocks', async ([, place, fromApi], { server, upstream, tab }) => {
    const { url, close } = await startCutting(server.url, place);
    onTestFinished(close);
    const answer = hold(data({ blogs }));
    upstream.answer('blogs', answer.behaviour);
    tab.expected.push(/Failed to load resource/, /a part of the page was rendered anew/);
    await tab.page.clock.install();
    await tab.page.goto(`${url}/blogs/3`, { waitUntil: 'commit' });
    await hydrated(tab.page);
    answer.release();
    await expect.poll(() => tab.complaints.filter((text) => text.includes('CHUNKED'))).toHaveLength(1);
    await tab.page.clock.runFor(5000);
    expect(await tab.page.getByText('Loading...........').count()).toBe(1);
    await tab.page.clock.runFor(12_000);
    await expect.poll(() => tab.page.locator('main aside h2').allInnerTexts()).toEqual(['Read next']);
    expect(await tab.page.getByText('Loading...........').count()).toBe(0);
    expect(tab.requests.includes('/frontapi/en/blogs')).toBe(fromApi);
    expect(await tab.page.locator('main').innerText()).toContain('Text of blog 3.');
  });

  test('because the visitor stops it gets its missing blocks', async ({ server, upstream, tab }) => {
    const answer = hold(data({ blogs }));
    upstream.answer('blogs', answer.behaviour);
    tab.expected.push(/a part of the page was rendered anew/);
    await tab.page.clock.install();
    await tab.page.goto(`${server.url}/blogs/3`, { waitUntil: 'commit' });
    await hydrated(tab.page);
    await tab.page.evaluate(() => stop());
    answer.release();
    await tab.page.clock.runFor(17_000);
    await expect.poll(() => tab.page.locator('main aside h2').allInnerTexts()).toEqual(['Read next']);
    expect(tab.requests).toContain('/frontapi/en/blogs');
  });

  test('because the visitor leaves it asks for nothing any more', async ({ server, upstream, tab }) => {
    // Whether React comes to know of the break before the page is gone is a matter of milliseconds.
    tab.expected.push(/a part of the page was rendered anew/);
    const answer = hold(data({ blogs }));
    upstream.answer('blogs', answer.behaviour);
    await tab.page.goto(`${server.url}/blogs/3`, { waitUntil: 'commit' });
    await hydrated(tab.page);
    await tab.page.evaluate(() => location.assign('/contact'));
    await expect.poll(() => tab.page.locator('h1').allInnerTexts()).toEqual(['Contact us']);
    expect(tab.requests.filter((path) => path.startsWith('/frontapi/'))).toEqual([]);
    answer.release();
  });
});

describe('a page stays as the server sent it', () => {
  test.for(
    Object.entries<(page: string) => string>({
      'without its data': (page) => page.replace(/<script[^>]*id="state">.*?<\/script>/, ''),
      'with half of its data': (page) => page.replace(/(id="state">.{300}).*?<\/script>/, '$1</script>'),
      'without a text that its data leaves to the markup': (page) => page.replace(' data-text="0"', ''),
      'with data that the frame cannot be rendered from': (page) => page.replace('"menu":[', '"no-menu":['),
      'with data that the page cannot be rendered from': (page) => page.replace('"tags"', '"no-tags"'),
      'without the data of the frame': (page) => page.replace('"root":{"site"', '"root":{"no-site"'),
    }),
  )('%s', async ([, damage], { tab, upstream, server, expectAsSent }) => {
    const description = `<p>${'And so on. '.repeat(30)}</p>`;
    upstream.answer('blogs/3', data({ blog: { ...blogs.find(({ id }) => id === 3), description } }));
    const { url, close } = await startChanging(server.url, damage);
    onTestFinished(close);
    tab.expected.push(STAYS);
    await tab.page.addInitScript(KEEP_SENT);
    await tab.page.goto(`${url}/blogs/3?whole=1`);
    await expectAsSent('Blog number 3');
  });
});

describe('a page whose frame fails after it was hydrated', () => {
  test('becomes the error view, which has a way on', async ({ tab, open }) => {
    const { page, requests } = tab;
    tab.expected.push(/no matches/);
    await open('/blogs/3');
    // The menu asks it when another screen comes.
    await page.evaluate(() => {
      Object.assign(Element.prototype, {
        matches() {
          throw new Error('no matches');
        },
      });
    });
    await page.getByLabel('Main').getByRole('link', { name: 'Blogs' }).click();
    await expect.poll(() => page.locator('h1').allInnerTexts()).toEqual(['Sorry error occured!!!']);
    expect(await page.locator('body').innerText()).not.toMatch(/no matches|\bat /);
    expect(await page.title()).toBe('Sorry error occured!!!');
    expect(await page.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/blogs');
    expect(await page.locator('h1').evaluate((heading) => getComputedStyle(heading).textAlign)).toBe('center');
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.getByRole('heading', { name: 'Our Blogs' }).waitFor();
    expect(await page.getByLabel('Main').count()).toBe(1);
    expect(requests).not.toContain('/');
  });
});
