import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { violations } from '../support/axe.ts';
import { hydrated, visit } from '../support/browser.ts';
import { unlessTypical } from '../support/extents.ts';
import { settled } from '../support/settled.ts';
import { testOfOneVisitor as base } from '../support/site-test.ts';
import { type Behaviour, data, failure, hold } from '../support/upstream.ts';

/* The search over everything in a real browser: its page, and suggestions while the visitor types. */

const pagination = { current_page: 1, last_page: 3, per_page: 12, total: 25 };
const FOUND = data({
  results: [
    { kind: 'blogs', id: '3', name: 'Blog number 3', href: '/blogs/3', place: 'Blogs', excerpt: 'A <mark>divi</mark>' },
    { kind: 'notice', id: '7', name: 'लाभांश', href: '/notice/2', place: 'Notices', lang: 'ne' },
  ],
  facets: [
    { kind: 'blogs', label: 'Blogs', count: 20 },
    { kind: 'notice', label: 'Notices', count: 5 },
  ],
  filters: { fiscal_year: [{ value: '2080/81', label: '2080/81', count: 3 }] },
  direct: { kind: 'faq', id: '1', name: 'What?', href: '/faq#question-1', text: 'That.', phones: ['1'] },
  did_you_mean: 'dividend',
  is_partial: true,
  pagination,
});
const NOTHING = data({ results: [], pagination: { ...pagination, last_page: 1, total: 0 } });

const test = base.extend<{
  /** The search box of the header. */
  box: ReturnType<Page['locator']>;
  answer(behaviour: Behaviour, query?: string): void;
  /** The queries for suggestions so far. */
  asked(): string[];
}>({
  box: ({ tab }, use) => use(tab.page.locator('#site-search')),
  answer: async ({ upstream }, use) => {
    upstream.behave();
    await use((behaviour, query) => upstream.answer(query === undefined ? 'search' : `search?${query}`, behaviour));
    upstream.behave();
  },
  asked: ({ tab }, use) =>
    use(() =>
      tab.requests.flatMap((address) => {
        const { pathname, searchParams } = new URL(address, 'http://x');
        return pathname.endsWith('/search') && searchParams.has('suggest') ? [searchParams.get('q') ?? ''] : [];
      }),
    ),
});

/** Those of a search box: filters are lists too. */
const optionsOf = (page: Page) => page.locator('[role=option]');
const options = async (page: Page) => (await optionsOf(page).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
const ALL = ['Blog number 3 Blogs', 'लाभांश Notices', 'All results for “divi”'];
const path = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};
/** The option with the visual focus, by the box's own word. */
const active = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    const element = id ? document.getElementById(id) : null;
    return element?.getAttribute('aria-selected') === 'true' ? element.firstElementChild?.textContent : null;
  });

