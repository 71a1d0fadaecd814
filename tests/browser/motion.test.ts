// @module-tag repeated

import type { Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hydrated, type Visit, visit } from '../support/browser.ts';
import { serveExample } from '../support/example-site.ts';
import { settled } from '../support/settled.ts';

/* What moves: the carousel, the entrances, pictures on their way, links fetched ahead. */

const example = serveExample();
beforeAll(async () => {
  await fetch(example.url);
});

const SMALL = { width: 360, height: 740 };

/** Opens the home page with a clock that goes by `runFor` alone: on a busy machine the carousel would turn by itself. */
async function openStill({ page }: Visit): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await page.goto(example.url);
  await hydrated(page);
  await settled(page);
}

describe('the carousel', () => {
  it('turns every 7 s by itself, stops under the pointer, and for good once used', async () => {
    const visitor = await visit(example.browser);
    const { page, finish } = visitor;
    await openStill(visitor);
    const active = () => page.locator('li[data-active="true"] > div').getAttribute('aria-label');
    const rotation = page.getByRole('button', { name: /rotation$/ });
    // Scrolling goes by the real clock, the carousel by the page's: at once, the one does not overtake the other.
    const strip = page.locator('section[aria-roledescription="carousel"] > ul');
    await strip.evaluate(({ style }) => {
      style.scrollBehavior = 'auto';
    });
    await expect.poll(() => rotation.getAttribute('aria-label')).toBe('Stop rotation');
    await page.mouse.move(640, 880);
    await settled(page);
    await page.clock.runFor(7100);
    await expect.poll(active).toContain('2 of 3');
    await page.mouse.move(640, 300);
    await settled(page);
    await page.clock.runFor(15_000);
    await settled(page);
    expect(await active()).toContain('2 of 3');
    await page.mouse.move(640, 880);
    await settled(page);
    await page.clock.runFor(7100);
    await expect.poll(active).toContain('3 of 3');
    await page.getByRole('button', { name: 'Next slide' }).click();
    await page.mouse.move(640, 880);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await settled(page);
    await page.clock.runFor(30_000);
    await settled(page);
    expect(await active()).toContain('1 of 3');
    expect(await rotation.getAttribute('aria-label')).toBe('Start rotation');
    await finish();
  });

  describe('under the keyboard', () => {
    const carousel = async () => {
      const visitor = await visit(example.browser);
      const { page } = visitor;
      await openStill(visitor);
      await page.mouse.move(640, 880);
      const strip = page.locator('section[aria-roledescription="carousel"] > ul');
      await strip.evaluate(({ style }) => {
        style.scrollBehavior = 'auto';
      });
      const rotation = page.getByRole('button', { name: /rotation$/ });
      await expect.poll(() => rotation.getAttribute('aria-label')).toBe('Stop rotation');
      return {
        ...visitor,
        rotation,
        label: () => rotation.getAttribute('aria-label'),
        active: () => page.locator('li[data-active="true"] > div').getAttribute('aria-label'),
      };
    };

    it('stops when the focus comes in, and stays stopped when it moves inside and leaves', async () => {
      const { page, rotation, label, active, finish } = await carousel();
      await page.locator('header summary').last().focus();
      for (let tabs = 0; tabs < 30; tabs += 1) {
        await page.keyboard.press('Tab');
        if (await rotation.evaluate((element) => element === document.activeElement)) break;
      }
      await expect.poll(label).toBe('Start rotation');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      expect(await rotation.evaluate((element) => element.closest('section')?.contains(document.activeElement))).toBe(
        false,
      );
      await settled(page);
      await page.clock.runFor(30_000);
      await settled(page);
      expect(await active()).toContain('1 of 3');
      expect(await label()).toBe('Start rotation');
      await finish();
    });

    it('turns while the focus is on the control that started it', async () => {
      const { page, rotation, label, active, finish } = await carousel();
      await page.locator('header summary').last().focus();
      await page.keyboard.press('Tab');
      await rotation.focus();
      await expect.poll(label).toBe('Start rotation');
      await page.keyboard.press('Enter');
      await expect.poll(label).toBe('Stop rotation');
      await settled(page);
      await page.clock.runFor(7100);
      await expect.poll(active).toContain('2 of 3');
      await finish();
    });

    it('does not start where the focus is inside before the scripts run', async () => {
      const visitor = await visit(example.browser);
      const { page, finish } = visitor;
      await page.addInitScript(() => {
        new MutationObserver((_, observer) => {
          if (!document.getElementById('state')) return;
          observer.disconnect();
          document.querySelector<HTMLElement>('li[data-active="true"] a')?.focus();
        }).observe(document, { childList: true, subtree: true });
      });
      await openStill(visitor);
      await page.clock.runFor(30_000);
      await settled(page);
      expect(await page.getByRole('button', { name: /rotation$/ }).getAttribute('aria-label')).toBe('Start rotation');
      expect(await page.locator('li[data-active="true"] > div').getAttribute('aria-label')).toContain('1 of 3');
      await finish();
    });
  });

  it('stops for good once it is touched', async () => {
    const { page, finish } = await visit(example.browser, { viewport: SMALL, hasTouch: true });
    await page.clock.install();
    await page.goto(example.url);
    await hydrated(page);
    const rotation = page.getByRole('button', { name: /rotation$/ });
    await expect.poll(() => rotation.getAttribute('aria-label')).toBe('Stop rotation');
    await page.locator('li[data-active="true"]').getByRole('heading').tap();
    await expect.poll(() => rotation.getAttribute('aria-label')).toBe('Start rotation');
    await page.clock.runFor(30_000);
    expect(await page.locator('li[data-active="true"] > div').getAttribute('aria-label')).toContain('1 of 3');
    await finish();
  });

  it('stands still in a hidden tab, and goes on when the tab is shown again', async () => {
    const { page, finish } = await visit(example.browser);
    await page.clock.install();
    await page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
    await page.goto(example.url);
    await hydrated(page);
    await page.locator('section[aria-roledescription="carousel"] > ul').evaluate(({ style }) => {
      style.scrollBehavior = 'auto';
    });
    const active = () => page.locator('li[data-active="true"] > div').getAttribute('aria-label');
    const rotation = page.getByRole('button', { name: /rotation$/ });
    await expect.poll(() => rotation.getAttribute('aria-label')).toBe('Stop rotation');
    await page.clock.runFor(7100);
    await settled(page);
    expect(await active()).toContain('1 of 3');
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: false, configurable: true }));
    await page.clock.runFor(7100);
    await expect.poll(active).toContain('2 of 3');
    await finish();
  });

  it('is stopped and started by the mouse', async () => {
    const { page, finish } = await visit(example.browser);
    await page.clock.install();
    await page.goto(example.url);
    await hydrated(page);
    const rotation = page.getByRole('button', { name: /rotation$/ });
    for (const next of ['Stop rotation', 'Start rotation', 'Stop rotation']) {
      await expect.poll(() => rotation.getAttribute('aria-label')).toBe(next);
      await rotation.click();
    }
    await expect.poll(() => rotation.getAttribute('aria-label')).toBe('Start rotation');
    await finish();
  });

  it('does not turn with reduced motion', async () => {
    const visitor = await visit(example.browser, { reducedMotion: 'reduce' });
    const { page, finish } = visitor;
    await openStill(visitor);
    await page.clock.runFor(30_000);
    await settled(page);
    expect(await page.locator('li[data-active="true"] > div').getAttribute('aria-label')).toContain('1 of 3');
    await finish();
  });

  it('follows a strip that is scrolled by hand', async () => {
    const { page, finish } = await visit(example.browser, { viewport: SMALL, reducedMotion: 'reduce' });
    await page.goto(example.url);
    await hydrated(page);
    await page.locator('section[aria-roledescription="carousel"] > ul').evaluate((strip) => strip.scrollTo(360, 0));
    await expect
      .poll(() => page.locator('li[data-active="true"] > div').getAttribute('aria-label'))
      .toContain('2 of 3');
    await finish();
  });

  it('has its first picture first', async () => {
    const { page, finish } = await visit(example.browser, { viewport: SMALL });
    await page.goto(example.url);
    const first = page.locator('img[fetchpriority="high"]');
    expect(await first.count()).toBe(1);
    expect(await first.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\/@\d+\/.*dawn\.jpg\.avif$/);
    await finish();
  });
});

