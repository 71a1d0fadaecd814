// @module-tag repeated

import type { Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { blogs, site } from '../support/content.ts';
import { settled } from '../support/settled.ts';
import { testOfOneVisitor as base } from '../support/site-test.ts';
import { data, failure, hold, silence } from '../support/upstream.ts';

/* From screen to screen in a real browser. */

const test = base.extend<{
  /** The pages that were loaded, and the calls that were made. */
  documents(): string[];
  calls(): string[];
  text(selector: string): Promise<string>;
}>({
  documents: ({ tab }, use) =>
    use(() => tab.requests.filter((path) => !/^\/(assets|frontapi|media|storage|favicon)/.test(path))),
  calls: ({ tab }, use) => use(() => tab.requests.filter((path) => path.startsWith('/frontapi/'))),
  text: ({ tab }, use) => use((selector) => tab.page.locator(selector).innerText()),
});
test.beforeEach(({ upstream }) => {
  for (const blog of blogs) upstream.answer(`blogs/${blog.id}`, data({ blog }));
});

describe('a link', () => {
  test('is followed without a page load: data by fetch, title, focus and announcement after', async ({
    tab,
    open,
    documents,
    calls,
    text,
  }) => {
    await open('/blogs');
    await tab.page.getByRole('link', { name: 'Blog number 12' }).click();
    await tab.page.waitForURL('**/blogs/12');
    await expect.poll(() => text('h1')).toBe('Blog number 12');
    expect(await tab.page.title()).toBe('Blog number 12 | Himal Trust');
    await expect.poll(() => tab.page.evaluate(() => document.activeElement?.id)).toBe('main');
    expect(await text('#announcer')).toBe('Blog number 12 | Himal Trust');
    expect(await tab.page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/blogs\/12$/);
    expect(documents()).toEqual(['/blogs']);
    expect(calls().sort()).toEqual(['/frontapi/en/blogs', '/frontapi/en/blogs/12']);
  });

  test('in the text of an editor is followed the same way', async ({ tab, open, documents, text }) => {
    await open('/blogs/12');
    await tab.page.getByRole('link', { name: 'The first' }).click();
    await expect.poll(() => text('h1')).toBe('Blog number 1');
    expect(documents()).toEqual(['/blogs/12']);
  });

  test('to home asks for nothing of the screens that the site does without', async ({ upstream, tab, open, calls }) => {
    const screens = ['blogs', 'career', 'data'].map((screen) => ({ screen, off: true }));
    upstream.answer('site', data({ site: { ...site, screens } }));
    await open('/news');
    await tab.page.getByRole('link', { name: 'Himal Trust' }).click();
    await tab.page.getByText('What we stand for').waitFor();
    await tab.page.getByRole('heading', { name: 'Notices' }).waitFor();
    expect(calls().sort()).toEqual(['home', 'notice', 'report', 'sliders'].map((call) => `/frontapi/en/${call}`));
    expect(await tab.page.evaluate(() => document.documentElement.dataset.progress)).toBeUndefined();
  });

  test('is left to the browser where it leads to no screen, elsewhere, or is clicked with a key held', async ({
    server,
    tab,
    open,
    documents,
    text,
  }) => {
    await open('/blogs');
    const pages = tab.page.context();
    const [popup] = await Promise.all([
      pages.waitForEvent('page'),
      tab.page.getByRole('link', { name: 'Blog number 12' }).click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await popup.close();
    expect(tab.page.url()).toBe(`${server.url}/blogs`);
    tab.expected.push(/Failed to load resource/);
    await tab.page.getByRole('link', { name: 'Questions' }).click();
    await expect.poll(() => text('h1')).toBe('Content Not Available');
    expect(documents()).toContain('/old-questions');
  });

  test('goes to the top, and back to where the visitor was', async ({ tab, open, documents, text }) => {
    await open('/blogs');
    await tab.page.evaluate(() => scrollTo(0, 900));
    await tab.page.getByRole('link', { name: 'Blog number 7', exact: true }).click();
    await expect.poll(() => text('h1')).toBe('Blog number 7');
    await expect.poll(() => tab.page.evaluate(() => scrollY)).toBe(0);
    await tab.page.goBack();
    await expect.poll(() => text('h1')).toBe('Blogs');
    await expect.poll(() => tab.page.evaluate(() => scrollY)).toBe(900);
    await tab.page.goForward();
    await expect.poll(() => text('h1')).toBe('Blog number 7');
    expect(documents()).toEqual(['/blogs']);
  });
});

describe('a page of the history', () => {
  test('that is loaded again is shown where the visitor was', async ({ tab, open, text, server }) => {
    await open('/blogs');
    await tab.page.evaluate(() => scrollTo(0, 900));
    await tab.page.getByRole('link', { name: 'Blog number 7', exact: true }).click();
    await expect.poll(() => text('h1')).toBe('Blog number 7');
    await tab.page.goto(`${server.url}/news`);
    // Afterwards: it takes the page from which it is called.
    await tab.page.evaluate(() => void setTimeout(() => history.go(-2)));
    await tab.page.waitForURL(`${server.url}/blogs`);
    await expect.poll(() => text('h1')).toBe('Blogs');
    await expect.poll(() => tab.page.evaluate(() => scrollY)).toBe(900);
  });
});

describe('a view transition', () => {
  test('that the browser skips is no error', async ({ tab, open, text }) => {
    await open('/blogs');
    await tab.page.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const transition = start(update);
        transition.skipTransition();
        Object.assign(window, { isSkipped: true });
        return transition;
      };
    });
    await tab.page.getByRole('link', { name: 'Blog number 7', exact: true }).click();
    await expect.poll(() => text('h1')).toBe('Blog number 7');
    expect(await tab.page.evaluate(() => 'isSkipped' in window)).toBe(true);
  });
});

