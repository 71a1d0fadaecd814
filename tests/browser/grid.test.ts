import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { visit } from '../support/browser.ts';
import { serveExample } from '../support/example-site.ts';
import { SCREENS, VARIETY } from '../support/screens.ts';

/* Every screen begins at one edge: header, breadcrumb, heading, text and footer. */

const example = serveExample();

/** A page that is not there is a message in the middle. */
const shown = SCREENS.filter((path) => path !== '/no-such-page');

/** Where the first line of each part begins, in pixels. */
const edgesOf = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => {
    const parts = {
      header: 'header a',
      breadcrumb: 'main ol a',
      // That of home is for screen readers alone: the first words are those of the carousel.
      heading: 'main h1:not(.visually-hidden), main h2',
      text: 'main article > div > p, main article > header > p',
      footer: 'footer > div',
    };
    return Object.fromEntries(
      Object.entries(parts).flatMap(([name, selector]) => {
        const element = document.querySelector(selector);
        if (!element?.checkVisibility()) return [];
        return [[name, Math.round(element.getBoundingClientRect().left)]];
      }),
    );
  });

it.each([360, 1280, 1920])('at %d px', async (width) => {
  const { page, finish } = await visit(example.browser, { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  for (const path of shown.filter((path) => width === 1280 || VARIETY.has(path))) {
    await page.goto(example.url + path);
    const { header, ...others } = await edgesOf(page);
    expect.soft(others, path).toEqual(Object.fromEntries(Object.keys(others).map((name) => [name, header])));
  }
  await finish();
});
