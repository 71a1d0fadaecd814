import { type Browser, chromium, type Page, type Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { hydrated } from '../support/browser.ts';
import { findChromium } from '../support/chromium.ts';
import { albums } from '../support/content.ts';
import { settled } from '../support/settled.ts';
import { testOfOneServer as base } from '../support/site-test.ts';
import { data } from '../support/upstream.ts';

/* When a page's scripts load, and what visitors do before that. */

const SCRIPT = /^\/assets\/.*\.js$/;

interface Gate {
  /** Lets the requests go on. */
  open(): Promise<void>;
}

const SCRIPTS = '**/assets/*.js';
const PICTURES = /\/(media|storage)\//;

/** Holds the page's requests for these addresses. */
async function hold(page: Page, addresses: string | RegExp): Promise<Gate> {
  const held: Route[] = [];
  let isOpen = false;
  await page.route(addresses, async (route) => {
    if (isOpen) await route.continue();
    else held.push(route);
  });
  return {
    async open() {
      isOpen = true;
      await Promise.all(held.map((route) => route.continue()));
    },
  };
}

const test = base.extend<{
  scripts: string[];
  /** Opens a page up to its first paint. */
  paint(path: string): Promise<void>;
}>({
  scripts: ({ tab: { page } }, use) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (SCRIPT.test(pathname)) scripts.push(pathname);
    });
    return use(scripts);
  },
  paint: ({ server, tab: { page } }, use) =>
    use(async (path) => {
      // The page cache is off; a crawler's form of the page is buffered.
      await page.goto(`${server.url}${path}${path.includes('?') ? '&' : '?'}whole=1`, { waitUntil: 'commit' });
      await page.locator('footer').waitFor();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    }),
});

describe('the scripts', () => {
  test('load after everything that the page needs to be seen', async ({ tab: { page }, scripts, paint }) => {
    const pictures = await hold(page, PICTURES);
    await paint('/');
    await settled(page);
    expect(scripts).toEqual([]);
    await pictures.open();
    await hydrated(page);
    expect(scripts.length).toBeGreaterThan(2);
  });

  test.for<[string, (page: Page) => Promise<void>]>([
    ['touches the page', (page) => page.mouse.down()],
    ['presses a key', (page) => page.keyboard.press('Shift')],
    ['turns the wheel', (page) => page.mouse.wheel(0, 200)],
    ['focuses a link', (page) => page.getByRole('link', { name: 'Blogs' }).first().focus()],
  ])('load at once when the visitor %s', async ([, use], { tab: { page }, scripts, paint }) => {
    const pictures = await hold(page, PICTURES);
    await paint('/');
    expect(scripts).toEqual([]);
    await page.mouse.move(5, 300);
    await use(page);
    await hydrated(page);
    await pictures.open();
  });
});