describe('an entrance', () => {
  it('hides nothing on the first screen, comes when scrolled to, and ends with everything shown', async () => {
    const { page, requests, finish } = await visit(example.browser, { viewport: { width: 1280, height: 700 } });
    await page.goto(example.url);
    await hydrated(page);
    const heading = page.getByRole('heading', { name: 'A letter from the chief executive' });
    const opacity = () => heading.evaluate((element) => getComputedStyle(element).opacity);
    expect(
      await page
        .getByRole('heading', { name: 'Long nights, clear mornings' })
        .evaluate((element) => getComputedStyle(element).opacity),
    ).toBe('1');
    await expect.poll(opacity).toBe('0');
    await heading.scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 300);
    await expect.poll(opacity).toBe('1');
    expect(requests.filter((path) => path.includes('mini') || path.includes('chunk')).length).toBeGreaterThan(0);
    await finish();
  });

  it('hides nothing before the script that shows it again is there', async () => {
    const { page, expected, finish } = await visit(example.browser, { viewport: { width: 1280, height: 700 } });
    const asked = new Promise<Route>((resolve) => void page.route('**/mini-*.js', resolve));
    await page.goto(example.url);
    await hydrated(page);
    const route = await asked;
    const heading = page.getByRole('heading', { name: 'A letter from the chief executive' });
    const opacity = () => heading.evaluate((element) => getComputedStyle(element).opacity);
    expect(await opacity()).toBe('1');
    await heading.scrollIntoViewIfNeeded();
    expected.push(/Failed to load resource/);
    await route.abort();
    await settled(page);
    expect(await opacity()).toBe('1');
    await finish();
  });

  it('is not there with reduced motion, nor without scripts', async () => {
    for (const options of [{ reducedMotion: 'reduce' }, { javaScriptEnabled: false }] as const) {
      const { page, requests, finish } = await visit(example.browser, options);
      await page.goto(example.url);
      if (!('javaScriptEnabled' in options)) {
        await hydrated(page);
        await settled(page);
      }
      expect(requests.filter((path) => path.includes('animate'))).toEqual([]);
      const heading = page.getByRole('heading', { name: 'A letter from the chief executive' });
      expect(await heading.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
      await finish();
    }
  });
});

