import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchFolder } from '../../../server/content-folder/watch-folder.ts';
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

it('tells of a change while another file is written all the time', async () => {
  let isOver = false;
  const writing = (async () => {
    for (let times = 0; !isOver; times += 1) await writeFile(join(folder.dir, 'media/deep/c.txt'), String(times));
  })();
  try {
    await isToldOf(() => folder.write({ 'a.md': 'changed' }));
    await isToldOf(() => folder.write({ 'blogs/b.md': 'changed' }));
  } finally {
    isOver = true;
    await writing;
  }
});

it('tells of a link that leads elsewhere, and of changes there at any depth', async () => {
  const other = await makeFolder({ 'inner/b.txt': 'b' });
  const current = join(elsewhere.dir, 'current');
  const linkTo = async (target: string) => {
    await symlink(target, `${current}.new`);
    await rename(`${current}.new`, current);
  };
  await linkTo(elsewhere.dir);
  await symlink(current, join(folder.dir, 'by-way-of-a-link'));
  await isToldOf(() => folder.write({ 'a.md': 'changed' }));
  // The folder that is watched is not the one in which something happens.
  await quiet();
  await isToldOf(() => linkTo(other.dir));
  await isToldOf(() => other.write({ 'inner/b.txt': 'changed' }));
  await isToldOf(() => folder.write({ 'a.md': 'again' }));
  await other.remove();
});

it('tells of the folder itself that is gone, and of one that comes in its place', async () => {
  await isToldOf(() => rename(folder.dir, `${folder.dir}-away`));
  await quiet();
  await isToldOf(() => rename(`${folder.dir}-away`, folder.dir));
  await isToldOf(() => folder.write({ 'blogs/b.md': 'changed' }));
});

it('goes through links that lead in a circle once, and stops somewhere in a very large tree', async () => {
  stop();
  await symlink(folder.dir, join(folder.dir, 'blogs/circle'));
  for (let index = 0; index < 2_100; index += 1) await mkdir(join(elsewhere.dir, String(index)));
  const lines: object[] = [];
  const log = pino({ base: undefined }, { write: (line) => lines.push(JSON.parse(line)) });
  stop = watchFolder(
    folder.dir,
    () => {
      calls += 1;
    },
    log,
  );
  await isToldOf(() => folder.write({ 'blogs/b.md': 'changed' }));
  expect(lines).toMatchObject([{ msg: 'the content folder is only partly watched', places: 2_000 }]);
});

/** Until nothing has been told for a while. */
async function quiet() {
  for (let before = -1; before !== calls; ) {
    before = calls;
    await wait(400);
  }
}
