import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hydrated, openBrowser, visit } from '../support/browser.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { startServer, type TestServer } from '../support/server.ts';

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
      await page.evaluate(() => {
        const link = document.createElement('a');
        link.href = '/page/dairy';
        link.textContent = 'Dairy';
        document.querySelector('main')?.append(link);
      });
      await page.getByRole('link', { name: 'Dairy' }).click();
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
