import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hydrated, openBrowser, type ReturningVisitor, returningVisitor } from '../support/browser.ts';
import { SCREENS } from '../support/screens.ts';
import { startServer, type TestServer } from '../support/server.ts';

/* What axe finds on the example organisation's site, by WCAG 2.2 AA and good practice: nothing. */

let browser: Browser;
let server: TestServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startServer({ CONTENT_DIR: 'content' })]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const violations = async (page: Page) => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  return violations.map(({ id, nodes }) =>
    [id, ...nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`)].join('\n'),
  );
};

const SMALL_DARK = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;
const WIDE_LIGHT = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' } as const;
const SMALL_LIGHT = { ...SMALL_DARK, colorScheme: 'light' } as const;
const WIDE_DARK = { ...WIDE_LIGHT, colorScheme: 'dark' } as const;

let visitor: ReturningVisitor;
const openFor = (options: typeof SMALL_DARK | typeof WIDE_LIGHT | typeof SMALL_LIGHT | typeof WIDE_DARK) => {
  beforeAll(async () => {
    visitor = await returningVisitor(browser, { ...options, reducedMotion: 'reduce' });
  });
  afterAll(() => visitor.close());
};
const open = async (path: string) => {
  const visit = await visitor.visit();
  visit.expected.push(/status of 404/);
  await visit.page.goto(server.url + path);
  await hydrated(visit.page);
  return visit;
};

describe.each([SMALL_DARK, WIDE_LIGHT])('$viewport.width px, $colorScheme', (options) => {
  openFor(options);

  it.each([...SCREENS, '/album/1#picture-2'])('%s', async (path) => {
    const { page, finish } = await open(path);
    expect(await violations(page)).toEqual([]);
    await finish();
  });
});

describe.each([SMALL_DARK, SMALL_LIGHT, WIDE_DARK, WIDE_LIGHT])('$viewport.width px, $colorScheme', (options) => {
  openFor(options);

  it('home, with a menu open', async () => {
    const { page, finish } = await open('/');
    if (options.viewport.width < 960) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.locator('summary', { hasText: 'About us' }).click();
    } else await page.locator('summary', { hasText: 'Services' }).click();
    expect(await violations(page)).toEqual([]);
    await finish();
  });
});
