import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hydrated, openBrowser, type Visit, visit } from '../support/browser.ts';
import { blogs } from '../support/content.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { data, failure, later, startUpstream, type TestUpstream } from '../support/upstream.ts';

/* The progress bar, by the constants of SPEC 9. */

let browser: Browser;
let upstream: TestUpstream;
let server: TestServer;
let tab: Visit;
beforeAll(async () => {
  [browser, upstream] = await Promise.all([openBrowser(), startUpstream()]);
  server = await startServer({ FRONTAPI_URL: upstream.url });
});
beforeEach(async () => {
  tab = await visit(browser);
  await tab.page.goto(`${server.url}/blogs`);
  await hydrated(tab.page);
});
afterEach(() => tab.finish());
afterAll(async () => {
  await browser.close();
  await server.stop();
  await upstream.close();
});

const bar = () =>
  tab.page.evaluate(() => {
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
const follow = (id: number) => tab.page.getByRole('link', { name: `Blog number ${id}`, exact: true }).click();

describe('the progress bar', () => {
  it('is blue, 3 px, at the top; finishes, stays, fades and goes', async () => {
    upstream.answer('blogs/12', later(700, data({ blog: blogs.find(({ id }) => id === 12) })));
    await follow(12);
    await expect.poll(bar).toMatchObject({ top: 0, height: 3, colour: 'rgb(0, 0, 255)', moves: '0.2s', fades: false });
    expect((await bar())?.right).toBeLessThan(1280);
    await expect.poll(() => tab.page.locator('h1').innerText()).toBe('Blog number 12');
    await expect.poll(async () => (await bar())?.right).toBe(1280);
    const full = Date.now();
    await expect.poll(async () => (await bar())?.fades, { timeout: 4000, interval: 20 }).toBe('1s');
    // It may have been full for a moment before it was seen to be.
    expect(Date.now() - full).toBeGreaterThan(1000);
    await expect.poll(bar, { timeout: 4000 }).toBeNull();
  });

  it('is not there for what is over within 100 ms', async () => {
    await follow(11);
    await expect.poll(() => tab.page.locator('h1').innerText()).toBe('Blog number 11');
    await tab.page.waitForTimeout(200);
    expect(await bar()).toBeNull();
  });

  it('is red where the answer is a failure, and blue again for the next request', async () => {
    tab.expected.push(/^blogs\/\{id\}: ContentError/, /Failed to load resource/);
    upstream.answer('blogs/10', later(300, failure(200, 'error is true')));
    await follow(10);
    await expect.poll(async () => (await bar())?.colour).toBe('rgb(255, 0, 0)');
    upstream.answer('home', later(600, data({})));
    await tab.page.getByRole('link', { name: 'Back to Home' }).click();
    await expect.poll(async () => (await bar())?.colour).toBe('rgb(0, 0, 255)');
  });
});
