import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hydrated, visit } from '../support/browser.ts';
import { serveExample } from '../support/example-site.ts';

/* Lists of the example organisation: filters, chips, orders, the screen's width. */

const example = serveExample();

const SMALL = { viewport: { width: 360, height: 740 } };
const WIDE = { viewport: { width: 1280, height: 900 } };
const open = async (path: string, options: Parameters<typeof visit>[1]) => {
  const tab = await visit(example.browser, options);
  await tab.page.goto(example.url + path);
  if (options?.javaScriptEnabled !== false) await hydrated(tab.page);
  return tab;
};
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);
const addressOf = (page: Page) => page.url().slice(example.url.length);

describe('a value that is chosen in a field', () => {
  const show = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Show results' });

  it('waits for the button, whatever the arrow keys pass; the place stays, and screen readers hear the number', async () => {
    const { page, finish } = await open('/report?page=1', SMALL);
    const category = page.getByRole('combobox', { name: 'Category' });
    await category.focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowDown');
    expect(addressOf(page)).toBe('/report?page=1');
    await category.selectOption('Annual reports (3)');
    await page.evaluate(() => scrollTo(0, 120));
    await show(page).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/report?category=annual');
    await expect.poll(() => focused(page)).toBe('main');
    expect(await category.inputValue()).toBe('annual');
    expect(await page.evaluate(() => scrollY)).toBe(120);
    await expect.poll(() => page.locator('#announcer').textContent()).toBe('3 reports');
    expect(await page.locator('main').getByText('3 reports', { exact: true }).isVisible()).toBe(true);

    await page.getByRole('combobox', { name: 'Fiscal year' }).selectOption('2083/84 (2)');
    await show(page).click();
    await page.waitForURL('**/report?category=annual&fiscal_year=2083%2F84');
    await expect.poll(() => page.locator('#announcer').textContent()).toMatch(/^No reports match this\./);
    await page.getByRole('link', { name: 'Remove filter: Category Annual reports' }).click();
    await page.waitForURL('**/report?fiscal_year=2083%2F84');
    await expect.poll(() => focused(page)).toBe('main');
    expect(await page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('');
    await finish();
  });

  it('leaves the list\u2019s page, and keeps its order', async () => {
    const { page, finish } = await open('/downloads?sort=-name', SMALL);
    await page.getByRole('combobox', { name: 'Category' }).selectOption('Policies (4)');
    await show(page).click();
    await page.waitForURL('**/downloads?category=policies&sort=-name');
    await page.goto(`${example.url}/notice?page=2`);
    await hydrated(page);
    await page.getByRole('combobox', { name: 'Category' }).selectOption('Office (2)');
    await show(page).click();
    await page.waitForURL('**/notice?category=office');
    await finish();
  });

  it('does so without scripts', async () => {
    const { page, finish } = await open('/report', { ...SMALL, javaScriptEnabled: false });
    await page.getByRole('combobox', { name: 'Category' }).selectOption('Annual reports (3)');
    await show(page).click();
    await page.waitForURL('**/report?search=&category=annual&fiscal_year=&subject=');
    expect(await page.getByText('3 reports', { exact: true }).isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Remove filter: Category Annual reports' }).click();
    await page.waitForURL('**/report');
    await finish();
  });
});

describe('the filters of rows', () => {
  it('are links beside them on wide screens, and fields on small ones: never both', async () => {
    for (const path of ['/notice', '/downloads', '/career']) {
      const { page, finish } = await open(path, WIDE);
      const links = page.getByRole('navigation', { name: /^(Category|Department)$/ });
      expect(await links.isVisible(), path).toBe(true);
      expect(await page.locator('main select').first().isVisible(), path).toBe(false);
      await page.setViewportSize(SMALL.viewport);
      expect(await links.isVisible(), path).toBe(false);
      expect(await page.locator('main select').first().isVisible(), path).toBe(true);
      await finish();
    }
  });

  it('stay when the visitor searches on a wide screen', async () => {
    const { page, finish } = await open('/notice', WIDE);
    const dividend = page.getByRole('link', { name: 'Dividend (4)' });
    await dividend.click();
    await page.waitForURL('**/notice?category=dividend');
    // The address is there first: what is typed before the list shows it goes to the form of the list before.
    await expect.poll(() => dividend.getAttribute('aria-current')).toBe('true');
    await page.getByRole('main').getByRole('searchbox').fill('unclaimed');
    await page.getByRole('main').getByRole('searchbox').press('Enter');
    await page.waitForURL('**/notice?search=unclaimed&category=dividend');
    await expect.poll(() => dividend.getAttribute('aria-current')).toBe('true');
    await finish();
  });
});

describe('the screen of a list', () => {
  it.each(['/report', '/downloads', '/notice', '/career', '/report?category=annual', '/downloads?sort=name'])(
    '%s fits 360 px, with its form in a row for the search and one for two of the fields and the button before the items',
    async (path) => {
      const { page, finish } = await open(path, SMALL);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      const form = await page.locator('main form').boundingBox();
      const fields = await page.locator('main form select').count();
      expect(form?.height).toBeLessThan(90 * (fields === 0 ? 1 : 1 + Math.ceil((fields + 1) / 2)));
      const fonts = await page.evaluate(() =>
        [...document.querySelectorAll('main :is(input, select, option, button)')].map(
          (field) => getComputedStyle(field).fontFamily,
        ),
      );
      expect(new Set(fonts).size).toBe(1);
      await finish();
    },
  );

  it('of downloads is sorted by its headings, without scripts too', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, finish } = await open('/downloads', { ...SMALL, javaScriptEnabled });
      await page.getByRole('columnheader', { name: 'In effect from', exact: true }).getByRole('link').click();
      await page.waitForURL('**/downloads?sort=date');
      const heading = page.locator('th[aria-sort]');
      expect(await heading.getAttribute('aria-sort')).toBe('ascending');
      await page.getByRole('columnheader', { name: 'In effect from', exact: true }).getByRole('link').click();
      await page.waitForURL('**/downloads?sort=-date');
      await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending');
      await finish();
    }
  });

  it('of reports has links to its tables, which stay in view on a wide screen', async () => {
    const { page, finish } = await open('/report', WIDE);
    await page.getByRole('link', { name: 'Mutual fund reports' }).click();
    await expect.poll(() => addressOf(page)).toBe('/report#category-mutual-fund');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
    const links = await page.getByRole('navigation', { name: 'On this page' }).boundingBox();
    expect(links?.y).toBeGreaterThanOrEqual(0);
    expect(links?.y).toBeLessThan(100);
    await finish();
  });
});
