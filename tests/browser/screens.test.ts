import { describe, expect } from 'vitest';
import { visit } from '../support/browser.ts';
import { test } from '../support/site-test.ts';

/* What visitors do on the screens: search, leaf through an album, look for a question. */

const documents = (requests: string[]) =>
  requests.filter((path) => !/^\/(assets|frontapi|media|storage|favicon)/.test(path));

describe('a list', () => {
  test('is searched without a page load, and the address says what is shown', async ({ tab, open }) => {
    const { page, requests } = tab;
    await open('/notice');
    await page.getByLabel('Search').fill('  book clos ');
    await page.getByLabel('Search').press('Enter');
    await page.waitForURL('**/notice?search=book+clos');
    await expect.poll(() => page.locator('main article').count()).toBe(1);
    expect(await page.title()).toBe('“book clos” in Notices | Himal Trust');
    expect(await page.getByText('1 notice', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByLabel('Search').inputValue()).toBe('book clos');

    await page.getByLabel('Category').selectOption('Meetings (1)');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL('**/notice?search=book+clos&category=meetings');
    await page.getByText('No notices match this.').waitFor();
    await page.goBack();
    await page.waitForURL('**/notice?search=book+clos');
    await expect.poll(() => page.getByLabel('Category').inputValue()).toBe('');
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.waitForURL('**/notice');
    await expect.poll(() => page.locator('main article').count()).toBe(3);
    expect(await page.getByLabel('Search').inputValue()).toBe('');
    expect(documents(requests)).toEqual(['/notice']);
  });

  test('is searched without scripts too', async ({ browser, server }) => {
    const { page, finish } = await visit(browser, { javaScriptEnabled: false });
    await page.goto(`${server.url}/notice?whole=1`);
    await page.getByLabel('Search').fill('लाभांश');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL('**/notice?search=**');
    expect(await page.locator('main article').count()).toBe(1);
    expect(await page.getByText('लाभांश वितरण सम्बन्धी सूचना').isVisible()).toBe(true);
    await finish();
  });
});

describe('an album', () => {
  test('opens a picture in a viewer, which works by keyboard and closes by the way back', async ({ tab, open }) => {
    const { page } = tab;
    await open('/album/1');
    const dialog = page.getByRole('dialog', { name: 'Pictures' });
    expect(await dialog.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Open picture 2: Field 2' }).click();
    await dialog.waitFor();
    expect(new URL(page.url()).hash).toBe('#picture-2');
    await dialog.getByText('Picture 2 of 3').waitFor();
    expect(await dialog.getByText('The field from hill 2').isVisible()).toBe(true);
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('Picture 3 of 3').waitFor();
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('Picture 1 of 3').waitFor();
    await page.keyboard.press('ArrowLeft');
    await dialog.getByText('Picture 3 of 3').waitFor();
    expect(new URL(page.url()).hash).toBe('#picture-3');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => new URL(page.url()).hash).toBe('');

    await page.getByRole('link', { name: 'Open picture 1: Field 1' }).click();
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/album/1');
    expect(documents(tab.requests)).toEqual(['/album/1']);
  });

  test('can be linked to by the picture, and closes where it stands', async ({ tab, open }) => {
    const { page } = tab;
    await open('/album/1#picture-3');
    const dialog = page.getByRole('dialog', { name: 'Pictures' });
    await dialog.getByText('Picture 3 of 3').waitFor();
    await dialog.getByRole('button', { name: 'Next picture' }).click();
    await dialog.getByText('Picture 1 of 3').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => page.url()).toMatch(/\/album\/1$/);
  });

  test('is leafed through by swiping', async ({ browser, server }) => {
    const { page, finish } = await visit(browser, { viewport: { width: 360, height: 740 }, hasTouch: true });
    await page.goto(`${server.url}/album/1#picture-1`);
    const dialog = page.getByRole('dialog', { name: 'Pictures' });
    await dialog.getByText('Picture 1 of 3').waitFor();
    const swipe = (from: number, to: number) =>
      dialog.evaluate(
        (element, [from = 0, to = 0]) => {
          const touch = (clientX: number) => new Touch({ identifier: 1, target: element, clientX, clientY: 300 });
          element.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: [touch(from)] }));
          element.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: [touch(to)] }));
        },
        [from, to],
      );
    await swipe(300, 100);
    await dialog.getByText('Picture 2 of 3').waitFor();
    await swipe(100, 120);
    await swipe(100, 300);
    await dialog.getByText('Picture 1 of 3').waitFor();
    await finish();
  });

  test('is a plain page of pictures without scripts, each leading to its file', async ({ browser, server }) => {
    const { page, finish } = await visit(browser, { javaScriptEnabled: false });
    await page.goto(`${server.url}/album/1`);
    expect(await page.locator('main figure').count()).toBe(3);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('link', { name: 'Open picture 2: Field 2' }).click();
    await page.waitForURL('**/storage/harvest-2.jpg');
    await finish();
  });
});

describe('questions', () => {
  test('open by their address', async ({ tab, open }) => {
    const { page } = tab;
    await open('/faq#question-2');
    expect(await page.locator('details[open] summary').allInnerTexts()).toEqual(['What does it cost?']);
    await page.getByText('What is a share?').click();
    await page.getByRole('link', { name: 'Link to this question: What is a share?' }).click();
    expect(new URL(page.url()).hash).toBe('#question-1');
  });

  test('open by their address also when it is followed from another screen', async ({ tab, open, server }) => {
    const { page } = tab;
    await open('/contact');
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/faq#question-1', textContent: 'Ask' });
      document.querySelector('main')?.prepend(link);
    });
    await page.getByText('Ask').click();
    await page.waitForURL(`${server.url}/faq#question-1`);
    await expect.poll(() => page.locator('details[open] summary').allInnerTexts()).toEqual(['What is a share?']);
  });
});

describe('documents', () => {
  test('are left to the browser', async ({ tab, open }) => {
    const { page, requests } = tab;
    await open('/services/demat');
    const link = page.getByRole('link', { name: 'Form (PDF, 2 kB)' });
    expect(await link.getAttribute('type')).toBe('application/pdf');
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault(), { capture: true }));
    await link.hover();
    await page.waitForTimeout(200);
    expect(requests.filter((path) => path.endsWith('.pdf'))).toEqual([]);
  });
});
