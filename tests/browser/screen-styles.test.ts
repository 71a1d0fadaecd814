import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { testOfOneVisitor as test } from '../support/site-test.ts';

/* A page has the styles of its screen alone; later screens bring theirs. */

/** The names of the screens whose styles apply. */
const applied = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLStyleElement>('[data-precedence=screen]')].flatMap(({ media, dataset }) =>
      media === '' || matchMedia(media).matches ? [dataset.href] : [],
    ),
  );

/** How each element of the screen looks, but for pictures, which may be there or not. */
const looks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :not(picture, source, img)')].map((element) => {
      const { display, color, fontSize, margin, padding, maxWidth, border, order } = getComputedStyle(element);
      return [element.tagName, display, color, fontSize, margin, padding, maxWidth, border, order].join(' ');
    }),
  );

const goTo = async (page: Page, name: string | RegExp, heading: string) => {
  await page.getByRole('link', { name }).first().click();
  await expect.poll(() => page.locator('h1').innerText()).toBe(heading);
};

describe('the styles of a screen', () => {
  test('apply to it alone, and are the same whether it is the first page or a later one', async ({ tab, open }) => {
    const { page } = tab;
    await open('/blogs/12');
    expect(await applied(page)).toEqual(['Article']);
    const atFirst = await looks(page);
    await open('/blogs');
    expect(await applied(page)).toEqual(['BlogList']);
    const list = await looks(page);
    await goTo(page, 'Blog number 12', 'Blog number 12');
    expect(await applied(page)).toEqual(['Article']);
    await expect.poll(() => looks(page)).toEqual(atFirst);
    await page.goBack();
    await expect.poll(() => page.locator('h1').innerText()).toBe('Blogs');
    expect(await applied(page)).toEqual(['BlogList']);
    await expect.poll(() => looks(page)).toEqual(list);
  });

  test('arrive once, before the screen is shown', async ({ tab, open }) => {
    const { page } = tab;
    await open('/blogs');
    const requests: string[] = [];
    const data = page.waitForResponse(/frontapi\/en\/blogs\/12/);
    await page.route('**/*.css', async (route) => {
      requests.push(new URL(route.request().url()).pathname);
      await (await data).finished();
      // Long enough for a screen that does not wait.
      setTimeout(() => route.continue(), 500);
    });
    const stylesWhenShown = page.evaluate(
      () =>
        new Promise((resolve) => {
          new MutationObserver(() => {
            if (document.querySelector('h1')?.textContent !== 'Blog number 12') return;
            resolve(
              document.querySelector<HTMLLinkElement>('link[data-href=Article]')?.sheet ? 'loaded' : 'not loaded',
            );
          }).observe(document, { childList: true, subtree: true, characterData: true });
        }),
    );
    await goTo(page, 'Blog number 12', 'Blog number 12');
    expect(await stylesWhenShown).toBe('loaded');
    expect(requests).toEqual([expect.stringMatching(/^\/assets\/Article-\w{10}\.css$/)]);
    await page.goBack();
    await expect.poll(() => page.locator('h1').innerText()).toBe('Blogs');
    await goTo(page, 'Blog number 11', 'Blog number 11');
    expect(requests).toHaveLength(1);
  });

  test('that are gone after a release have the server send the page', async ({ tab, open }) => {
    const { page } = tab;
    await open('/blogs');
    tab.expected.push(/status of 404/);
    await page.route('**/*.css', (route) => route.fulfill({ status: 404, body: '' }));
    await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
    await goTo(page, 'Blog number 12', 'Blog number 12');
    expect(await page.evaluate(() => 'isFirstDocument' in window)).toBe(false);
    expect(await applied(page)).toEqual(['Article']);
  });
});