describe('a picture below the first screen', () => {
  it('is a placeholder until its top is within 1.3 heights of the window', async () => {
    const { page, requests, finish } = await visit(example.browser, { viewport: SMALL });
    await page.goto(example.url);
    await hydrated(page);
    const frame = page.locator('[data-state]').last();
    const asked = () => requests.some((path) => path.includes('/blogs/lamps'));
    await settled(page);
    expect(asked()).toBe(false);
    expect(await frame.getAttribute('data-state')).toBe('waiting');
    await frame.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - innerHeight * 1.29));
    await expect.poll(asked).toBe(true);
    await expect.poll(() => frame.getAttribute('data-state')).toBe('loaded');
    await finish();
  });

  it('that fails leaves the placeholder, after one attempt', async () => {
    const { page, requests, expected, finish } = await visit(example.browser, { viewport: SMALL });
    expected.push(/Failed to load resource/);
    await page.route('**/blogs/lamps*', (route) => route.fulfill({ status: 500 }));
    await page.clock.install();
    await page.goto(example.url);
    await hydrated(page);
    const frame = page.locator('[data-state]').last();
    await frame.scrollIntoViewIfNeeded();
    await expect.poll(() => frame.getAttribute('data-state')).toBe('error');
    await page.clock.runFor(60_000);
    await settled(page);
    expect(requests.filter((path) => path.includes('/blogs/lamps'))).toHaveLength(1);
    expect(await frame.locator('img').getAttribute('alt')).toBe('A row of oil lamps in the dark');
    await finish();
  });

  it('has its shape before it is there, and if it fails', async () => {
    const { page, expected, finish } = await visit(example.browser, { viewport: SMALL });
    expected.push(/Failed to load resource/);
    await page.route('**/awareness.jpg*', (route) => route.fulfill({ status: 500 }));
    await page.goto(example.url);
    await hydrated(page);
    const frame = page.locator('[data-state]').filter({ has: page.getByAltText('A family reads an account book') });
    await frame.scrollIntoViewIfNeeded();
    await expect.poll(() => frame.getAttribute('data-state')).toBe('error');
    // The picture has 1,200 x 900 pixels, the placeholder is drawn for others.
    const shape = () => frame.locator('img').evaluate((image) => image.clientWidth / image.clientHeight);
    await frame.locator('img').evaluate((image: HTMLImageElement) => image.decode());
    expect(await shape()).toBeCloseTo(4 / 3, 2);
    await finish();
  });
});

