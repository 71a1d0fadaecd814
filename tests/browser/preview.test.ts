import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { hydrated, openBrowser, type Visit, visit } from '../support/browser.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { PREVIEW_TOKEN, startPreviewServer, type TestPreview } from '../support/preview.ts';

/* The preview as an editor uses it, in a real browser. */

const FILES = {
  ...validFiles,
  'site.yaml': 'name: Folder Trust\nmenu:\n  - { label: News, href: /news }\n',
  'news/draft.md':
    '---\nid: 11\nname: A secret plan\ndraft: true\npublished_at: 2024-01-02\n---\nPlan, and [more](/news/none) of it.\n',
  'news/draft.ne.md': '---\nname: गोप्य योजना\n---\nयोजना।\n',
  'news/later.md': '---\nid: 12\nname: Results\npublished_at: 2040-05-05 10:00\n---\nBetter than expected.\n',
  'news/now.md': '---\nid: 13\nname: Today\npublished_at: 2024-01-01\n---\nAs usual.\n',
};

let browser: Browser;
let folder: Folder;
let preview: TestPreview;
let tab: Visit;
beforeAll(async () => {
  folder = await makeFolder(FILES);
  [browser, preview] = await Promise.all([
    openBrowser(),
    startPreviewServer({ CONTENT_DIR: folder.dir, LOCALES: 'en,ne' }),
  ]);
});
afterAll(async () => {
  expect(await preview.stop()).toBe(0);
  await folder.remove();
});

const open = (to: string) => tab.page.goto(`${preview.url}/_preview?token=${PREVIEW_TOKEN}&to=${to}`);
const address = () => new URL(tab.page.url()).pathname;
const bar = () => tab.page.locator('foyer-preview');
const heading = () => tab.page.locator('main h1').textContent();