describe('the box of the header', () => {
  test('loads no script for suggestions before it is used', async ({ tab: { requests }, open, box }) => {
    await open('/faq');
    const isLoaded = () => requests.some((address) => /\/assets\/suggestions-/.test(address));
    expect(isLoaded()).toBe(false);
    expect(await box.getAttribute('role')).toBeNull();
    await box.focus();
    await expect.poll(isLoaded).toBe(true);
    await expect.poll(() => box.getAttribute('role')).toBe('combobox');
  });

  test('suggests by the keyboard', async ({ tab: { page }, open, box, answer, asked }) => {
    answer(FOUND);
    await page.clock.install();
    await open('/faq');
    await box.click();
    await expect.poll(() => box.getAttribute('role')).toBe('combobox');
    await page.keyboard.type('d');
    await page.clock.runFor(1_000);
    await settled(page);
    expect(asked()).toEqual([]);
    // At once: a slow browser would take the time between two keys for a pause.
    await page.keyboard.insertText('ivi');
    await expect.poll(() => options(page)).toEqual(ALL);
    expect(asked()).toEqual(['divi']);
    expect(await box.getAttribute('aria-expanded')).toBe('true');
    expect(await box.getAttribute('aria-controls')).toBe(await page.getByRole('listbox').getAttribute('id'));
    expect(await optionsOf(page).nth(1).locator('span').getAttribute('lang')).toBe('ne');
    expect(await page.locator('header [role=status]').innerText()).toBe('2 suggestions');
    expect(await active(page)).toBeNull();

    const press = async (key: string) => {
      await page.keyboard.press(key);
      return active(page);
    };
    expect(await press('ArrowDown')).toBe('Blog number 3');
    expect(await press('ArrowDown')).toBe('लाभांश');
    expect(await press('ArrowUp')).toBe('Blog number 3');
    expect(await press('ArrowUp')).toBeNull();
    expect(await press('ArrowUp')).toBe('All results for “divi”');
    expect(await press('ArrowDown')).toBeNull();
    expect(await press('ArrowDown')).toBe('Blog number 3');
    expect(await press('Home')).toBeNull();
    expect(await box.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(0);
    expect(await press('End')).toBeNull();
    expect(await box.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(4);

    await page.keyboard.press('Escape');
    expect(await options(page)).toEqual([]);
    expect(await box.getAttribute('aria-expanded')).toBe('false');
    expect(await box.inputValue()).toBe('divi');
    await page.keyboard.press('Escape');
    expect(await box.inputValue()).toBe('');

    await page.keyboard.type('divi');
    await expect.poll(() => options(page)).toEqual(ALL);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('h1').innerText()).toBe('Blog number 3');
    expect(path(page)).toBe('/blogs/3');
    expect(await options(page)).toEqual([]);
    expect(await box.inputValue()).toBe('');
  });

  test('leads to all results by Enter, by its button and by the last option', async ({ tab, open, box, answer }) => {
    answer(FOUND);
    const { page, requests } = tab;
    await open('/faq');
    for (const submit of [
      () => page.keyboard.press('Enter'),
      () => page.locator('header').getByRole('button', { name: 'Search' }).click(),
      () => optionsOf(page).last().click(),
    ]) {
      await box.click();
      await page.keyboard.type('divi');
      await expect.poll(() => options(page)).toEqual(ALL);
      await submit();
      await expect.poll(() => path(page)).toBe('/search?q=divi');
      await expect.poll(() => page.locator('#search-words').inputValue()).toBe('divi');
      // The search page has a box of its own.
      expect(await box.isVisible()).toBe(false);
      await page.goBack();
      await expect.poll(() => page.locator('h1').innerText()).toBe('Frequently asked questions');
      await box.fill('');
    }
    expect(requests.filter((address) => address === '/search?q=divi')).toEqual([]);
  });

  test('opens by the arrow keys, and is left by Tab or a click elsewhere', async ({ tab, open, box, answer }) => {
    answer(FOUND);
    const { page } = tab;
    await open('/faq');
    await box.click();
    await expect.poll(() => box.getAttribute('role')).toBe('combobox');
    await page.keyboard.type('divi');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => active(page)).toBe('All results for “divi”');
    await page.keyboard.press('Tab');
    expect(await options(page)).toEqual([]);
    expect(path(page)).toBe('/faq');
    await box.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => active(page)).toBe('Blog number 3');
    await page.locator('h1').click();
    expect(await options(page)).toEqual([]);
  });

  test('leaves the keys of a composition to the input method', async ({ tab, open, box, answer }) => {
    answer(FOUND);
    const { page } = tab;
    await open('/faq');
    await box.click();
    await page.keyboard.type('divi');
    await expect.poll(() => options(page)).toEqual(ALL);
    const composes = (init: object) =>
      box.evaluate((input, init) => {
        for (const key of ['ArrowDown', 'Enter', 'Escape'])
          input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
      }, init);
    await composes({ isComposing: true });
    await composes({ keyCode: 229 });
    expect(await active(page)).toBeNull();
    expect(await options(page)).toEqual(ALL);
    expect(path(page)).toBe('/faq');
  });

  test('asks for the words that are there, one call at a time', async ({ tab, open, box, answer, asked }) => {
    const { page } = tab;
    const slow = hold(data({ results: [{ kind: 'blogs', id: '1', name: 'Late', href: '/blogs/1' }], pagination }));
    answer(slow.behaviour, 'q=di&suggest=1');
    answer(FOUND, 'q=divi&suggest=1');
    let [inFlight, most] = [0, 0];
    const aborted: string[] = [];
    const isCall = (address: string) => address.includes('suggest=1');
    page.on('request', (request) => {
      if (isCall(request.url())) most = Math.max(most, ++inFlight);
    });
    page.on('requestfinished', (request) => {
      if (isCall(request.url())) inFlight -= 1;
    });
    page.on('requestfailed', (request) => {
      if (!isCall(request.url())) return;
      inFlight -= 1;
      aborted.push(`${new URL(request.url()).search} ${request.failure()?.errorText}`);
    });
    await open('/faq');
    await box.click();
    await page.keyboard.type('di');
    await expect.poll(asked).toEqual(['di']);
    // At once: between two keys a stalled machine would ask for "div".
    await page.keyboard.insertText('vi');
    await expect.poll(() => options(page)).toEqual(ALL);
    // No answer to it can come any more.
    await expect.poll(() => aborted).toEqual(['?q=di&suggest=1 net::ERR_ABORTED']);
    slow.release();
    await settled(page);
    expect(await options(page)).toEqual(ALL);
    expect(asked()).toEqual(['di', 'divi']);
    expect(most).toBe(1);
  });

  test('is a plain form while suggestions fail', async ({ tab, open, box, answer, asked }) => {
    const { page, expected, complaints } = tab;
    // The browser's own line, and ours.
    expected.push(/^Failed to load resource: the server responded with a status of 50[23]/, /^search: ContentError/);
    answer(failure(503));
    await open('/faq');
    await box.click();
    // Words of no other test: an answer is fresh for seconds.
    const answered = page.waitForResponse(/q=divided&suggest=1/);
    await page.keyboard.type('divided');
    await (await answered).finished();
    await settled(page);
    // A stalled machine may have asked for its beginning, too.
    expect(asked().at(-1)).toBe('divided');
    expect(await options(page)).toEqual([]);
    expect(await page.locator('html').getAttribute('data-progress')).toBeNull();
    expect(complaints).toContainEqual(expect.stringMatching(/^search: ContentError/));
    answer(FOUND);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('main ol h2').allInnerTexts()).toEqual(['Blog number 3', 'लाभांश']);
  });

  test('leads to a place on the page that is shown: it is opened and in view', async ({ tab, open, box, answer }) => {
    const { page } = tab;
    await open('/faq');
    const answerText = page.locator('main [id^="question-"]').last();
    const id = await answerText.getAttribute('id');
    expect(await answerText.isVisible()).toBe(false);
    answer(data({ results: [{ kind: 'faq', id: '1', name: 'A question', href: `/faq#${id}` }], pagination }));
    await box.click();
    await page.keyboard.type('question');
    await page.getByRole('option', { name: 'A question', exact: true }).click();
    await expect.poll(() => answerText.isVisible()).toBe(true);
    expect(new URL(page.url()).hash).toBe(`#${id}`);
  });

  test('is a plain form if the script does not load', async ({ tab, open, box, answer }) => {
    const { page, expected } = tab;
    expected.push(/^Failed to load resource/);
    answer(FOUND);
    await page.route('**/assets/suggestions-*', (route) => route.abort());
    await open('/faq');
    await box.fill('divi');
    await page.keyboard.press('Enter');
    await expect.poll(() => path(page)).toBe('/search?q=divi');
  });

  test('suggests what was typed before the scripts were there', async ({ server, tab, box, answer }) => {
    const { page } = tab;
    answer(FOUND);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    // React hydrates in messages to itself: the suggestions would be there before, as on a slow phone.
    await page.addInitScript(() => {
      const { postMessage } = MessagePort.prototype;
      MessagePort.prototype.postMessage = function (message: unknown) {
        setTimeout(() => postMessage.call(this, message), 300);
      };
    });
    await page.goto(`${server.url}/faq`, { waitUntil: 'commit' });
    await box.click();
    await page.keyboard.type('divi');
    release();
    await hydrated(page);
    await expect.poll(() => options(page)).toEqual(ALL);
    expect(await box.inputValue()).toBe('divi');
  });
});

