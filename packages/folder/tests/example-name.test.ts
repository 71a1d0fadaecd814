import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { makeFolder } from '../../../tests/support/folder.ts';
import { openFolderSource } from '../src/folder-source.ts';

const nameIn = (file: string) => String(/^name: .*\n/.exec(readFileSync(file, 'utf8')));

it.each([
  ['of the example', nameIn('content/site.yaml'), true],
  ['of the example in Nepali', nameIn('content/site.ne.yaml'), true],
  ['of its own', 'name: Folder Trust\n', false],
])('a folder with the name %s', async (_, site, isExample) => {
  const folder = await makeFolder({ 'site.yaml': site });
  const content = await openFolderSource(
    { dir: folder.dir, timeZone: 'UTC', log: pino({ level: 'silent' }) },
    () => {},
  );
  expect(content.isExample()).toBe(isExample);
  content.close();
  await folder.remove();
});
