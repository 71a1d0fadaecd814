import { expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { hydrated, visit } from '../support/browser.ts';
import { serveExample } from '../support/example-site.ts';
import { unlessTypical } from '../support/extents.ts';
import { WINDOWS } from '../support/looks.ts';

/* What axe finds on the example organisation's site when a part of it is open: nothing. The screens as they come are in every-screen.test.ts. */

const example = serveExample();

const { PHONE, WIDE } = WINDOWS;

/** Two have all of it: each width, and each scheme. */
for (const [viewport, colorScheme, isTypical] of [
  [PHONE, 'dark', true],
  [WIDE, 'light', true],
  [PHONE, 'light', false],
  [WIDE, 'dark', false],
] as const)
  it(
    `home with a menu open, ${viewport.width}, ${colorScheme}`,
    unlessTypical(isTypical, 'exhaustive/second-looks'),
    async () => {
      const { page, finish } = await visit(example.browser, { viewport, colorScheme, reducedMotion: 'reduce' });
      await page.goto(example.url);
      await hydrated(page);
      if (viewport === PHONE) {
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.locator('summary', { hasText: 'About us' }).click();
      } else await page.locator('summary', { hasText: 'Services' }).click();
      expect(await violations(page)).toEqual([]);
      await finish();
    },
  );

it.each([
  [PHONE, 'dark'],
  [WIDE, 'light'],
] as const)('a picture of an album, %o, %s', async (viewport, colorScheme) => {
  const { page, finish } = await visit(example.browser, { viewport, colorScheme, reducedMotion: 'reduce' });
  await page.goto(`${example.url}/album/1#picture-2`);
  await hydrated(page);
  await page.locator('dialog[open]').waitFor();
  expect(await violations(page)).toEqual([]);
  await finish();
});
