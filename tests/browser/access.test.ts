import { beforeAll, describe, expect, it } from 'vitest';
import { hydrated, type ReturningVisitor, returningVisitor, visit } from '../support/browser.ts';
import { ensureDevanagariFont } from '../support/chromium.ts';
import { serveExample } from '../support/example-site.ts';
import { WINDOWS } from '../support/looks.ts';

/* The example organisation's site for everyone: by keyboard, with long names, without scripts. */

const example = serveExample();
const CALCULATOR = '/page/what-a-monthly-plan-becomes';
let returning: ReturningVisitor;
beforeAll(async () => {
  ensureDevanagariFont();
  returning = await returningVisitor(example.browser, { baseURL: example.url });
});

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
    await page.goto(`${example.url}/about`);
    // Before that, another name is not what the server sent.
    await hydrated(page);
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

it('the names of facts are never broken inside a word', async () => {
  const { page, finish } = await returning.visit();
  for (const viewport of [WINDOWS.SMALL, WINDOWS.PHONE]) {
    await page.setViewportSize(viewport);
    await page.goto(`${example.url}/bod`);
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

it('no field has letters so small that an iPhone zooms into the page', async () => {
  const { page, finish } = await returning.visit();
  await page.setViewportSize(WINDOWS.PHONE);
  for (const path of ['/search', '/notice', '/data/unclaimed-dividends', '/data/nav-aarambha-equity', CALCULATOR]) {
    await page.goto(path);
    const sizes = await page
      .locator('input:not([type=hidden]), select, textarea')
      .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
    expect(sizes.length, path).toBeGreaterThan(1);
    expect(Math.min(...sizes), path).toBeGreaterThanOrEqual(16);
  }
  await finish();
});

it('announces what a calculator answers, without its years, and what it does not understand', async () => {
  const { page, finish } = await returning.visit();
  await page.goto(CALCULATOR);
  await hydrated(page);
  const calculate = async (amount: string) => {
    await page.getByLabel('Each month').fill(amount);
    await page.getByRole('button', { name: 'Calculate' }).click();
    await page.waitForURL(`**${CALCULATOR}?amount=${amount}&**`);
  };
  const announced = page.locator('#announcer');
  await calculate('1000');
  await expect
    .poll(() => announced.textContent())
    .toMatch(/^Value at the end\s+NPR 1,84,166\s+Paid in\s+NPR 1,20,000\s/);
  expect(await announced.textContent()).not.toContain('Year');
  await calculate('much');
  await expect.poll(() => announced.textContent()).toBe('Write an amount from 1 to 10,00,00,00,00,000.');
  const focused = page.locator('section:focus');
  expect(await focused.ariaSnapshot()).toMatch(/^- region "What a monthly plan becomes":/);
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
  await page.goto(example.url + path);
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
    await page.goto(example.url);
    await hydrated(page);
    const reached: string[] = [];
    for (let step = 0; step < 80; step += 1) {
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
    await page.goto(`${example.url}/blogs`);
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
    await page.goto(`${example.url}/blogs`);
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
    await page.goto(`${example.url}/blogs`);
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
    await page.goto(`${example.url}/blogs`);
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
    await page.goto(example.url);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('summary', { hasText: 'Stories' }).click();
    await page.locator('nav').getByRole('link', { name: 'Blogs', exact: true }).click();
    await page.waitForURL('**/blogs');
    expect(await page.getByAltText('A suspension bridge over a gorge').last().isVisible()).toBe(true);
    await page.goto(example.url);
    expect(await page.locator('[inert]').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Next slide' }).count()).toBe(0);
    await finish();
  });
});

describe('languages', () => {
  it('are named where they are', async () => {
    const { page, finish } = await visit(example.browser);
    await page.goto(`${example.url}/blogs/12`);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.locator('h1').getAttribute('lang')).toBe('ne');
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => document.fonts.check('16px "Devanagari"', 'हकवाला'))).toBe(true);
    await finish();
  });
});
