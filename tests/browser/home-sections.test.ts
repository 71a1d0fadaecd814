import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readManifest } from '../../server/pages/manifest.ts';
import { hydrated, openBrowser, visit } from '../support/browser.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { settled } from '../support/settled.ts';

/* A home page with sections of its own, in an order of its own: as it is sent, and hydrated. */

const article = (id: number, name: string) => `---\nid: ${id}\nname: ${name}\ncreated_at: 2026-01-0${id}\n---\nText.\n`;
const FILES = {
  ...validFiles,
  'news/one.md': article(1, 'Road is open'),
  'news/two.md': article(2, 'Bridge is closed'),
  'album/fair.md': '---\nid: 1\nname: The fair\nfiles: [{ location: /media/hill.svg }]\n---\n',
  'notice/one.md':
    '---\nid: 3\nname: Budget hearing\ncreated_at: 2026-01-03\ndates: [{ name: Hearing, date: 2041-05-01 }]\n---\nText.\n',
  'data/prices.md': `---
id: 1
name: Prices of milk
columns: [{ key: day, label: Day, type: date }, { key: price, label: Price, type: money, unit: NPR }]
chart: { kind: line, x: day, y: [price] }
---
`,
  'data/prices.csv': 'day,price\n2026-01-01,80\n2026-01-02,81\n2026-01-03,82\n',
  'page/farm.md':
    '---\nid: 2\nname: Our farm\nsections: [{ section: carousel }, { section: news }, { section: figures }, { section: dataset, dataset: prices }]\n---\nText.\n',
  'page/plain.md': '---\nid: 3\nname: Plain\n---\nText.\n',
  'page/dairy.md': `---
name: Our dairy
sections:
  - { section: hero, name: Milk from the hills, summary: Every morning., href: /notice, files: [{ location: /media/hill.svg, alt: Hill }] }
  - { section: news, count: 1 }
  - { section: dates, name: What comes }
  - { section: text, name: How it works, description: "Cows **eat** grass." }
  - { section: figures }
  - { section: dataset, dataset: prices, count: 2 }
---
The text of the page.
`,
};
const homeFile = (sections: string) =>
  `${validFiles['home.yaml']}figures: [{ label: Wards, value: "9" }]\nsections: [${sections}]\n`;

const HOMES: [name: string, sections: string, headings: string[]][] = [
  ['one section', '{ section: news }', ['News', 'Bridge is closed', 'Road is open']],
  [
    'news before notices, one of them',
    '{ section: news, name: From the ward, count: 1 }, { section: notices, name: Circulars }',
    ['From the ward', 'Bridge is closed', 'Circulars', 'Next dates'],
  ],
  [
    'a block above and below another',
    '{ section: virtues, name: Values }, { section: blogs, name: Written by us }, { section: awareness }, { section: figures, name: In numbers }',
    ['Values', 'Honesty', 'Written by us', 'Two', 'One', 'Aware', 'In numbers'],
  ],
  ['pictures first', '{ section: albums }, { section: carousel }', ['Albums', 'The fair', 'First']],
  [
    'one picture, a text, dates by themselves and a table',
    '{ section: hero, name: Milk from the hills }, { section: text, name: How it works, description: "Cows **eat** grass." }, { section: dates }, { section: notices }, { section: dataset, dataset: prices, name: Milk }',
    ['Milk from the hills', 'How it works', 'Next dates', 'Notices', 'Milk'],
  ],
];

function addLink(page: Page, href: string): Promise<void> {
  return page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    link.textContent = 'Follow';
    document.querySelector('main')?.append(link);
  }, href);
}

async function follow(page: Page, href: string): Promise<void> {
  await addLink(page, href);
  await page.getByRole('link', { name: 'Follow' }).click();
}

describe.each(HOMES)('home with %s', (_, sections, headings) => {
  let folder: Folder;
  let server: TestServer;
  beforeAll(async () => {
    folder = await makeFolder({ ...FILES, 'home.yaml': homeFile(sections) });
    server = await startServer({ CONTENT_DIR: folder.dir, SEARCH: 'off' });
  });
  afterAll(async () => {
    await server.stop();
    await folder.remove();
  });

  it.each([true, false])('has its headings in their order, with scripts: %s', async (javaScriptEnabled) => {
    const { page, finish } = await visit(await openBrowser(), { javaScriptEnabled });
    await page.goto(server.url);
    if (javaScriptEnabled) await hydrated(page);
    expect(await page.locator('main :is(h2, h3)').allInnerTexts()).toEqual(headings);
    await finish();
  });
});