describe('the pictures of slides', () => {
  it.each(['/', '/about'])('that fail are the placeholder, on a visit that begins at %s', async (path) => {
    const { page, expected, finish } = await visit(example.browser, { viewport: SMALL });
    expected.push(/Failed to load resource/);
    await page.route('**/media/@*/**', (route) => route.fulfill({ status: 500 }));
    await page.goto(example.url + path);
    await hydrated(page);
    if (path !== '/') await page.locator('header > a').first().click();
    const slides = page.locator('[data-type] img');
    await slides.first().waitFor();
    const shown = () => slides.evaluateAll((images: HTMLImageElement[]) => images.map(({ currentSrc }) => currentSrc));
    await expect.poll(async () => (await shown()).filter((src) => !/placeholder|^data:/.test(src))).toEqual([]);
    expect(await slides.count()).toBeGreaterThan(1);
    expect(await slides.first().getAttribute('alt')).not.toBe('');
    await finish();
  });
});

describe('the first picture of a page', () => {
  it('that fails, before its scripts are there, leaves the placeholder', async () => {
    const { page, expected, finish } = await visit(example.browser, { viewport: SMALL });
    expected.push(/Failed to load resource/);
    await page.route('**/media/@*/**', (route) => route.fulfill({ status: 500 }));
    await page.goto(`${example.url}/blogs`);
    await hydrated(page);
    await expect.poll(() => page.locator('[data-state]').first().getAttribute('data-state')).toBe('error');
    await finish();
  });
});

describe('a link that is pointed at', () => {
  it('is fetched ahead, once, and not again when it is followed', async () => {
    const { page, requests, finish } = await visit(example.browser);
    await page.clock.install();
    await page.goto(`${example.url}/blogs`);
    await hydrated(page);
    const link = page.getByRole('link', { name: 'Right shares, with a pencil' });
    const calls = () => requests.filter((path) => path === '/frontapi/en/blogs/13').length;
    await link.hover();
    await expect.poll(calls).toBe(1);
    await page.mouse.move(0, 0);
    await link.hover();
    await page.clock.runFor(1_000);
    await settled(page);
    expect(calls()).toBe(1);
    await link.click();
    await expect.poll(() => page.locator('h1').innerText()).toBe('Right shares, with a pencil');
    expect(calls()).toBe(1);
    await finish();
  });

  it('is not for who saves data', async () => {
    const { page, requests, finish } = await visit(example.browser);
    await page.clock.install();
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    await page.goto(`${example.url}/blogs`);
    await hydrated(page);
    await page.getByRole('link', { name: 'Right shares, with a pencil' }).hover();
    await page.clock.runFor(1_000);
    await settled(page);
    expect(requests.filter((path) => path.startsWith('/frontapi/'))).toEqual([]);
    await finish();
  });
});
