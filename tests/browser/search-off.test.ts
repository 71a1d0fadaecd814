import { afterAll, beforeAll, expect, it } from 'vitest';
import { hydrated, openBrowser, visit } from '../support/browser.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { startServer, type TestServer } from '../support/server.ts';

/* SEARCH=off: the header leaves no room for a search that does not come, and does not wait for it. */

let folder: Folder;
let server: TestServer;
beforeAll(async () => {
  folder = await makeFolder(validFiles);
  server = await startServer({ CONTENT_DIR: folder.dir, SEARCH: 'off' });
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});

it.each([360, 1280])('the menu is at the right edge at %i px', async (width) => {
  const { page, finish } = await visit(await openBrowser(), { viewport: { width, height: 740 } });
  await page.goto(server.url);
  await hydrated(page);
  const menu = width === 360 ? page.getByRole('button', { name: 'Menu' }) : page.getByLabel('Main');
  expect(await menu.isVisible()).toBe(true);
  const edges = await menu.evaluate((element) => {
    const header = element.closest('header');
    if (!header) throw new Error('no header');
    const { paddingRight } = getComputedStyle(header);
    return {
      menu: element.getBoundingClientRect().right,
      header: header.getBoundingClientRect().right - Number.parseFloat(paddingRight),
    };
  });
  expect(edges.menu).toBeCloseTo(edges.header, 0);
  await finish();
});