describe('a page', () => {
  let folder: Folder;
  let server: TestServer;
  beforeAll(async () => {
    folder = await makeFolder({ ...FILES, 'home.yaml': homeFile('') });
    server = await startServer({ CONTENT_DIR: folder.dir, SEARCH: 'off' });
  });
  afterAll(async () => {
    await server.stop();
    await folder.remove();
  });

  it.each(['as it is sent', 'hydrated', 'after a click'])('has sections below its text, %s', async (way) => {
    const { page, finish } = await visit(await openBrowser(), { javaScriptEnabled: way !== 'as it is sent' });
    await page.goto(`${server.url}/${way === 'after a click' ? 'news' : 'page/dairy'}`);
    if (way !== 'as it is sent') await hydrated(page);
    if (way === 'after a click') {
      await follow(page, '/page/dairy');
      await page.getByRole('heading', { name: 'Our dairy' }).waitFor();
    }
    const main = page.locator('main');
    await expect
      .poll(() => main.locator(':is(h1, h2, h3)').allInnerTexts())
      .toEqual([
        'Our dairy',
        'Milk from the hills',
        'News',
        'Bridge is closed',
        'What comes',
        'How it works',
        'Prices of milk',
      ]);
    const text = await main.innerText();
    for (const words of ['The text of the page.', 'Every morning.', 'Cows eat grass.', 'Hearing', 'NPR 82', 'Wards'])
      expect(text).toContain(words);
    expect(await main.locator('tbody tr').count()).toBe(2);
    expect(await main.locator('svg path').count()).toBeGreaterThan(0);
    await finish();
  });
});

const { screens } = readManifest('dist/server/manifest.json');
function addressOf(script: string): string {
  const address = screens[script];
  if (!address) throw new Error(`no script ${script}`);
  return address;
}

/** How the parts of sections look, by what selects each. */
const STYLED = {
  carousel: ['[aria-roledescription=carousel] > ul', 'display', 'flex'],
  news: ['section[aria-labelledby=our-news] > ul', 'display', 'grid'],
  figures: ['main ul:has(> li > strong)', 'display', 'grid'],
  chart: ['main [data-chart] svg path', 'fill', 'none'],
  table: ['main div:has(> table)', 'overflow-x', 'auto'],
} as const;
const ofHome = ['news', 'chart', 'table'] as const;
const ofPage = ['carousel', 'figures', ...ofHome] as const;

describe('sections', () => {
  let folder: Folder;
  let server: TestServer;
  beforeAll(async () => {
    const home = homeFile('{ section: news }, { section: dataset, dataset: prices }');
    folder = await makeFolder({ ...FILES, 'home.yaml': home });
    server = await startServer({ CONTENT_DIR: folder.dir, SEARCH: 'off' });
  });
  afterAll(async () => {
    await server.stop();
    await folder.remove();
  });

  it.each([
    ['/page/farm', 'Our farm', 'sent', ofPage],
    ['/page/farm', 'Our farm', '/notice', ofPage],
    ['/page/farm', 'Our farm', '/page/plain', ofPage],
    ['/', 'Folder Trust', 'sent', ofHome],
    ['/', 'Folder Trust', '/notice', ofHome],
  ] as const)('of %s (%s) are styled, %s', async (path, heading, way, parts) => {
    const { page, finish } = await visit(await openBrowser());
    await page.goto(server.url + (way === 'sent' ? path : way));
    await hydrated(page);
    if (way !== 'sent') {
      await follow(page, path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
    for (const part of parts) {
      const [selector, property, value] = STYLED[part];
      const first = page.locator(selector).first();
      await first.waitFor();
      const look = await first.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
      expect([part, look]).toEqual([part, value]);
    }
    await finish();
  });

  it.each([
    ['/page/farm', 'SectionCards'],
    ['/page/farm', 'own-sections'],
    ['/', 'own-sections'],
  ])('of %s stay as they were sent if the script %s does not arrive', async (path, script) => {
    const { page, expected, finish } = await visit(await openBrowser());
    expected.push(/Failed to load resource/);
    const failed = page.waitForEvent('requestfailed');
    await page.route(`**${addressOf(script)}`, (route) => route.abort());
    await page.goto(server.url + path);
    const headings = () => page.locator('main :is(h1, h2, h3)').allInnerTexts();
    const sent = await headings();
    expect(sent).toContain('Prices of milk');
    await failed;
    await page.locator('html[data-locale]').waitFor();
    await settled(page);
    expect(await headings()).toEqual(sent);
    await finish();
  });

  it.each(['SectionCards', 'own-sections'])('are there after a click once the script %s can be had', async (script) => {
    const { page, expected, finish } = await visit(await openBrowser());
    expected.push(/Failed to load resource/);
    const failed = page.waitForEvent('requestfailed');
    await page.route(`**${addressOf(script)}`, (route) => route.abort());
    await page.goto(`${server.url}/notice`);
    await hydrated(page);
    await addLink(page, '/page/farm');
    await page.getByRole('link', { name: 'Follow' }).focus();
    await failed;
    await settled(page);
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Follow' }).click();
    await page.getByRole('heading', { name: 'Our farm' }).waitFor();
    await page.getByRole('heading', { name: 'Prices of milk' }).waitFor();
    await finish();
  });

  it('bring no styles to a text page without them', async () => {
    const html = await (await fetch(`${server.url}/page/plain`)).text();
    expect(html).toContain('.ItemText_');
    expect(html).not.toMatch(/\.(Home|Carousel|TableCard)_/);
  });
});
