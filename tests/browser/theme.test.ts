import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hydrated, openBrowser, visit } from '../support/browser.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { startServer, type TestServer } from '../support/server.ts';

/* Another brand than that of the example, as a browser shows it. */

const FONT = 'node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2';
const wordmark = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><path fill="${colour}" d="M0 0h400v100H0z"/></svg>`;

let folder: Folder;
let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  folder = await makeFolder({
    ...validFiles,
    'site.yaml':
      'name: Folder Trust\nlogo: { location: /media/word.svg }\nlogo_dark: { location: /media/word-dark.svg }\naccent: "#ffd400"\nmenu:\n  - { label: Blogs, href: /blogs }\n',
    'theme.yaml':
      'fonts: { text: { family: Mukta, files: [{ location: /media/mukta.woff2, weight: 400 600 }] } }\nradius: none\ncolours: { light: { paper: "#fff8e7" } }\n',
    'media/mukta.woff2': await readFile(FONT),
    'media/word.svg': wordmark('#112233'),
    'media/word-dark.svg': wordmark('#ffeedd'),
  });
  server = await startServer({ CONTENT_DIR: folder.dir });
  browser = await openBrowser();
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  await folder.remove();
});

it('has its font, its roundings and its colours, and loads no other text font', async () => {
  const { page, requests, finish } = await visit(browser, { colorScheme: 'light' });
  await page.goto(`${server.url}/blogs?search=one`);
  await hydrated(page);
  const loaded = () =>
    page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family));
  await expect.poll(async () => (await loaded()).join()).toContain('Mukta');
  expect(requests).toContain('/media/mukta.woff2');
  expect(requests.filter((path) => path.includes('source-sans'))).toEqual([]);
  const styleOf = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name);
  expect(await styleOf('body', 'font-family')).toMatch(/^"?Mukta/);
  expect(await styleOf('html', 'background-color')).toBe('rgb(255, 248, 231)');
  expect(await styleOf('main .button', 'border-radius')).toBe('0px');
  expect(await styleOf('main .button', 'background-color')).toBe('rgb(255, 212, 0)');
  expect(await styleOf('main .button', 'color')).toBe('rgb(22, 25, 29)');
  await finish();
});

it.each([
  ['light', 360, 'word.svg'],
  ['light', 1280, 'word.svg'],
  ['dark', 360, 'word-dark.svg'],
  ['dark', 1280, 'word-dark.svg'],
] as const)('has its logo in its own shape, %s, %i pixels wide', async (colorScheme, width, file) => {
  const { page, finish } = await visit(browser, { colorScheme, viewport: { width, height: 800 } });
  // Its room is there before it is.
  await page.route(/word/, () => {});
  await page.goto(`${server.url}/blogs`, { waitUntil: 'domcontentloaded' });
  const logo = page.locator('header picture img');
  const before = await logo.boundingBox();
  await page.unroute(/word/);
  await page.goto(`${server.url}/blogs`);
  await hydrated(page);
  const { ratio, source } = await logo.evaluate((image: HTMLImageElement) => ({
    ratio: image.naturalWidth / image.naturalHeight,
    source: new URL(image.currentSrc).pathname,
  }));
  expect([ratio, source]).toEqual([4, `/media/${file}`]);
  expect(await logo.boundingBox()).toEqual(before);
  expect(await logo.evaluate((image) => getComputedStyle(image).objectFit)).toBe('contain');
  // The picture says the name; screen readers have the text.
  const link = page.locator('header > a').first();
  expect(await link.innerText()).toBe('Folder Trust');
  expect((await link.locator('span').boundingBox())?.width).toBeLessThanOrEqual(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await finish();
});
