import { describe, expect } from 'vitest';
import { hydrated } from '../support/browser.ts';
import { blogs } from '../support/content.ts';
import { test as base } from '../support/site-test.ts';
import { data, later } from '../support/upstream.ts';

/* What others do to a page before its scripts run: browser extensions, the browser's own translation. */

/** Changes that only the attributes of html and body, or the children of head and body see: React leaves them alone. */
const HARMLESS = {
  'attributes on html and body': () => {
    document.documentElement.className = 'translated-ltr';
    document.documentElement.lang = 'ne';
    document.body.setAttribute('data-extension', '');
  },
  'nodes in head and body': () => {
    const meta = document.createElement('meta');
    meta.name = 'extension';
    document.head.prepend(meta);
    document.body.prepend(document.createElement('an-extension'));
    document.body.append(document.createElement('an-extension'));
  },
};

const CHANGES = {
  'a text of the frame': () => {
    const name = document.querySelector('header span');
    if (name) name.textContent = 'other words';
  },
  'a text of the page': () => {
    const heading = document.querySelector('h1');
    if (heading) heading.textContent = 'other words';
  },
  'texts wrapped by a translation': () => {
    for (const element of document.querySelectorAll('header span, summary, h1, h2, p, footer li a')) {
      const font = document.createElement('font');
      font.append(...element.childNodes);
      element.append(font);
    }
  },
  'a node inside the page': () => document.querySelector('main')?.prepend(document.createElement('an-extension')),
  'a node inside the head of a page': () =>
    document.querySelector('h1')?.append(document.createElement('an-extension')),
  'a removed part of the frame': () => document.querySelector('footer')?.remove(),
  'a removed part of the page': () => document.querySelector('h1')?.remove(),
};

const RENDERED_ANEW = /a part of the page was rendered anew: Error: Minified React error #418/;

const test = base.extend<{
  /** Lets something change each page before its scripts run. */
  changed(change: () => void): Promise<void>;
  /** The page works: its menu by script, and navigation without loading a page. */
  expectAlive(): Promise<void>;
}>({
  changed: ({ tab }, use) =>
    use(async (change) => {
      // Once the frame is there; the entry behind it has yet to be fetched.
      await tab.page.addInitScript(`
        new MutationObserver((_, observer) => {
          if (!document.getElementById('state')) return;
          observer.disconnect();
          (${change})();
        }).observe(document, { childList: true, subtree: true });
      `);
    }),
  expectAlive: ({ tab: { page, requests } }, use) =>
    use(async () => {
      const group = page.locator('header details');
      await page.locator('header summary').click();
      expect(await group.getAttribute('open')).not.toBeNull();
      await page.keyboard.press('Escape');
      await expect.poll(() => group.getAttribute('open')).toBeNull();
      const documents = () => requests.filter((path) => /^\/blogs(\?|$)/.test(path)).length;
      const before = documents();
      await page.locator('header').getByRole('link', { name: 'Blogs' }).click();
      await expect.poll(() => page.locator('h1').innerText()).toBe('Blogs');
      await page.getByText('Blog number 14').waitFor();
      expect(documents()).toBe(before);
      expect(await page.locator('footer').count()).toBe(1);
    }),
});

describe('a buffered page', () => {
  test.for(Object.entries(HARMLESS))(
    'is hydrated as it is with %s',
    async ([, change], { open, changed, expectAlive }) => {
      await changed(change);
      await open('/blogs/3?whole=1');
      await expectAlive();
    },
  );

  test.for(Object.entries(CHANGES))('survives %s', async ([, change], { tab, open, changed, expectAlive }) => {
    tab.expected.push(RENDERED_ANEW);
    await changed(change);
    await open('/blogs/3?whole=1');
    expect(await tab.page.locator('h1').innerText()).toBe('Blog number 3');
    expect(await tab.page.locator('main').innerText()).toContain('Text of blog 3.');
    expect(await tab.page.locator('header').innerText()).toContain('Himal Trust');
    expect(tab.complaints).toHaveLength(1);
    await expectAlive();
  });
});

describe('a streamed page', () => {
  test.beforeEach(({ upstream }) => {
    upstream.answer('blogs', later(700, data({ blogs })));
  });

  test.for(Object.entries(CHANGES))('survives %s', async ([, change], { server, tab, changed, expectAlive }) => {
    tab.expected.push(RENDERED_ANEW);
    await changed(change);
    await tab.page.goto(`${server.url}/blogs/3`, { waitUntil: 'commit' });
    await hydrated(tab.page);
    expect(await tab.page.locator('h1').innerText()).toBe('Blog number 3');
    expect(await tab.page.locator('aside').count()).toBe(0);
    await tab.page.getByRole('heading', { name: 'Our Blogs' }).waitFor();
    expect(await tab.page.getByText('Loading...........').count()).toBe(0);
    expect(tab.requests.filter((path) => path.startsWith('/frontapi/'))).toEqual([]);
    await expectAlive();
  });
});
