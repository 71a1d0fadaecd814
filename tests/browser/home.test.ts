import { describe, expect } from 'vitest';
import { hydrated, visit } from '../support/browser.ts';
import { blogs } from '../support/content.ts';
import { settled } from '../support/settled.ts';
import { test } from '../support/site-test.ts';
import { data, hold } from '../support/upstream.ts';

/* The home page in a real browser: streamed, hydrated, without scripts. */

// What one test makes of the upstream is not for the next.
test.beforeEach(({ upstream }) => upstream.answer('blogs', data({ blogs })));

const DATA = /^\/frontapi\//;

describe('home', () => {
  test('answers clicks while a slow block is still to come, and asks for nothing that was sent', async ({
    browser,
    upstream,
    server,
  }) => {
    const answer = hold(data({ blogs }));
    upstream.answer('blogs', answer.behaviour);
    const { page, requests, finish } = await visit(browser);
    await page.goto(server.url, { waitUntil: 'commit' });
    await hydrated(page);
    const active = page.locator('li[data-active="true"] > div');
    expect(await active.getAttribute('aria-label')).toBe('1 of 3: Save for the monsoon');
    await page.getByRole('button', { name: 'Next slide' }).click();
    expect(await active.getAttribute('aria-label')).toBe('2 of 3: Ask before you sign');
    await expect.poll(() => page.getByText('Loading...........').count()).toBe(1);
    expect(await page.getByText('Blog number 14').count()).toBe(0);

    answer.release();
    await page.getByText('Blog number 14').waitFor();
    expect(await page.getByText('Loading...........').count()).toBe(0);
    expect(await active.getAttribute('aria-label')).toBe('2 of 3: Ask before you sign');
    await page.getByRole('button', { name: 'Previous slide' }).click();
    await page.getByRole('button', { name: 'Slide 3: Close to you' }).click();
    expect(await active.getAttribute('aria-label')).toBe('3 of 3: Close to you');
    await page.waitForLoadState('load');
    expect(requests.filter((path) => DATA.test(path))).toEqual([]);
    await finish();
  });

  test('asks for nothing that is on its way, whatever a visitor does meanwhile', async ({
    browser,
    upstream,
    server,
  }) => {
    const answer = hold(data({ blogs }));
    upstream.answer('blogs', answer.behaviour);
    const { page, requests, finish } = await visit(browser);
    await page.goto(server.url, { waitUntil: 'commit' });
    await hydrated(page);
    await page.evaluate(() => {
      location.hash = 'main';
    });
    await settled(page);
    answer.release();
    await page.getByText('Blog number 14').waitFor();
    await settled(page);
    expect(requests.filter((path) => DATA.test(path))).toEqual([]);
    await finish();
  });

  test('hydrates a page that came whole, in two files, its messages and its screen', async ({ browser, server }) => {
    await fetch(server.url);
    const { page, requests, finish } = await visit(browser);
    await page.goto(server.url);
    await hydrated(page);
    await page.getByRole('button', { name: 'Next slide' }).click();
    expect(await page.locator('li[data-active="true"] > div').getAttribute('aria-label')).toContain('2 of 3');
    const names = requests.filter((path) => path.endsWith('.js')).map((path) => path.replace(/^\/assets\/|-.*$/g, ''));
    // Those of the entrance animation come on demand, that of the progress bar when the browser is idle.
    const ofFirstLoad = names.filter((name) => !['animate', 'mini', 'nprogress'].includes(name));
    expect(ofFirstLoad.sort()).toEqual(['Home', 'app', 'messages', 'vendor']);
    expect(requests.filter((path) => DATA.test(path))).toEqual([]);
    await finish();
  });

  test('contains a fault in one block in that block', async ({ browser, server }) => {
    await fetch(server.url);
    const { page, expected, finish } = await visit(browser);
    // Pictures: a page that the test has tampered with may not load them from this machine.
    expected.push(/TypeError/, /Access to image/, /ERR_FAILED/);
    await page.route(`${server.url}/`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        /(id="block-blogs">){"ok":true,"data":\[.*?\]}</,
        '$1{"ok":true,"data":null}<',
      );
      await route.fulfill({ response, body });
    });
    await page.goto(server.url);
    await hydrated(page);
    await expect.poll(() => page.getByText('Our Blogs').count()).toBe(0);
    await page.getByRole('button', { name: 'Next slide' }).click();
    expect(await page.locator('li[data-active="true"] > div').getAttribute('aria-label')).toContain('2 of 3');
    expect(await page.getByText('What we stand for').isVisible()).toBe(true);
    await finish();
  });

  test('shows everything without scripts, also where the first answer is a streamed one', async ({
    browser,
    upstream,
    server,
  }) => {
    const answer = hold(data({ blogs }));
    upstream.answer('blogs', answer.behaviour);
    const { page, finish } = await visit(browser, { javaScriptEnabled: false });
    // Until then the page cannot be whole.
    page.on('request', (request) => {
      if (request.url().endsWith('?whole=1')) answer.release();
    });
    await page.goto(server.url);
    await page.waitForURL('**/?whole=1');
    await page.getByText('Blog number 14').waitFor();
    for (const text of ['Save for the monsoon', 'Know your rights', 'What we stand for', 'Our Blogs']) {
      expect(await page.getByText(text, { exact: true }).first().isVisible()).toBe(true);
    }
    expect(await page.getByText('Loading...........').count()).toBe(0);
    await page.getByRole('link', { name: 'View more..' }).click();
    await page.waitForURL('**/blogs');
    expect(await page.locator('article').count()).toBe(12);
    await finish();
  });
});