describe('a navigation while another is being rendered', () => {
  test('is not replaced by the first one, whose view transition begins late', async ({ tab, open, text }) => {
    await open('/blogs');
    await tab.page.evaluate(() => {
      document.startViewTransition = (update) => {
        history.back();
        const rendered = new Promise((resolve) => setTimeout(resolve, 300)).then(() =>
          typeof update === 'function' ? update() : undefined,
        );
        void rendered.then(() => Object.assign(window, { isFirstRendered: true }));
        const promises = { finished: rendered, ready: rendered, updateCallbackDone: rendered } as object;
        return promises as ViewTransition;
      };
    });
    await tab.page.getByRole('link', { name: 'Blog number 7', exact: true }).click();
    await expect.poll(() => tab.page.evaluate(() => 'isFirstRendered' in window)).toBe(true);
    expect(new URL(tab.page.url()).pathname).toBe('/blogs');
    expect(await text('h1')).toBe('Blogs');
  });

  test('is shown, and the view transition of the first one ends', async ({ tab, open, text }) => {
    await open('/blogs');
    await tab.page.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        document.startViewTransition = start;
        const transition = start(() => {
          const rendered = typeof update === 'function' ? update() : undefined;
          document.querySelector<HTMLAnchorElement>('header a[href="/"]')?.click();
          return rendered;
        });
        void transition.updateCallbackDone.then(() => Object.assign(window, { isFirstRendered: true }));
        return transition;
      };
    });
    await tab.page.getByRole('link', { name: 'Blog number 7', exact: true }).click();
    await expect.poll(() => text('h1')).toBe('Himal Trust');
    await expect.poll(() => tab.page.evaluate(() => 'isFirstRendered' in window)).toBe(true);
  });
});

describe('a browser of 2022', () => {
  test('goes from page to page, filters lists and shows pictures', async ({ tab, open, text }) => {
    const { page } = tab;
    await page.addInitScript(() => {
      const { matches } = Element.prototype;
      Reflect.set(Element.prototype, 'matches', function (this: Element, selectors: string) {
        if (selectors.includes(':popover-open')) throw new SyntaxError(`${selectors} is not a valid selector`);
        return matches.call(this, selectors);
      });
      for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
        Reflect.deleteProperty(HTMLElement.prototype, name);
      Reflect.deleteProperty(URLSearchParams.prototype, 'size');
      const { showModal } = HTMLDialogElement.prototype;
      HTMLDialogElement.prototype.showModal = function () {
        if (this.open) throw new DOMException('it is open', 'InvalidStateError');
        showModal.call(this);
      };
    });
    await open('/blogs');
    const heading = page.locator('main h2').first();
    const first = await heading.innerText();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/blogs?page=2');
    await expect.poll(() => heading.innerText()).not.toBe(first);
    const name = await heading.innerText();
    await page.getByRole('link', { name, exact: true }).click();
    await expect.poll(() => text('h1')).toBe(name);
    await page.getByRole('link', { name: 'Himal Trust' }).click();
    await page.getByText('What we stand for').waitFor();
    await open('/album/1#picture-1');
    await page.getByRole('dialog').getByText('Picture 1 of 3').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog').getByText('Picture 2 of 3').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog').getByText('Picture 3 of 3').first().waitFor();
  });
});

