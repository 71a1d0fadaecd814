// @module-tag repeated

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { hydrated, type ReturningVisitor, returningVisitor, visit } from '../support/browser.ts';
import { serveExample } from '../support/example-site.ts';

/* The example's charts in a browser: readable on a phone, with their numbers as a table. */

const example = serveExample();

const PAGES = ['/page/dividend-history', '/services/mutual-fund', '/companyInfo'];

describe.each([
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const)('at $width px, $colorScheme', ({ width, colorScheme }) => {
  let visitor: ReturningVisitor;
  beforeAll(async () => {
    const options = { baseURL: example.url, viewport: { width, height: 900 }, colorScheme };
    visitor = await returningVisitor(example.browser, options);
    // From the second page on its typeface is in the cache: one that comes late is not used, and the system's own may be wider.
    const { page, finish } = await visitor.visit();
    await page.goto('/');
    await hydrated(page);
    await page.evaluate(() => document.fonts.ready);
    await finish();
  });
  afterAll(() => visitor.close());

  it.each([...PAGES, '/ne/services/mutual-fund'])('the charts of %s', async (path) => {
    const { page, finish } = await visitor.visit();
    await page.goto(path);
    await hydrated(page);
    const picture = page.locator('figure[data-chart] svg[role="img"]');
    expect(await picture.count()).toBe(1);
    const sizes = await picture.locator('text').evaluateAll((texts) =>
      texts.map((text) => {
        const scale = (text instanceof SVGElement && text.ownerSVGElement?.getScreenCTM()?.a) || 0;
        return Number.parseFloat(getComputedStyle(text).fontSize) * scale;
      }),
    );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(11.5);
    const beyond = () =>
      picture.evaluate((svg) => {
        const { left, right } = svg.getBoundingClientRect();
        return [...svg.querySelectorAll('*')].filter((mark) => {
          const box = mark.getBoundingClientRect();
          return box.left < left - 4 || box.right > right + 4;
        }).length;
      });
    await expect.poll(beyond).toBe(0);
    const details = page.locator('figure[data-chart] details');
    if ((await details.count()) > 0) {
      await details.locator('summary').click();
      expect(await details.getByRole('table').isVisible()).toBe(true);
      expect(await violations(page)).toEqual([]);
    }
    await finish();
  });
});

describe('a chart', () => {
  it('is there without scripts, and after a step within the site', async () => {
    const withoutScripts = await visit(example.browser, { javaScriptEnabled: false });
    await withoutScripts.page.goto(example.url + PAGES[0]);
    expect(await withoutScripts.page.getByRole('img', { name: /^Bar chart: Cash dividend/ }).isVisible()).toBe(true);
    await withoutScripts.finish();
    const { page, finish } = await visit(example.browser);
    await page.goto(`${example.url}/page/shareholder-services`);
    await hydrated(page);
    await page.locator('main a[href="/page/dividend-history"]').first().click();
    await page.getByRole('img', { name: /^Bar chart: Cash dividend/ }).waitFor();
    await finish();
  });

  it('prints dark on white', async () => {
    const { page, finish } = await visit(example.browser);
    await page.goto(example.url + PAGES[1]);
    await hydrated(page);
    await page.emulateMedia({ media: 'print' });
    const colours = await page.locator('figure svg').evaluate((svg) =>
      ['path', 'text'].map((name) => {
        const mark = svg.querySelector(name);
        const style = mark && getComputedStyle(mark);
        const [red = 255, green = 255, blue = 255] =
          (name === 'path' ? style?.stroke : style?.fill)?.match(/\d+/g)?.map(Number) ?? [];
        return Math.max(red, green, blue);
      }),
    );
    expect(Math.max(...colours)).toBeLessThan(140);
    await finish();
  });
});