describe('the header', () => {
  test('has one way to the search at every width, and nothing lies on anything else', async ({
    tab: { page },
    open,
    box,
  }) => {
    await open('/faq');
    const link = page.getByRole('link', { name: 'Search the whole site' });
    for (const width of [320, 360, 390, 480, 600, 800, 960, 1040, 1120, 1199, 1200, 1280, 1440, 1600]) {
      await page.setViewportSize({ width, height: 700 });
      expect.soft([width, await box.isVisible(), await link.isVisible()]).toEqual([width, width >= 1200, width < 1200]);
      const faults = await page.evaluate(() => {
        const shown = [...document.querySelectorAll('body > header > *')].filter(
          (element) => element.getBoundingClientRect().width > 0,
        );
        const boxes = shown.map((element) => element.getBoundingClientRect());
        return boxes.flatMap((a, index) =>
          boxes
            .slice(index + 1)
            .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
            .concat(a.left < 0 || a.right > innerWidth ? [a] : []),
        );
      });
      expect.soft([width, faults]).toEqual([width, []]);
    }
  });

  test('leads to the search page by its link', async ({ tab: { page }, open }) => {
    await page.setViewportSize({ width: 360, height: 700 });
    await open('/faq');
    await page.getByRole('link', { name: 'Search the whole site' }).click();
    await expect.poll(() => page.locator('h1').innerText()).toBe('Search');
    expect(path(page)).toBe('/search');
    // A phone asks at once.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('search-words');
  });
});

