// @module-tag repeated

import { describe, expect } from 'vitest';
import { hydrated } from '../support/browser.ts';
import { blogs } from '../support/content.ts';
import { unlessTypical } from '../support/extents.ts';
import { settled } from '../support/settled.ts';
import { testOfOneVisitor } from '../support/site-test.ts';
import { data, hold } from '../support/upstream.ts';

/* What others do to a page before its scripts run: browser extensions, the browser's own translation. */

/** What React does not look at: the attributes of html and body, more children of head and body. */
const UNNOTICED = {
  'attributes on html and body': () => {
    document.documentElement.className = 'translated-ltr';
    document.documentElement.lang = 'ne';
    document.body.setAttribute('data-extension', '');
  },
  'nodes in head, in body and behind it': () => {
    const meta = document.createElement('meta');
    meta.name = 'extension';
    document.head.prepend(meta);
    document.body.prepend(document.createElement('an-extension'));
    document.body.append(document.createElement('an-extension'));
    document.documentElement.append(document.createElement('an-extension'));
  },
};

const IN_FRAME = {
  'another text in the frame': () => {
    const name = document.querySelector('header span');
    if (name) name.textContent = 'other words';
  },
  'another text in the page': () => {
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
  'a node in the page': () => document.querySelector('main')?.prepend(document.createElement('an-extension')),
  'the frame without its footer': () => document.querySelector('footer')?.remove(),
  'a page without comments': () => {
    const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
    const all: Comment[] = [];
    while (comments.nextNode()) all.push(comments.currentNode as Comment);
    for (const comment of all) comment.remove();
  },
  'the page without its heading': () => document.querySelector('h1')?.remove(),
};

const IN_BLOCK = {
  'another text in a block': () => {
    const heading = document.querySelector('aside h2');
    if (heading) heading.textContent = 'other words';
  },
  'a node in a block': () => document.querySelector('aside')?.prepend(document.createElement('an-extension')),
};

/** One that React meets in each of its two ways; a streamed page is tried with all. */
const TYPICAL = ['another text in the frame', 'another text in a block'];

const RENDERED_ANEW = /a part of the page was rendered anew: Error: Minified React error #418/;

const test = testOfOneVisitor.extend<{
  /** Changes each page as soon as this is in it, before its scripts run. */
  changed(change: () => void, once?: string): Promise<unknown>;
  /** The menu closes by script, and links are followed without loading a page. */
  expectHydrated(): Promise<void>;
}>({
  changed: ({ tab }, use) =>
    use((change, once = '#state') =>
      tab.page.addInitScript(`
        new MutationObserver((_, observer) => {
          if (!document.querySelector(${JSON.stringify(once)})) return;
          observer.disconnect();
          (${change})();
        }).observe(document, { childList: true, subtree: true });
      `),
    ),
  expectHydrated: ({ tab: { page, requests } }, use) =>
    use(async () => {
      const group = page.locator('header details');
      await page.locator('header summary').click();
      expect(await group.getAttribute('open')).not.toBeNull();
      await page.keyboard.press('Escape');
      await expect.poll(() => group.getAttribute('open')).toBeNull();
      await page.getByLabel('Main').getByRole('link', { name: 'Blogs' }).click();
      await expect.poll(() => page.locator('h1').allInnerTexts()).toEqual(['Blogs']);
      expect(requests.filter((path) => path === '/blogs')).toEqual([]);
      expect(await page.locator('footer').count()).toBe(1);
    }),
});

describe('a buffered page', () => {
  test.for(Object.entries(UNNOTICED))('stays with %s', async ([, change], { open, changed, expectHydrated }) => {
    await changed(change);
    await open('/blogs/3?whole=1');
    await expectHydrated();
  });

  for (const [name, change] of Object.entries({ ...IN_FRAME, ...IN_BLOCK })) {
    const options = unlessTypical(TYPICAL.includes(name), 'exhaustive/every-form');
    test(`is itself again after ${name}`, options, async ({ tab, changed, open, expectHydrated }) => {
      tab.expected.push(RENDERED_ANEW);
      await changed(change);
      await open('/blogs/3?whole=1');
      await expect.poll(() => tab.complaints).toHaveLength(1);
      expect(await tab.page.getByLabel('Main').count()).toBe(1);
      expect(await tab.page.locator('h1').innerText()).toBe('Blog number 3');
      expect(await tab.page.locator('aside h2').innerText()).toBe('Read next');
      expect(await tab.page.locator('main').innerText()).toContain('Text of blog 3.');
      expect(await tab.page.locator('body > header span').innerText()).toBe('Himal Trust');
      await expectHydrated();
    });
  }

  test('loses neither its styles nor its words nor its place meanwhile', async ({ tab, open, changed }) => {
    tab.expected.push(RENDERED_ANEW);
    await changed(IN_FRAME['another text in the frame']);
    // As each frame is about to be painted.
    await tab.page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const look = () => {
        const header = document.querySelector('header');
        const words = document.querySelector('main')?.innerText.includes('Text of blog 3.');
        if (header && document.getElementById('state'))
          seen.push(`${getComputedStyle(header).display} ${words} ${scrollY}`);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    // The visitor has scrolled before the scripts are there.
    await tab.page.route('**/assets/app-*.js', async (route) => {
      await tab.page.evaluate(() => scrollTo(0, 200));
      await settled(tab.page);
      await route.continue();
    });
    await tab.page.setViewportSize({ width: 800, height: 400 });
    await open('/blogs/3?whole=1');
    await expect.poll(() => tab.complaints).toHaveLength(1);
    await hydrated(tab.page);
    await settled(tab.page);
    const seen: string[] = await tab.page.evaluate('seen');
    expect(new Set(seen.slice(seen.indexOf('flex true 200')))).toEqual(new Set(['flex true 200']));
    expect(new Set(seen.map((each) => each.split(' ').slice(0, 2).join(' ')))).toEqual(new Set(['flex true']));
  });
});

describe('a streamed page', () => {
  test.for([
    ...Object.entries(IN_FRAME).map(([name, change]) => [name, change, undefined] as const),
    ...Object.entries(IN_BLOCK).map(([name, change]) => [name, change, 'main aside h2'] as const),
  ])('is itself again after %s', async ([, change, once], { server, upstream, tab, changed, expectHydrated }) => {
    tab.expected.push(RENDERED_ANEW);
    const answer = hold(data({ blogs }));
    upstream.answer('blogs', answer.behaviour);
    await changed(change, once);
    await tab.page.goto(`${server.url}/blogs/3`, { waitUntil: 'commit' });
    await hydrated(tab.page);
    expect(await tab.page.locator('h1').innerText()).toBe('Blog number 3');
    expect(await tab.page.locator('main aside').count()).toBe(0);
    answer.release();
    await expect.poll(() => tab.page.locator('main aside h2').allInnerTexts()).toEqual(['Read next']);
    expect(await tab.page.getByText('Loading...........').count()).toBe(0);
    expect(tab.requests.filter((path) => path.startsWith('/frontapi/'))).toEqual([]);
    expect(tab.complaints).toHaveLength(1);
    await expectHydrated();
  });
});
