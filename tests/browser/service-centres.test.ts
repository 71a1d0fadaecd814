import { expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { hydrated, visit } from '../support/browser.ts';
import { serveExample } from '../support/example-site.ts';
import { unlessTypical } from '../support/extents.ts';

/* The map of the example's service centres in a real browser. */

const example = serveExample();

const SMALL = { viewport: { width: 360, height: 740 } };
const open = async (path: string, options: Parameters<typeof visit>[1] = {}) => {
  const tab = await visit(example.browser, { baseURL: example.url, reducedMotion: 'reduce', ...options });
  await tab.page.goto(path);
  return { ...tab, map: tab.page.locator('svg:has(use)') };
};

/** Two have all of it: each width, and each scheme. */
for (const { size, colorScheme, isTypical } of [
  { size: SMALL, colorScheme: 'dark', isTypical: true },
  { size: {}, colorScheme: 'light', isTypical: true },
  { size: SMALL, colorScheme: 'light', isTypical: false },
  { size: {}, colorScheme: 'dark', isTypical: false },
] as const) {
  const extent = unlessTypical(isTypical, 'exhaustive/second-looks');
  it(`is what WCAG asks for: ${colorScheme}, ${JSON.stringify(size)}`, extent, async () => {
    const { page, finish } = await open('/service-center', { ...size, colorScheme });
    for (const path of ['/service-center', '/service-center?near=33700', '/service-center?province=Bagmati']) {
      await page.goto(path);
      await hydrated(page);
      await page.locator('summary', { hasText: 'Details' }).first().click();
      expect(await violations(page), path).toEqual([]);
    }
    await finish();
  });
}

it('is drawn and leads to centres and provinces without scripts', async () => {
  const { page, map, requests, finish } = await open('/service-center', { ...SMALL, javaScriptEnabled: false });
  const province = await map.locator('use').first().boundingBox();
  expect(province?.width).toBeGreaterThan(60);
  expect(requests.filter((path) => /^\/assets\/nepal-\w+\.svg/.test(path))).toHaveLength(1);
  const target = await map.locator('a[href="#center-2"]').boundingBox();
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(24);
  await map.locator('a[href="#center-2"]').click();
  expect(new URL(page.url()).hash).toBe('#center-2');
  await map.getByRole('link', { name: 'Koshi (2)' }).click({ position: { x: 40, y: 30 } });
  await page.waitForURL('**/service-center?province=Koshi');
  expect(await page.locator('li[id^=center]').count()).toBe(2);
  await finish();
});

it('follows its links without a page load', async () => {
  const { page, map, finish } = await open('/service-center');
  await hydrated(page);
  await page.evaluate(() => document.body.setAttribute('data-same', ''));
  await map.getByRole('link', { name: 'Gandaki (2)' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('li[id^=center]').count()).toBe(2);
  await page.getByLabel('Place, postcode or name').fill('baglung');
  await page.getByRole('button', { name: 'Show results' }).click();
  await expect.poll(() => page.getByText('Distances from Baglung').count()).toBe(1);
  expect(new URL(page.url()).search).toBe('?near=baglung&province=Gandaki');
  expect(await page.locator('li[id^=center]').first().textContent()).toContain('Baglung');
  expect(await page.locator('body[data-same]').count()).toBe(1);
  await finish();
});

it('shows where the focus is', async () => {
  const { page, map, finish } = await open('/service-center');
  await hydrated(page);
  const widthOf = (name: string) =>
    map
      .getByRole('link', { name, exact: true })
      .locator('use, circle')
      .last()
      .evaluate((shape) => getComputedStyle(shape).stroke + getComputedStyle(shape).strokeWidth);
  await page.keyboard.press('Tab');
  for (const name of ['Koshi (2)', 'Pokhara']) {
    const before = await widthOf(name);
    await map.getByRole('link', { name, exact: true }).focus();
    expect(await widthOf(name)).not.toBe(before);
  }
  await finish();
});

it('shows its points if the outlines do not load', async () => {
  const tab = await visit(example.browser, { baseURL: example.url });
  tab.expected.push(/Failed to load resource/);
  await tab.page.route('**/assets/nepal-*', (route) => route.abort());
  await tab.page.goto('/service-center');
  const point = tab.page.locator('a[href="#center-2"]');
  await point.click();
  expect(new URL(tab.page.url()).hash).toBe('#center-2');
  await tab.finish();
});

it('has colours of the system where those are forced', async () => {
  const { map, finish } = await open('/service-center', { forcedColors: 'active' });
  const fills = await map.evaluate((svg) => [
    getComputedStyle(svg).fill,
    getComputedStyle(svg.querySelector('a[href="#center-2"] circle:last-of-type') ?? svg).fill,
  ]);
  expect(new Set(fills).size).toBe(2);
  await finish();
});
