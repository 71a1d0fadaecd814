import { describe, expect } from 'vitest';
import type { Visit } from '../support/browser.ts';
import { blogs } from '../support/content.ts';
import { settled } from '../support/settled.ts';
import { testOfOneServer as base } from '../support/site-test.ts';
import { data, failure, hold } from '../support/upstream.ts';

/* The progress bar, by the constants of docs/specification.md. */

const barOf = ({ page }: Visit) =>
  page.evaluate(() => {
    const element = document.querySelector('#nprogress');
    const inner = element?.querySelector('.bar');
    if (!element || !inner) return null;
    const style = getComputedStyle(element);
    const { backgroundColor, transitionDuration } = getComputedStyle(inner);
    const { top, height } = element.getBoundingClientRect();
    return {
      top,
      height,
      colour: backgroundColor,
      moves: transitionDuration,
      fades: element.classList.contains('fading') && style.transitionDuration,
      right: Math.round(inner.getBoundingClientRect().right),
    };
  });

const test = base.extend<{
  /** How the bar looks; null where there is none. */
  bar(): ReturnType<typeof barOf>;
  follow(id: number): Promise<void>;
}>({
  bar: ({ tab }, use) => use(() => barOf(tab)),
  follow: ({ tab }, use) => use((id) => tab.page.getByRole('link', { name: `Blog number ${id}`, exact: true }).click()),
});
test.beforeEach(async ({ open, tab: { page } }) => {
  await open('/blogs');
  // Its clock goes by `runFor` alone, however long anything takes on a busy machine.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
});

describe('the progress bar', () => {
  test('is blue, 3 px, at the top; finishes, stays, fades and goes', async ({ upstream, tab, bar, follow }) => {
    const { page } = tab;
    const answer = hold(data({ blog: blogs.find(({ id }) => id === 12) }));
    upstream.answer('blogs/12', answer.behaviour);
    const asked = page.waitForRequest('**/frontapi/en/blogs/12');
    await follow(12);
    await asked;
    await settled(page);
    await page.clock.runFor(110);
    await expect.poll(bar).toMatchObject({ top: 0, height: 3, colour: 'rgb(0, 0, 255)', moves: '0.2s', fades: false });
    expect((await bar())?.right).toBeLessThan(1280);
    answer.release();
    await expect.poll(() => page.locator('h1').innerText()).toBe('Blog number 12');
    await settled(page);
    // It has moved to where it was before, and moves on now.
    await page.clock.runFor(300);
    await expect.poll(async () => (await bar())?.right).toBe(1280);
    await page.clock.runFor(1_100);
    expect((await bar())?.fades).toBe(false);
    await page.clock.runFor(200);
    expect((await bar())?.fades).toBe('1s');
    await page.clock.runFor(1_000);
    expect(await bar()).toBeNull();
  });

  test('is not there for what is over within 100 ms', async ({ tab: { page }, bar, follow }) => {
    await follow(11);
    await expect.poll(() => page.locator('h1').innerText()).toBe('Blog number 11');
    await page.clock.runFor(1_000);
    await settled(page);
    expect(await bar()).toBeNull();
  });

  test('is red where the answer is a failure, and blue again for the next request', async ({
    upstream,
    tab,
    bar,
    follow,
  }) => {
    tab.expected.push(/^blogs\/\{id\}: ContentError/, /Failed to load resource/);
    upstream.answer('blogs/10', failure(200, 'error is true'));
    await follow(10);
    await expect.poll(async () => (await bar())?.colour).toBe('rgb(255, 0, 0)');
    const answer = hold(data({}));
    upstream.answer('home', answer.behaviour);
    const asked = tab.page.waitForRequest('**/frontapi/en/home');
    await tab.page.getByRole('link', { name: 'Back to Home' }).click();
    await asked;
    await settled(tab.page);
    await tab.page.clock.runFor(110);
    await expect.poll(async () => (await bar())?.colour).toBe('rgb(0, 0, 255)');
    answer.release();
  });
});