describe('before the scripts are there', () => {
  test('clicks on the carousel are done one by one, once they are', async ({ tab: { page }, paint }) => {
    const scripts = await hold(page, SCRIPTS);
    await paint('/');
    const active = page.locator('li[data-active="true"] > div');
    await page.getByRole('button', { name: 'Next slide' }).click();
    await page.getByRole('button', { name: 'Next slide' }).click();
    expect(await active.getAttribute('aria-label')).toContain('1 of 3');
    await scripts.open();
    await expect.poll(() => active.getAttribute('aria-label')).toContain('3 of 3');
    await page.getByRole('button', { name: 'Previous slide' }).click();
    await expect.poll(() => active.getAttribute('aria-label')).toContain('2 of 3');
  });

  test('the chosen slide of the carousel stays so while a busy browser scrolls to it', async ({
    tab: { page },
    server,
  }) => {
    await page.goto(server.url);
    await hydrated(page);
    const shown = page.evaluate(async () => {
      const strip = document.querySelector('ul:has(> li[data-active])');
      const active = () =>
        document.querySelector('li[data-active="true"] > div')?.getAttribute('aria-label')?.slice(0, 6);
      const seen: unknown[] = [];
      const changes = new MutationObserver(() => seen.push(active()));
      const ended = new Promise((resolve) => strip?.addEventListener('scrollend', resolve));
      const block = () => {
        const until = performance.now() + 200;
        while (performance.now() < until);
      };
      strip?.addEventListener('scroll', block);
      if (strip) changes.observe(strip, { subtree: true, attributeFilter: ['data-active'] });
      document.querySelector<HTMLElement>('[aria-label^="Slide 3:"]')?.click();
      await ended;
      return [...new Set([...seen, active()])];
    });
    expect(await shown).toEqual(['3 of 3']);
  });

  test('a click on a picture opens the viewer, once they are', async ({ tab: { page }, paint }) => {
    const scripts = await hold(page, SCRIPTS);
    await paint('/album/1');
    const address = page.url();
    await page.locator('[data-picture]').nth(1).click();
    await settled(page);
    expect(page.url()).toBe(address);
    await scripts.open();
    await page.locator('dialog[open]').waitFor();
    expect(page.url()).toBe(`${address}#picture-2`);
  });

  test('a click on a picture opens its file, if they never come', async ({ tab: { page, expected }, paint }) => {
    expected.push(/Failed to load resource/, /Failed to fetch dynamically imported module/);
    await page.route(SCRIPTS, (route) => route.abort());
    await paint('/album/1');
    const href = await page.locator('[data-picture]').nth(1).getAttribute('href');
    await page.locator('[data-picture]').nth(1).click();
    await page.waitForURL(`**${href}`, { waitUntil: 'commit' });
  });

  test('if they never come, the pictures are there all the same, and one that is missing stays a placeholder', async ({
    tab: { page, expected },
    upstream,
    paint,
  }) => {
    expected.push(/Failed to load resource/, /Failed to fetch dynamically imported module/);
    upstream.answer(
      'album/1',
      data({
        album: {
          ...albums[0],
          files: ['first', 'a', "b'", 'missing'].map((name) => ({ location: `/storage/${name}.svg?x=1&y=2` })),
        },
      }),
    );
    await page.route(SCRIPTS, (route) => route.abort());
    await page.route(/missing/, (route) => route.abort());
    await paint('/album/1');
    const shown = () =>
      page
        .locator('[data-picture] img:first-child')
        .evaluateAll((images) =>
          images.map(
            (image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0 && image.src,
          ),
        );
    await expect
      .poll(async () => (await shown()).map((src) => src && /placeholder|data:/.test(src)))
      .toEqual([true, false, false, true]);
    expect(await page.locator('[data-state=waiting]').count()).toBe(0);
  });

  test('links, the menu and the search form work by themselves', async ({ tab: { page }, paint }) => {
    await hold(page, SCRIPTS);
    await page.setViewportSize({ width: 360, height: 740 });
    await paint('/blogs');
    await page.getByRole('searchbox').fill('number 7');
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL('**/blogs?search=number+7*', { waitUntil: 'commit' });
    await page.getByText('Blog number 7').first().waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByText('About us').click();
    await page.getByRole('link', { name: 'About', exact: true }).click();
    await page.waitForURL('**/about', { waitUntil: 'commit' });
  });

  test('a menu that is open stays open when they come, and closes as it does with them', async ({
    tab: { page },
    paint,
  }) => {
    const scripts = await hold(page, SCRIPTS);
    await page.setViewportSize({ width: 360, height: 740 });
    await paint('/blogs');
    await page.getByRole('button', { name: 'Menu' }).click();
    await scripts.open();
    await hydrated(page);
    expect(await page.locator('#menu').isVisible()).toBe(true);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blogs' }).click();
    await expect.poll(() => page.locator('#menu').isVisible()).toBe(false);
  });
});

describe('going back before the scripts are there', () => {
  test.for([true, false])(
    'after a reload shows the other page, whether they load later: %s',
    async (load, { open, tab }) => {
      const { page, expected } = tab;
      await open('/blogs');
      await page.locator('main h2 a').first().click();
      await expect.poll(() => page.url()).toMatch(/\/blogs\/\d+$/);
      const scripts = await hold(page, SCRIPTS);
      await page.reload({ waitUntil: 'commit' });
      await page.locator('footer').waitFor();
      if (!load) {
        expected.push(/^Failed to (load resource|fetch)/);
        await page.unroute(SCRIPTS);
        await page.route(SCRIPTS, (route) => route.abort());
      }
      await page.evaluate(() => history.back());
      await expect.poll(() => page.locator('h1').innerText()).toBe('Blogs');
      if (!load) return;
      await scripts.open();
      await hydrated(page);
      expect(await page.locator('h1').innerText()).toBe('Blogs');
    },
  );
});

describe('going back to a page from another document', () => {
  test('shows it as it was left, from the browser’s memory', async ({ server }) => {
    let browser: Browser | undefined;
    try {
      browser = await chromium.launch({
        executablePath: findChromium(),
        args: ['--no-sandbox', '--disable-gpu'],
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
      });
      const page = await browser.newPage({ baseURL: server.url });
      await page.goto('/blogs?whole=1');
      await hydrated(page);
      await page.evaluate(() => {
        scrollTo(0, 600);
        Object.assign(window, { isTheSame: true });
      });
      await page.goto('/robots.txt');
      await page.goBack({ waitUntil: 'commit' });
      await expect.poll(() => page.evaluate(() => [scrollY, 'isTheSame' in window])).toEqual([600, true]);
    } finally {
      await browser?.close();
    }
  });
});