describe.each([360, 1280])('%i px', (width) => {
  beforeEach(async () => {
    tab = await visit(browser, { baseURL: preview.url, viewport: { width, height: 800 } });
  });
  afterEach(() => tab.finish());

  it('the bar is there before and after hydration, which it does not disturb', async () => {
    await open('/news/11');
    expect(address()).toBe('/news/11');
    await hydrated(tab.page);
    expect(await tab.page.evaluate(() => document.body.lastElementChild?.localName)).toBe('foyer-preview');
    expect(await bar().textContent()).toContain('Everything, drafts included');
    expect(await heading()).toBe('Draft: A secret plan');
  });

  it('covers nothing: the end of the page and the focused element are above it', async () => {
    await open('/news');
    await hydrated(tab.page);
    const isClear = () =>
      tab.page.evaluate(() => {
        const top = document.querySelector('foyer-preview > section')?.getBoundingClientRect().top ?? 0;
        const isElsewhere = document.activeElement?.matches('body, foyer-preview *');
        const shown = isElsewhere ? undefined : document.activeElement?.getBoundingClientRect();
        return !shown || shown.bottom <= top + 1;
      });
    for (let step = 0; step < 40; step += 1) {
      await tab.page.keyboard.press('Tab');
      await expect.poll(isClear).toBe(true);
    }
    await tab.page.keyboard.press('End');
    const [end, top] = await tab.page.evaluate(() => {
      scrollTo(0, document.body.scrollHeight);
      return [
        document.querySelector('footer')?.getBoundingClientRect().bottom ?? Number.NaN,
        document.querySelector('foyer-preview > section')?.getBoundingClientRect().top ?? Number.NaN,
      ];
    });
    expect(end).toBeLessThanOrEqual((top ?? 0) + 1);
    const overflow = await tab.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  it('has no fault that axe finds, closed and open', async () => {
    await open('/news/11');
    await hydrated(tab.page);
    expect(await violations(tab.page)).toEqual([]);
    for (const summary of await bar().locator('summary').all()) {
      await summary.click();
      expect(await violations(tab.page)).toEqual([]);
    }
    await tab.page.goto('/_preview/findings?to=/news/11');
    expect(await violations(tab.page)).toEqual([]);
  });
});

describe('an editor', () => {
  beforeEach(async () => {
    tab = await visit(browser, { baseURL: preview.url });
  });
  afterEach(() => tab.finish());

  it('chooses a time by the keyboard, goes on from there, and comes back to everything', async () => {
    await open('/news');
    await hydrated(tab.page);
    const { page } = tab;
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.keyboard.press('Shift+Tab');
    for (let step = 0; step < 5 && (await focused()) !== 'Another time'; step += 1)
      await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('Another time');
    await page.keyboard.press('Enter');
    await page.getByLabel('Show the site as it will be at').fill('2040-06-01T10:00');
    await page.getByLabel('Show the site as it will be at').press('Enter');
    await page.waitForURL('**/news');
    await expect.poll(() => bar().textContent()).toContain('As of 1 June 2040, 10:00');
    expect(await page.locator('main').textContent()).toContain('Results');
    expect(await page.locator('main').textContent()).not.toContain('secret');
    await hydrated(page);
    await page.locator('main').getByRole('link', { name: 'Results' }).click();
    await expect.poll(heading).toBe('Results');
    await expect.poll(() => bar().textContent()).toContain('1 June 2040');
    await bar().getByText('Another time').click();
    await bar().getByRole('button', { name: 'Show everything' }).click();
    await expect.poll(heading).toMatch(/^Scheduled for 5 May 2040, 10:00: Results/);
  });

  it('follows links with page loads, so that the bar is that of the page', async () => {
    await open('/news');
    await hydrated(tab.page);
    await tab.page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await tab.page
      .locator('main')
      .getByRole('link', { name: /secret plan/ })
      .click();
    await tab.page.waitForURL('**/news/11');
    expect(await tab.page.evaluate(() => 'isSamePage' in window)).toBe(false);
    await expect
      .poll(() => bar().locator('details').nth(1).locator('summary').textContent())
      .toMatch(/^\d+ findings?$/);
    await bar().locator('summary').nth(1).click();
    expect(await bar().locator('li').allTextContents()).toContainEqual(
      expect.stringContaining('news/draft.md:7 /news/none'),
    );
  });

  it('goes to the other language, and ends the preview', async () => {
    await open('/news/11');
    await bar().getByRole('link', { name: 'नेपाली' }).click();
    await tab.page.waitForURL('**/ne/news/11');
    expect(await heading()).toBe('मस्यौदा: गोप्य योजना');
    expect(await bar().textContent()).toContain('पूर्वावलोकन');
    await bar().getByRole('button', { name: 'अन्त्य गर्नुहोस्' }).click();
    expect(await tab.page.locator('h1').textContent()).toMatch(/The preview has ended|पूर्वावलोकन अन्त्य भयो/);
    tab.expected.push(/403/);
    await tab.page.goto('/news/11');
    expect(await tab.page.locator('h1').textContent()).toBe('The preview is not open');
    await tab.page.getByLabel('Token').fill(PREVIEW_TOKEN);
    await tab.page.getByRole('button', { name: 'Open the preview' }).click();
    await tab.page.waitForURL('**/news/11');
    expect(await heading()).toBe('Draft: A secret plan');
  });
});

it('everything works without scripts', async () => {
  tab = await visit(browser, { baseURL: preview.url, javaScriptEnabled: false });
  await open('/news');
  const main = () => tab.page.locator('main').textContent();
  expect(await main()).toContain('Draft: A secret plan');
  await bar().getByText('Another time').click();
  await tab.page.getByLabel('Show the site as it will be at').fill('2040-06-01T10:00');
  await bar().getByRole('button', { name: 'Show', exact: true }).click();
  expect(await main()).toContain('Results');
  expect(await main()).not.toContain('secret');
  await bar().getByText('Another time').click();
  await bar().getByRole('button', { name: 'Show everything' }).click();
  expect(await main()).toContain('Draft: A secret plan');
  await bar().getByRole('link', { name: 'नेपाली' }).click();
  expect(address()).toBe('/ne/news');
  await bar().locator('summary').nth(1).click();
  await bar().getByRole('button', { name: 'अन्त्य गर्नुहोस्' }).click();
  expect(await tab.page.locator('h1').count()).toBe(1);
  await tab.finish();
});

it('is not printed', async () => {
  tab = await visit(browser, { baseURL: preview.url });
  await open('/news');
  await tab.page.emulateMedia({ media: 'print' });
  expect(await bar().isVisible()).toBe(false);
  await tab.finish();
});