describe('a slow screen', () => {
  test("leaves the old one for 300 ms, then 'Loading...........'", async ({ upstream, tab, open, text }) => {
    await open('/blogs');
    const answer = hold(data({ blog: blogs.find(({ id }) => id === 5) }));
    upstream.answer('blogs/5', answer.behaviour);
    await tab.page.evaluate(() => {
      const seen: [number, string][] = [];
      Object.assign(window, { seen });
      const start = performance.now();
      new MutationObserver(() => {
        const main = document.querySelector('main')?.innerText ?? '';
        seen.push([performance.now() - start, main.slice(0, 22)]);
      }).observe(document.body, { subtree: true, childList: true });
    });
    await tab.page.getByRole('link', { name: 'Blog number 5', exact: true }).click();
    await tab.page.getByText('Loading...........').waitFor();
    expect(await tab.page.title()).toBe('Himal Trust');
    answer.release();
    await expect.poll(() => text('h1')).toBe('Blog number 5');
    await expect.poll(() => tab.page.title()).toContain('Blog number 5');
    const seen = await tab.page.evaluate(() => (window as unknown as { seen: [number, string][] }).seen);
    const loading = seen.find(([, main]) => main.startsWith('Loading'));
    expect(loading?.[0]).toBeGreaterThanOrEqual(300);
  });

  test('leaves the place on the old one as it was, for the way back', async ({ upstream, tab, open, text }) => {
    await open('/blogs');
    const answer = hold(data({ blog: blogs.find(({ id }) => id === 5) }));
    upstream.answer('blogs/5', answer.behaviour);
    await tab.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    // Nobody clicks in the frame in which the page is scrolled.
    await settled(tab.page);
    const place = await tab.page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(500);
    await tab.page.evaluate(() => document.querySelector<HTMLElement>('a[href="/blogs/5"]')?.click());
    await tab.page.getByText('Loading...........').waitFor();
    // A click in the footer shows that something happens.
    expect(await tab.page.evaluate(() => scrollY)).toBe(0);
    answer.release();
    await expect.poll(() => text('h1')).toBe('Blog number 5');
    await tab.page.goBack();
    await expect.poll(() => text('h1')).toBe('Blogs');
    await expect.poll(() => tab.page.evaluate(() => scrollY)).toBe(place);
  });

  test('of a list that its form narrows leaves the visitor where they were', async ({ upstream, tab, open }) => {
    await open('/blogs');
    const answer = hold(data({ blogs }));
    upstream.answer('blogs', answer.behaviour);
    const { page } = tab;
    await page.evaluate(() => scrollTo(0, 120));
    await page.getByRole('main').getByRole('searchbox').fill('blog');
    await page.getByRole('main').getByRole('searchbox').press('Enter');
    await page.getByText('Loading...........').waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    answer.release();
    await page.getByRole('main').getByRole('article').first().waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(120);
  });

  test('of a calculator leaves the visitor at its answer', async ({ upstream, tab, open }) => {
    const calculator = { type: 'emi', rate: 12, amount: 100_000, months: 12 };
    const description = '<p>Text.</p>'.repeat(40);
    const answer = data({ page: { id: 9, slug: 'loan', name: 'Loan', description, calculator } });
    upstream.answer('page/loan', answer);
    await open('/page/loan');
    const held = hold(answer);
    upstream.answer('page/loan', held.behaviour);
    const { page } = tab;
    const button = page.getByRole('button', { name: 'Calculate' });
    await page.getByLabel('Months').fill('24');
    await button.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(0);
    await button.click();
    await page.getByText('Loading...........').waitFor();
    held.release();
    await page.getByText('NPR 4,707', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  });

  test('is given up for another', async ({ upstream, tab, open }) => {
    await open('/blogs');
    upstream.answer('blogs/6', silence);
    const aborted = tab.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/blogs/6'));
    await tab.page.getByRole('link', { name: 'Blog number 6', exact: true }).click();
    await tab.page.getByText('Loading...........').waitFor();
    await tab.page.getByRole('link', { name: 'Himal Trust' }).click();
    expect((await aborted).failure()?.errorText).toBe('net::ERR_ABORTED');
    await tab.page.getByText('What we stand for').waitFor();
  });
});

describe('a visitor who is offline', () => {
  test('keeps the page, reads why, and goes on later', async ({ tab, open, text }) => {
    await open('/blogs');
    tab.expected.push(/^blogs(\/\{id\})?: TypeError/, /ERR_INTERNET_DISCONNECTED/, /Loading chunk/);
    const { page } = tab;
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Blog number 4', exact: true }).click();
    await page.getByRole('alert').getByText('You are offline: the page could not be opened.').waitFor();
    expect([new URL(page.url()).pathname, await text('h1')]).toEqual(['/blogs', 'Blogs']);
    await page.context().setOffline(false);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Blog number 4', exact: true }).click();
    await expect.poll(() => text('h1')).toBe('Blog number 4');
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

describe('a visitor who goes offline while a page loads', () => {
  test('is where they were on the page before it', async ({ tab, open, text }) => {
    await open('/blogs');
    tab.expected.push(/^blogs\/\{id\}: TypeError/, /Failed to load resource/, /Loading chunk/);
    const { page } = tab;
    const held = new Promise<Route>((resolve) => void page.route('**/frontapi/en/blogs/5', resolve));
    const link = page.getByRole('link', { name: 'Blog number 5', exact: true });
    await link.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(0);
    await link.click();
    await page.getByText('Loading...........').waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    const route = await held;
    await page.context().setOffline(true);
    await route.abort('internetdisconnected');
    await page.getByRole('alert').getByText('You are offline: the page could not be opened.').waitFor();
    expect(await text('h1')).toBe('Blogs');
    expect(await page.evaluate(() => scrollY)).toBe(place);
    await page.context().setOffline(false);
  });
});

describe('a screen that fails', () => {
  test('is the error view, told of on the console, and can be tried again', async ({ upstream, tab, open, text }) => {
    await open('/blogs');
    upstream.answer('blogs/4', failure(500));
    tab.expected.push(/^blogs\/\{id\}: ContentError/, /Failed to load resource/);
    await tab.page.getByRole('link', { name: 'Blog number 4', exact: true }).click();
    await expect.poll(() => text('h1')).toBe('Sorry error occured!!!');
    expect(tab.complaints).toContainEqual(expect.stringMatching(/^blogs\/\{id\}: ContentError/));
    upstream.answer('blogs/4', data({ blog: blogs.find(({ id }) => id === 4) }));
    await tab.page.getByRole('link', { name: 'Try again' }).click();
    await expect.poll(() => text('h1')).toBe('Blog number 4');
  });

  test('is the server’s answer where there is no such thing', async ({ upstream, tab, open, text, documents }) => {
    await open('/blogs');
    tab.expected.push(/^blogs\/\{id\}: ContentError/, /Failed to load resource/);
    upstream.answer('blogs/3', failure(404));
    await tab.page.getByRole('link', { name: 'Blog number 3', exact: true }).click();
    await expect.poll(() => text('h1')).toBe('Content Not Available');
    expect(await tab.page.title()).toBe('Content Not Available | Himal Trust');
    // What has moved is found by it.
    expect(documents()).toEqual(['/blogs', '/blogs/3']);
    await tab.page.getByRole('link', { name: 'Back to Home' }).click();
    await tab.page.getByText('What we stand for').waitFor();
  });
});

describe("a screen's chunk", () => {
  test('that a deploy took away reloads the page once, then is the error view', async ({
    tab,
    open,
    documents,
    text,
  }) => {
    await open('/blogs');
    tab.expected.push(
      /Loading chunk Article failed/,
      /Failed to load resource/,
      /Failed to fetch dynamically imported module/,
    );
    await tab.page.route('**/assets/Article-*.js', (route) => route.fulfill({ status: 404 }));
    await tab.page.getByRole('link', { name: 'Blog number 12' }).click();
    // The page comes from the server then, complete, and stays so where its chunk does not come either.
    await tab.page.waitForURL('**/blogs/12');
    await expect.poll(() => text('h1')).toBe('Blog number 12');
    await expect.poll(() => tab.complaints.some((line) => line.includes('Loading chunk Article failed'))).toBe(true);
    expect(documents()).toEqual(['/blogs', '/blogs/12']);
    expect(await text('h1')).toBe('Blog number 12');

    await open('/blogs');
    await tab.page.getByRole('link', { name: 'Blog number 11' }).click();
    await expect.poll(() => text('h1')).toBe('Sorry error occured!!!');
  });
});
