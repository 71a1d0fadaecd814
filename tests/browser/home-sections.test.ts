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
  'notice/one.md': article(3, 'Budget hearing'),
};
const homeFile = (sections: string) =>
  `${validFiles['home.yaml']}figures: [{ label: Wards, value: "9" }]\nsections: [${sections}]\n`;

const HOMES: [name: string, sections: string, headings: string[]][] = [
  ['one section', '{ section: news }', ['News', 'Bridge is closed', 'Road is open']],
  [
    'news before notices, one of them',
    '{ section: news, name: From the ward, count: 1 }, { section: notices, name: Circulars }',
    ['From the ward', 'Bridge is closed', 'Circulars'],
  ],
  [
    'a block above and below another',
    '{ section: virtues, name: Values }, { section: blogs, name: Written by us }, { section: awareness }, { section: figures, name: In numbers }',
    ['Values', 'Honesty', 'Written by us', 'Two', 'One', 'Aware', 'In numbers'],
  ],
  ['pictures first', '{ section: albums }, { section: carousel }', ['Albums', 'The fair', 'First']],
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
