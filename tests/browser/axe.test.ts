import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { hydrated, type ReturningVisitor, returningVisitor } from '../support/browser.ts';
import { serveExample } from '../support/example-site.ts';
import { SCREENS } from '../support/screens.ts';

/* What axe finds on the example organisation's site, by WCAG 2.2 AA and good practice: nothing. */

const example = serveExample();

const SMALL_DARK = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;
const WIDE_LIGHT = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' } as const;
const SMALL_LIGHT = { ...SMALL_DARK, colorScheme: 'light' } as const;
const WIDE_DARK = { ...WIDE_LIGHT, colorScheme: 'dark' } as const;

let visitor: ReturningVisitor;
const openFor = (options: typeof SMALL_DARK | typeof WIDE_LIGHT | typeof SMALL_LIGHT | typeof WIDE_DARK) => {
  beforeAll(async () => {
    visitor = await returningVisitor(example.browser, { ...options, reducedMotion: 'reduce' });
  });
  afterAll(() => visitor.close());
};
const open = async (path: string) => {
  const visit = await visitor.visit();
  visit.expected.push(/status of 404/);
  await visit.page.goto(example.server.url + path);
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
