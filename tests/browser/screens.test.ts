import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { visit } from '../support/browser.ts';
import { settled } from '../support/settled.ts';
import { testOfOneVisitor as test } from '../support/site-test.ts';

/* What visitors do on the screens: search, leaf through an album, look for a question. */

const documents = (requests: string[]) =>
  requests.filter((path) => !/^\/(assets|frontapi|media|storage|favicon)/.test(path));

describe('a list', () => {
  test('is searched without a page load, and the address says what is shown', async ({ tab, open }) => {
    const { page, requests } = tab;
    await page.setViewportSize({ width: 800, height: 700 });
    // All of three notices are seen at a glance: the box is there once they are searched.
    await open('/notice?search=notice');
    await page.getByRole('main').getByRole('searchbox').fill('  book clos ');
    await page.getByRole('main').getByRole('searchbox').press('Enter');
    await page.waitForURL('**/notice?search=book+clos');
    await expect.poll(() => page.locator('main article').count()).toBe(1);
    expect(await page.title()).toBe('“book clos” in Notices | Himal Trust');
    expect(await page.locator('main').getByText('1 notice', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByRole('main').getByRole('searchbox').inputValue()).toBe('book clos');

    await page.getByRole('combobox', { name: 'Category' }).selectOption('Meetings (1)');
    await page.getByRole('button', { name: 'Show results' }).click();
    await page.waitForURL('**/notice?search=book+clos&category=meetings');
    await page.getByRole('main').getByText('No notices match this.').waitFor();
    await page.goBack();
    await page.waitForURL('**/notice?search=book+clos');
    await expect.poll(() => page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('');
    await page.getByRole('link', { name: 'Remove filter: Search “book clos”' }).click();
    await page.waitForURL('**/notice');
    await expect.poll(() => page.locator('main article').count()).toBe(3);
    expect(await page.getByRole('main').getByRole('searchbox').count()).toBe(0);
    expect(documents(requests)).toEqual(['/notice?search=notice']);
  });

  test('is searched without scripts too', async ({ browser, server }) => {
    const { page, finish } = await visit(browser, { javaScriptEnabled: false });
    await page.goto(`${server.url}/notice?search=notice&whole=1`);
    await page.getByRole('main').getByRole('searchbox').fill('लाभांश');
    await page.getByRole('button', { name: 'Show results' }).click();
    await page.waitForURL('**/notice?search=**');
    expect(await page.locator('main article').count()).toBe(1);
    expect(await page.getByText('लाभांश वितरण सम्बन्धी सूचना').isVisible()).toBe(true);
    await finish();
  });
});

/** Resolves when the viewer shows a picture. */
const shows = (page: Page, place: string) => page.locator('dialog figcaption').getByText(place).waitFor();

/** The name of the link to a picture that has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const [words, picture] = [
      ...(document.activeElement?.querySelectorAll('.visually-hidden, img[alt]:not([alt=""])') ?? []),
    ];
    return `${words?.textContent}${picture?.getAttribute('alt')}`;
  });

describe('an album', () => {
  test('opens a picture in a viewer, which works by keyboard and closes by the way back', async ({ tab, open }) => {
    const { page } = tab;
    await open('/album/1');
    const dialog = page.getByRole('dialog');
    expect(await dialog.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Open picture 2: Field 2' }).click();
    await dialog.waitFor();
    expect(new URL(page.url()).hash).toBe('#picture-2');
    await shows(page, 'Picture 2 of 3');
    expect(await dialog.getByText('The field from hill 2').isVisible()).toBe(true);
    await page.keyboard.press('ArrowRight');
    await shows(page, 'Picture 3 of 3');
    await page.keyboard.press('ArrowRight');
    await shows(page, 'Picture 1 of 3');
    await page.keyboard.press('ArrowLeft');
    await shows(page, 'Picture 3 of 3');
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
    const dialog = page.getByRole('dialog');
    await shows(page, 'Picture 3 of 3');
    await dialog.getByRole('button', { name: 'Next picture' }).click();
    await shows(page, 'Picture 1 of 3');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => page.url()).toMatch(/\/album\/1$/);
  });

  test('is leafed through by swiping', async ({ browser, server }) => {
    const { page, finish } = await visit(browser, { viewport: { width: 360, height: 740 }, hasTouch: true });
    await page.goto(`${server.url}/album/1#picture-1`);
    const dialog = page.getByRole('dialog');
    await shows(page, 'Picture 1 of 3');
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
    await shows(page, 'Picture 2 of 3');
    await swipe(100, 120);
    await swipe(100, 300);
    await shows(page, 'Picture 1 of 3');
    // Two fingers enlarge it.
    await dialog.evaluate((element) => {
      const touch = (identifier: number, clientX: number) =>
        new Touch({ identifier, target: element, clientX, clientY: 300 });
      const touches = [touch(1, 200), touch(2, 220)];
      element.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches }));
      element.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: [touch(1, 20)] }));
    });
    await swipe(300, 100);
    await shows(page, 'Picture 2 of 3');
    await finish();
  });

  test('gives the focus back to the picture that was shown last, however the viewer closes', async ({ tab, open }) => {
    const { page } = tab;
    await open('/album/1');
    const dialog = page.getByRole('dialog');
    const ways = {
      Escape: () => page.keyboard.press('Escape'),
      'the button': () => dialog.getByRole('button', { name: 'Close' }).click(),
      'the way back': () => page.goBack(),
    };
    for (const [name, close] of Object.entries(ways)) {
      await page.getByRole('link', { name: 'Open picture 2: Field 2' }).focus();
      await page.keyboard.press('Enter');
      await shows(page, 'Picture 2 of 3');
      await close();
      await dialog.waitFor({ state: 'hidden' });
      await expect.poll(() => focused(page), { message: name }).toBe('Open picture 2: Field 2');
      await expect.poll(() => new URL(page.url()).hash, { message: name }).toBe('');
      expect(await focused(page), name).toBe('Open picture 2: Field 2');

      await page.keyboard.press('Enter');
      await shows(page, 'Picture 2 of 3');
      await page.keyboard.press('ArrowRight');
      await shows(page, 'Picture 3 of 3');
      await close();
      await expect.poll(() => new URL(page.url()).hash, { message: name }).toBe('');
      await expect.poll(() => focused(page), { message: name }).toBe('Open picture 3: Field 3');
    }
    expect(documents(tab.requests)).toEqual(['/album/1']);
  });

  test('gives the focus to its picture where the address opened the viewer', async ({ tab, open }) => {
    const { page } = tab;
    await open('/album/1#picture-2');
    await shows(page, 'Picture 2 of 3');
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).hash).toBe('');
    await expect.poll(() => focused(page)).toBe('Open picture 2: Field 2');
  });

  test('says which picture is shown: by the name of the viewer, then once for each move', async ({ tab, open }) => {
    const { page } = tab;
    await open('/album/1');
    const said = page.locator('dialog [role=status]');
    await page.getByRole('link', { name: 'Open picture 2: Field 2' }).click();
    await page.getByRole('dialog', { name: 'Picture 2 of 3 The field from hill 2' }).waitFor();
    expect(await said.textContent()).toBe('');
    await said.evaluate((element) => {
      const texts: (string | null)[] = [];
      Object.assign(window, { texts });
      new MutationObserver(() => texts.push(element.textContent)).observe(element, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
    await page.keyboard.press('ArrowRight');
    await shows(page, 'Picture 3 of 3');
    await page.keyboard.press('Home');
    await shows(page, 'Picture 1 of 3');
    expect(new Set((await page.evaluate('texts')) as string[])).toEqual(
      new Set(['Picture 3 of 3 The field from hill 3', 'Picture 1 of 3 The field from hill 1']),
    );
    expect(await page.locator('dialog [aria-live]').count()).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => said.textContent()).toBe('');
  });

  test('is a plain page of pictures without scripts, each leading to its file', async ({ browser, server }) => {
    const { page, finish } = await visit(browser, { javaScriptEnabled: false });
    await page.goto(`${server.url}/album/1`);
    expect(await page.locator('main figure').count()).toBe(3);
    expect(await page.getByRole('dialog').count()).toBe(0);
    // Chromium and Playwright leave what is in `noscript` out of a link's name; the picture has its alternative text itself.
    await page.getByRole('link', { name: 'Open picture 2:' }).click();
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
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('details')?.open)).toBe(true);
  });
});

describe('documents', () => {
  test('are left to the browser', async ({ tab, open }) => {
    const { page, requests } = tab;
    await page.clock.install();
    await open('/services/demat');
    const link = page.getByRole('link', { name: 'Form (PDF, 2 kB)' });
    expect(await link.getAttribute('type')).toBe('application/pdf');
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault(), { capture: true }));
    await link.hover();
    // The pages of other links are fetched by then.
    await page.clock.runFor(1_000);
    await settled(page);
    expect(requests.filter((path) => path.endsWith('.pdf'))).toEqual([]);
  });
});
