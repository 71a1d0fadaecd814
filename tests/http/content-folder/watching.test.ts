// @module-tag repeated

import { writeFileSync } from 'node:fs';
import { link, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { type FolderSource, openFolderSource } from '../../../packages/folder/src/folder-source.ts';
import { type Folder, makeFolder, validFiles } from '../../support/folder.ts';
import { sourceData } from '../../support/source.ts';

/* How an open content folder notices changes of its folder. */

let folder: Folder;
let elsewhere: Folder;
let source: FolderSource;
afterEach(async () => {
  source.close();
  await folder.remove();
  await elsewhere.remove();
});

async function start(compareIntervalMs?: number) {
  elsewhere = await makeFolder({ 'one.md': '---\nid: 9\nname: Linked\n---\n' });
  folder = await makeFolder(validFiles);
  await link(join(elsewhere.dir, 'one.md'), join(folder.dir, 'blogs/nine.md'));
  const lines: { msg: string; fault?: string; faults?: number }[] = [];
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
  const options = { dir: folder.dir, timeZone: 'Asia/Kathmandu', log, compareIntervalMs };
  source = await openFolderSource(options, () => {});
  return { lines, messages: () => lines.map(({ msg }) => msg) };
}
const nameOf = async (id: number) => (await sourceData(source, `blogs/${id}`).catch(() => undefined))?.blog.name;

it('reads the files of which the operating system tells', async () => {
  await start();
  await folder.write({ 'blogs/one.md': '---\nid: 1\nname: Edited\n---\n' });
  await expect.poll(() => nameOf(1)).toBe('Edited');
  await folder.write({ 'blogs/ten.md': '---\nid: 10\nname: New\n---\n' });
  await expect.poll(() => nameOf(10)).toBe('New');
});

it('logs each mistake at the same place, and with each reload how many there are', async () => {
  const { lines } = await start();
  const last = () => lines.slice(-2);
  for (const date of ['2027-02-30', '01/12/2027']) {
    await folder.write({ 'blogs/one.md': `---\nid: 1\nname: One\ncreated_at: ${date}\n---\n` });
    await expect
      .poll(last)
      .toMatchObject([
        { fault: expect.stringMatching(`^blogs/one\\.md:4:13: created_at: .* not "${date}"$`) },
        { msg: 'content reloaded', faults: 1 },
      ]);
  }
});

it('finds by comparing them what changes without an event, and loads it once', async () => {
  const { messages } = await start(200);
  expect(await nameOf(9)).toBe('Linked');
  // By another path of the same file: no folder that is watched has an event.
  await writeFile(join(elsewhere.dir, 'one.md'), '---\nid: 9\nname: Edited elsewhere\n---\n');
  await expect.poll(() => nameOf(9)).toBe('Edited elsewhere');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(messages()).toEqual(['content has changed: found by comparing all files', 'content reloaded']);
});

it('loads what changes during the first load', async () => {
  elsewhere = await makeFolder({});
  const many = Array.from({ length: 300 }, (_, index) => [`blogs/${index + 100}.md`, '---\nname: One of many\n---\n']);
  folder = await makeFolder({ ...validFiles, ...Object.fromEntries(many) });
  let hasReadOne = false;
  const onFileRead = ({ file }: { file: string }) => {
    if (file !== 'blogs/one.md' || hasReadOne) return;
    hasReadOne = true;
    setImmediate(() => writeFileSync(join(folder.dir, 'blogs/one.md'), '---\nid: 1\nname: Meanwhile\n---\n'));
  };
  const log = pino({ level: 'silent' });
  source = await openFolderSource({ dir: folder.dir, timeZone: 'Asia/Kathmandu', log, onFileRead }, () => {});
  expect(hasReadOne).toBe(true);
  await expect.poll(() => nameOf(1)).toBe('Meanwhile');
});
