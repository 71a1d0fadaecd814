import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchFolder } from '../../../server/content/watch.ts';
import { type Folder, makeFolder } from '../../support/folder.ts';

let folder: Folder;
let elsewhere: Folder;
let stop: () => void;
let calls: number;
beforeEach(async () => {
  elsewhere = await makeFolder({ 'a.txt': 'a' });
  folder = await makeFolder({ 'a.md': 'a', 'blogs/b.md': 'b', 'media/deep/c.txt': 'c' });
  await symlink(elsewhere.dir, join(folder.dir, 'linked'));
  await symlink(join(elsewhere.dir, 'none'), join(folder.dir, 'leads-nowhere'));
  calls = 0;
  stop = watchFolder(
    folder.dir,
    () => {
      calls += 1;
    },
    pino({ level: 'silent' }),
  );
});
afterEach(async () => {
  stop();
  await folder.remove();
  await elsewhere.remove();
});

/** Whether it is called for what is done. */
async function isToldOf(change: () => Promise<unknown>) {
  const before = calls;
  await change();
  await expect.poll(() => calls, { timeout: 5000 }).toBeGreaterThan(before);
}

it('tells of a change at any depth, and behind a link', async () => {
  await isToldOf(() => folder.write({ 'a.md': 'changed' }));
  await isToldOf(() => folder.write({ 'blogs/b.md': 'changed' }));
  await isToldOf(() => folder.write({ 'media/deep/c.txt': 'changed' }));
  await isToldOf(() => writeFile(join(elsewhere.dir, 'a.txt'), 'changed'));
});

it('tells of changes in a folder that is new, or new in the place of an old one', async () => {
  await isToldOf(() => mkdir(join(folder.dir, 'news/inner'), { recursive: true }));
  await isToldOf(() => folder.write({ 'news/inner/d.md': 'd' }));
  await isToldOf(async () => {
    await rm(join(folder.dir, 'blogs'), { recursive: true });
    await mkdir(join(folder.dir, 'blogs'));
  });
  await isToldOf(() => folder.write({ 'blogs/b.md': 'anew' }));
});
