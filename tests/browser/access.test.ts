import { beforeAll, describe, expect, it } from 'vitest';
import { hydrated, type ReturningVisitor, returningVisitor, visit } from '../support/browser.ts';
import { ensureDevanagariFont } from '../support/chromium.ts';
import { serveExample } from '../support/example-site.ts';
import { SCREENS } from '../support/screens.ts';

/* The example organisation's site for everyone: by keyboard, in small and zoomed windows, with nothing that moves. */

const example = serveExample();
let returning: ReturningVisitor;
beforeAll(async () => {
  ensureDevanagariFont();
  returning = await returningVisitor(example.browser);
});

const MISSING = /status of 404/;

const SMALL = { width: 320, height: 640 };
/** A window of 1,280 x 900 pixels, zoomed to 200 %. */
const ZOOMED = { width: 640, height: 450 };

describe.each(['Juneli Investment', 'Himalayan Infrastructure Development'])('the header of %s', (name) => {
  // 200 % of the browser's zoom on a phone of 360 pixels is a window of 180.
  it.each([
    [360, '200%'],
    [320, '200%'],
    [180, '100%'],
    [160, '100%'],
    [360, '100%'],
  ])('has its name beside or below the logo in %i px with letters of %s', async (width, fontSize) => {
    const { page, finish } = await returning.visit();
    await page.setViewportSize({ width, height: 640 });
    await page.goto(`${example.server.url}/about`);
    const { scrollWidth, logo, words, others } = await page.evaluate(
      ([name, fontSize]) => {
        document.documentElement.style.fontSize = fontSize;
        const brand = document.querySelector('header > a');
        const span = brand?.querySelector('span');
        if (span) span.textContent = name;
        const range = document.createRange();
        if (span) range.selectNodeContents(span);
        const boxes = (selector: string) =>
          [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect().toJSON());
        return {
          scrollWidth: document.documentElement.scrollWidth,
          logo: boxes('header > a img'),
          words: [...range.getClientRects()].map((box) => box.toJSON()),
          others: boxes('header > button, header > a:not(:first-child)'),
        };
      },
      [name, fontSize] as const,
    );
    expect(scrollWidth).toBeLessThanOrEqual(width);
    expect(words.length).toBeGreaterThan(0);
    const overlaps = (a: DOMRect, b: DOMRect) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    for (const word of words) {
      expect(word.right).toBeLessThanOrEqual(width);
      expect([...logo, ...others].filter((box) => overlaps(word, box))).toEqual([]);
    }
    await finish();
  });
});

describe.each(SCREENS)('%s', (path) => {
  it('needs no scrolling sideways, down to 320 px and zoomed to 200 %', async () => {
    const { page, expected, finish } = await returning.visit();
    expected.push(MISSING);
    await page.setViewportSize(SMALL);
    await page.goto(example.server.url + path);
    for (const viewport of [SMALL, ZOOMED]) {
      await page.setViewportSize(viewport);
      expect(await page.evaluate(() => document.documentElement.clientWidth)).toBe(viewport.width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    }
    await finish();
  });

  it('cuts no text off on a phone with letters twice as large', async () => {
    const { page, expected, finish } = await returning.visit();
    expected.push(MISSING);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(example.server.url + path);
    expect(
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
        for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
        const isShown = (element: HTMLElement | null) =>
          element?.checkVisibility({ visibilityProperty: true }) && !element.closest('.visually-hidden, [inert]');
        const isScrolled = (element: HTMLElement | null): boolean =>
          element !== null && (getComputedStyle(element).overflowX === 'auto' || isScrolled(element.parentElement));
        const texts = document.createTreeWalker(document.querySelector('main') ?? document, NodeFilter.SHOW_TEXT);
        const cut: string[] = [];
        while (texts.nextNode()) {
          const text = texts.currentNode;
          if (!isShown(text.parentElement) || isScrolled(text.parentElement)) continue;
          const range = document.createRange();
          range.selectNodeContents(text);
          const { left, right } = range.getBoundingClientRect();
          if (left < 0 || right > innerWidth) cut.push(range.toString());
        }
        return cut;
      }),
    ).toEqual([]);
    await finish();
  });

  it('moves nothing while it loads and is scrolled, and knows the size of every picture', async () => {
    const { page, expected, finish } = await visit(example.browser, { viewport: { width: 360, height: 740 } });
    expected.push(MISSING);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(example.server.url + path);
    await hydrated(page);
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += 300) {
        scrollTo(0, y);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.001);
    const unsized = await page.evaluate(() =>
      [...document.images]
        .filter((image) => !image.width || !image.hasAttribute('width'))
        .map(({ outerHTML }) => outerHTML),
    );
    expect(unsized).toEqual([]);
    await finish();
  });
});

it('the names of facts are never broken inside a word', async () => {
  const { page, finish } = await returning.visit();
  for (const viewport of [SMALL, { width: 360, height: 740 }]) {
    await page.setViewportSize(viewport);
    await page.goto(`${example.server.url}/bod`);
    const name = page.getByText('Qualifications', { exact: true }).first();
    expect(
      await name.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getClientRects().length;
      }),
    ).toBe(1);
  }
  await finish();
});

