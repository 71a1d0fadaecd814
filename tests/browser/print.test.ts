import { wcagContrast } from 'culori';
import { beforeAll, describe, expect, it } from 'vitest';
import { hydrated, type ReturningVisitor, returningVisitor, SOON } from '../support/browser.ts';
import { serveExample } from '../support/example-site.ts';
import { SCREENS } from '../support/screens.ts';

/* The example organisation's site on paper: A4, printed by a visitor whose screen is dark. */

const FURNITURE = [
  'footer',
  'aside',
  'nav',
  'nav[aria-label=Breadcrumbs]',
  'search',
  'button',
  '.skip',
  'a[data-locale]',
  '[class*=share]',
  '[class*=chips]',
];

const example = serveExample({ LOCALES: 'en,ne' });
let visitor: ReturningVisitor;
/** The furniture that any of the screens has. */
const seen = new Set<string>();
beforeAll(async () => {
  visitor = await returningVisitor(example.browser, {
    viewport: { width: 794, height: 1123 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
});

describe.each(SCREENS)('%s', (path) => {
  it('prints its heading and its text, dark on white, without furniture', async () => {
    const { page, expected, finish } = await visitor.visit();
    expected.push(/status of 404/);
    await page.goto(example.server.url + path);
    await hydrated(page);
    const shown = (selectors: string[]) =>
      page.evaluate(
        (selectors) =>
          selectors.filter((selector) =>
            [...document.querySelectorAll(selector)].some((each) => each.checkVisibility({ visibilityProperty: true })),
          ),
        selectors,
      );
    for (const furniture of await shown(FURNITURE)) seen.add(furniture);
    await page.emulateMedia({ media: 'print' });
    expect(await shown(FURNITURE)).toEqual([]);
    expect(await shown(['h1', 'main'])).toEqual(['h1', 'main']);

    const texts = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: { text: string; colour: string }[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { parentElement: parent, nodeValue } = node;
        const text = nodeValue?.trim();
        if (!text || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const { color, fill } = getComputedStyle(parent);
        found.push({ text, colour: parent instanceof SVGElement ? fill : color });
      }
      return found;
    });
    expect(texts.map(({ text }) => text.length).reduce((sum, length) => sum + length)).toBeGreaterThan(60);
    expect(texts.filter(({ colour }) => wcagContrast(colour, 'white') < 4.5)).toEqual([]);

    const folded = await page.locator('main details:visible').evaluateAll((all) =>
      all
        .flatMap((each) => [...each.children].filter((child) => !child.matches('summary') && child.textContent))
        .filter(
          (child) => !child.checkVisibility({ contentVisibilityAuto: true }) || !child.getClientRects()[0]?.height,
        )
        .map(({ outerHTML }) => outerHTML.slice(0, 150)),
    );
    expect(folded).toEqual([]);
    await finish();
  });
});

it('all of this furniture is somewhere on the site', () => {
  expect(FURNITURE.filter((furniture) => !seen.has(furniture))).toEqual([]);
});

it('the hint at another edition is not printed', async () => {
  const { page, finish } = await visitor.visit();
  await page.addInitScript(() => localStorage.setItem('locale', 'ne'));
  await page.goto(`${example.server.url}/faq`);
  const hint = page.locator('aside[role=status]');
  await hint.waitFor();
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => hint.isVisible(), SOON).toBe(false);
  await page.evaluate(() => localStorage.clear());
  await finish();
});

it('a notice has its letterhead, then reference and date, its title, text and the addresses of its attachments', async () => {
  const { page, finish } = await visitor.visit();
  await page.goto(`${example.server.url}/notice/14`);
  const letterhead = page.locator('[class*=letterhead]');
  expect(await letterhead.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await letterhead.innerText()).toMatch(/Juneli Investment\s+Juneli Bhawan, .*\s+\+977-1-5550100/);
  expect(await page.locator('body > header').isVisible()).toBe(false);
  const order = ['[class*=letterhead]', 'main dl', 'h1', '[data-text]', 'main section'];
  const tops = await Promise.all(order.map(async (part) => (await page.locator(part).first().boundingBox())?.y ?? -1));
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  expect(await page.locator('main section').innerText()).toMatch(/http\S+\/media\/documents\/proxy-form-agm-17\.pdf/);
  await finish();
});

it('every question has its answer', async () => {
  const { page, finish } = await visitor.visit();
  await page.goto(`${example.server.url}/faq`);
  await page.emulateMedia({ media: 'print' });
  const heights = await page.locator('main details').evaluateAll((questions) =>
    questions.map((question) => {
      const answer = question.querySelector('summary + div');
      return answer?.checkVisibility({ contentVisibilityAuto: true }) ? answer.getBoundingClientRect().height : 0;
    }),
  );
  expect(heights).toHaveLength(24);
  expect(Math.min(...heights)).toBeGreaterThan(0);
  await finish();
});

it('links to other sites are written out', async () => {
  const { page, finish } = await visitor.visit();
  await page.goto(`${example.server.url}/blogs/13`);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('article').first().isVisible()).toBe(true);
  const written = await page.evaluate(() => {
    const link = document.querySelector('article p a');
    link?.setAttribute('href', 'https://elsewhere.example/');
    return link && getComputedStyle(link, '::after').content;
  });
  expect(written).toContain('(');
  await finish();
});
