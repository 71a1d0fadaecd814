import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { importContent } from '../../../tools/import/src/import-content.ts';
import { runCommand } from '../../support/commands.ts';
import { makeFolder, validFiles } from '../../support/folder.ts';
import { listen } from '../../support/listen.ts';
import { startSite } from '../../support/site.ts';

/* Sections of home and of a page, imported from an API in our own form: with what they say by themselves, and without what they show of a table. */

const SECTIONS = `sections:
  - { section: hero, name: Milk, summary: Every morning., href: /notice }
  - { section: text, description: "Cows **eat** grass." }
  - { section: dataset, dataset: prices, count: 2 }
  - { section: carousel }
`;

it('are those of the original', async () => {
  const folder = await makeFolder({
    ...validFiles,
    'home.yaml': SECTIONS,
    'page/dairy.md': `---\nname: Dairy\n${SECTIONS}---\nText.\n`,
    'data/prices.md':
      '---\nid: 1\nname: Prices\ncolumns: [{ key: day, type: date }, { key: price, type: number }]\n---\n',
    'data/prices.csv': 'day,price\n2026-01-01,80\n2026-01-02,81\n',
  });
  const site = await startSite({ CONTENT_DIR: folder.dir, SEARCH: 'off' });
  const { url, close } = await listen(site.app);
  const copy = join(folder.dir, '.copy');
  const { code, stdout } = await runCommand(importContent, [`${url}/frontapi/en/`, copy]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.not.stringContaining('Does not fit') });
  const { sections } = load(SECTIONS) as { sections: object[] };
  expect(load(await readFile(join(copy, 'home.yaml'), 'utf8'))).toMatchObject({ sections });
  const page = await readFile(join(copy, 'page/dairy.md'), 'utf8');
  expect(load(page.split('---\n')[1] ?? '')).toMatchObject({ sections });
  await close();
  await site.close();
  await folder.remove();
});