const LONG = 'x'.repeat(90);
it.each([
  ['/notice', 1280, 'main li h2 a', 'ul'],
  ['/downloads', 360, 'main td strong', 'table'],
  ['/services/demat', 360, 'h2:text-is("Documents") ~ ul a', 'ul'],
  ['/services/demat', 360, 'h2:text-is("Our other services") ~ ul a', 'ul'],
  [`/notice?search=${LONG}`, 360, 'a[aria-label^="Remove filter"]', 'ul'],
])('on %s, %i px wide, a name without a space stays in its column', async (path, width, name, column) => {
  const { page, finish } = await returning.visit();
  await page.setViewportSize({ width, height: 740 });
  await page.goto(example.server.url + path);
  await hydrated(page);
  const beyond = await page
    .locator(name)
    .first()
    .evaluate(
      (element, { long, column }) => {
        element.textContent = long;
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().right - (element.closest(column)?.getBoundingClientRect().right ?? 0);
      },
      { long: LONG, column },
    );
  expect(beyond).toBeLessThanOrEqual(0);
  await finish();
});

describe('by keyboard', () => {
  it('everything can be reached and seen to be, in the order of the page', async () => {
    const { page, finish } = await visit(example.browser);
    await page.goto(example.server.url);
    await hydrated(page);
    const reached: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      const focus = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        return {
          name: element.getAttribute('aria-label') ?? element.textContent ?? '',
          visible: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
          large: (width >= 24 && height >= 24) || getComputedStyle(element).display === 'inline',
        };
      });
      if (!focus) break;
      expect(focus, focus.name).toMatchObject({ visible: true, large: true });
      reached.push(focus.name);
    }
    expect(reached[0]).toBe('Skip to content');
    const rotation = reached.findIndex((name) => /^(Start|Stop) rotation$/.test(name));
    expect(reached.slice(rotation, rotation + 3)).toEqual([
      expect.stringMatching(/rotation/),
      'Previous slide',
      'Slide 1: Long nights, clear mornings',
    ]);
    expect(reached).toContain('View more..');
    expect(reached.at(-1)).toBe('YouTube');
    await finish();
  });

  it('a menu opens, closes on Escape and gives the focus back, and closes when a screen comes', async () => {
    const { page, finish } = await visit(example.browser);
    await page.goto(`${example.server.url}/blogs`);
    await hydrated(page);
    const stories = page.locator('summary', { hasText: 'Stories' });
    const link = page.locator('#menu').getByRole('link', { name: 'Blogs', exact: true });
    await stories.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    expect(await link.isVisible()).toBe(false);
    expect(await stories.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Right shares, with a pencil' }).click({ force: true });
    await expect.poll(() => page.locator('h1').innerText()).toBe('Right shares, with a pencil');
    expect(await link.isVisible()).toBe(false);
    await finish();
  });

  it('the menu of a small screen closes when the focus leaves it, and so covers nothing that has the focus', async () => {
    const { page, finish } = await visit(example.browser, { viewport: { width: 360, height: 740 } });
    await page.goto(`${example.server.url}/blogs`);
    await hydrated(page);
    const menu = page.locator('#menu');
    await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter');
    expect(await menu.isVisible()).toBe(true);
    const last = menu.locator(':is(a, summary):visible').last();
    await last.focus();
    expect(await menu.isVisible()).toBe(true);
    await page.keyboard.press('Tab');
    expect(await menu.isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('/search');
    await finish();
  });

  it('a group of the menu closes when the focus goes on to the next one, and out of the menu', async () => {
    const { page, finish } = await visit(example.browser);
    await page.goto(`${example.server.url}/blogs`);
    await hydrated(page);
    const groups = page.locator('#menu details');
    for (const index of [0, (await groups.count()) - 1]) {
      const group = groups.nth(index);
      await group.locator('summary').press('Enter');
      await group.locator('a').last().focus();
      expect(await group.getAttribute('open')).not.toBeNull();
      await page.keyboard.press('Tab');
      expect(await group.getAttribute('open')).toBeNull();
    }
    await finish();
  });

  it('the skip link goes to the content', async () => {
    const { page, finish } = await visit(example.browser);
    await page.goto(`${example.server.url}/blogs`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await finish();
  });
});

describe('without scripts', () => {
  it('the menu opens on a small screen, every slide can be used, every picture is there', async () => {
    const { page, finish } = await visit(example.browser, {
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    });
    await page.goto(example.server.url);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('summary', { hasText: 'Stories' }).click();
    await page.locator('nav').getByRole('link', { name: 'Blogs', exact: true }).click();
    await page.waitForURL('**/blogs');
    expect(await page.getByAltText('A suspension bridge over a gorge').last().isVisible()).toBe(true);
    await page.goto(example.server.url);
    expect(await page.locator('[inert]').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Next slide' }).count()).toBe(0);
    await finish();
  });
});

describe('languages', () => {
  it('are named where they are', async () => {
    const { page, finish } = await visit(example.browser);
    await page.goto(`${example.server.url}/blogs/12`);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.locator('h1').getAttribute('lang')).toBe('ne');
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => document.fonts.check('16px "Devanagari"', 'हकवाला'))).toBe(true);
    await finish();
  });
});