describe('the search page', () => {
  test('searches, narrows and pages without a page load', async ({ tab: { page, requests }, open, answer }) => {
    answer(FOUND);
    await open('/search');
    await page.locator('#search-words').fill('divi');
    await page.locator('main').getByRole('button', { name: 'Search' }).click();
    await expect.poll(() => page.locator('main ol h2').count()).toBe(2);
    expect(await page.title()).toBe('“divi”: search results | Himal Trust');
    await page.getByRole('link', { name: 'Blogs (20)' }).click();
    await expect.poll(() => path(page)).toBe('/search?q=divi&kind=blogs');
    await expect.poll(() => page.locator('main [aria-current=true]').innerText()).toBe('Blogs (20)');
    await page.getByLabel('Fiscal year').selectOption('2080/81');
    await page.locator('main').getByRole('button', { name: 'Search' }).click();
    await expect.poll(() => path(page)).toBe('/search?q=divi&kind=blogs&fiscal_year=2080%2F81');
    await page.getByRole('link', { name: 'Next' }).click();
    await expect.poll(() => path(page)).toContain('&page=2');
    await page.getByRole('link', { name: 'dividend', exact: true }).click();
    await expect.poll(() => path(page)).toBe('/search?q=dividend');
    await expect.poll(() => page.locator('#search-words').inputValue()).toBe('dividend');
    expect(requests.filter((address) => address.startsWith('/search'))).toEqual(['/search']);
  });

  test('suggests in its own box', async ({ tab: { page }, open, answer }) => {
    answer(FOUND);
    await open('/search?q=div');
    await page.locator('#search-words').focus();
    await page.keyboard.press('End');
    await page.keyboard.type('i');
    await expect.poll(() => options(page)).toEqual(ALL);
    await optionsOf(page).first().click();
    await expect.poll(() => path(page)).toBe('/blogs/3');
  });

  test('works without scripts, from the header and by itself', async ({ browser, server, answer }) => {
    answer(FOUND);
    const { page, finish } = await visit(browser, { javaScriptEnabled: false });
    await page.goto(`${server.url}/faq`);
    await page.locator('#site-search').fill('divi');
    await page.locator('#site-search').press('Enter');
    await page.waitForURL('**/search?q=divi');
    expect(await page.locator('main ol h2').allInnerTexts()).toEqual(['Blog number 3', 'लाभांश']);
    await page.locator('#search-words').fill('other words');
    await page.locator('main').getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/search?q=other+words&fiscal_year=');
    expect(await page.locator('#search-words').inputValue()).toBe('other words');
    await finish();
  });
});

describe('a page that is not there', () => {
  test('offers to search for the words of its address', async ({ server, tab: { page, expected }, answer }) => {
    expected.push(/status of 404/);
    answer(FOUND);
    await page.goto(`${server.url}/old_news/dividend-2081/%22%3E%3Cb%3E`);
    await expect.poll(() => page.locator('#search-words').inputValue()).toBe('old news dividend 2081 b');
    await page.locator('main').getByRole('button', { name: 'Search' }).click();
    await expect.poll(() => path(page)).toBe('/search?q=old+news+dividend+2081+b');
    await page.goto(`${server.url}/other-words`);
    await expect.poll(() => page.locator('#search-words').inputValue()).toBe('other words');
  });
});

for (const width of [360, 1280])
  describe(`${width} px`, unlessTypical(width === 360, 'exhaustive/second-looks'), () => {
    test.for(['/search', '/search?q=divi', '/search?q=none', '/no-such-page'])(
      '%s is accessible, and no wider than the window',
      async (address, { server, tab: { page, expected }, answer }) => {
        expected.push(/status of 404/);
        answer(FOUND, 'q=divi');
        answer(NOTHING, 'q=none');
        await page.setViewportSize({ width, height: 800 });
        await page.goto(server.url + address);
        await hydrated(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        expect(await violations(page)).toEqual([]);
      },
    );

    test.for(['light', 'dark'] as const)(
      'the open list of suggestions is accessible, %s',
      async (colorScheme, { tab: { page }, open, answer }) => {
        answer(FOUND);
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await open(width < 1200 ? '/search' : '/faq');
        await page.locator(width < 1200 ? '#search-words' : '#site-search').click();
        await page.keyboard.type('divi');
        await expect.poll(() => options(page)).toEqual(ALL);
        await page.keyboard.press('ArrowDown');
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        expect(await violations(page)).toEqual([]);
      },
    );
  });
