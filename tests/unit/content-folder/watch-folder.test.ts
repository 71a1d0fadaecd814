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

/** Expects a call after a change. */
async function expectCallFor(change: () => Promise<unknown>) {
  const before = calls;
  await change();
  await expect.poll(() => calls, { timeout: 5000 }).toBeGreaterThan(before);
}

it('reports a change at any depth, and behind a link', async () => {
  await expectCallFor(() => folder.write({ 'a.md': 'changed' }));
  await expectCallFor(() => folder.write({ 'blogs/b.md': 'changed' }));
  await expectCallFor(() => folder.write({ 'media/deep/c.txt': 'changed' }));
  await expectCallFor(() => writeFile(join(elsewhere.dir, 'a.txt'), 'changed'));
});

it('reports changes in a new folder, and in one that replaces another', async () => {
  await expectCallFor(() => mkdir(join(folder.dir, 'news/inner'), { recursive: true }));
  await expectCallFor(() => folder.write({ 'news/inner/d.md': 'd' }));
  await expectCallFor(async () => {
    await rm(join(folder.dir, 'blogs'), { recursive: true });
    await mkdir(join(folder.dir, 'blogs'));
  });
  await expectCallFor(() => folder.write({ 'blogs/b.md': 'anew' }));
});

it('reports a change while another file is written continuously', async () => {
  let isOver = false;
  const writing = (async () => {
    for (let times = 0; !isOver; times += 1) await writeFile(join(folder.dir, 'media/deep/c.txt'), String(times));
  })();
  try {
    await expectCallFor(() => folder.write({ 'a.md': 'changed' }));
    await expectCallFor(() => folder.write({ 'blogs/b.md': 'changed' }));
  } finally {
    isOver = true;
    await writing;
  }
});

it('reports a link with a new target, and changes in the target at any depth', async () => {
  const other = await makeFolder({ 'inner/b.txt': 'b' });
  const current = join(elsewhere.dir, 'current');
  const linkTo = async (target: string) => {
    await symlink(target, `${current}.new`);
    await rename(`${current}.new`, current);
  };
  await linkTo(elsewhere.dir);
  await symlink(current, join(folder.dir, 'by-way-of-a-link'));
  await expectCallFor(() => folder.write({ 'a.md': 'changed' }));
  // The link changes, not the folder of the link that leads to it.
  await waitForQuiet();
  await expectCallFor(() => linkTo(other.dir));
  await expectCallFor(() => other.write({ 'inner/b.txt': 'changed' }));
  await expectCallFor(() => folder.write({ 'a.md': 'again' }));
  await other.remove();
});

it('reports that the folder itself is removed, and that another replaces it', async () => {
  await expectCallFor(() => rename(folder.dir, `${folder.dir}-away`));
  await waitForQuiet();
  await expectCallFor(() => rename(`${folder.dir}-away`, folder.dir));
  await expectCallFor(() => folder.write({ 'blogs/b.md': 'changed' }));
});

it('follows circular links once, and watches a bounded part of a very large tree', async () => {
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
  await expectCallFor(() => folder.write({ 'blogs/b.md': 'changed' }));
  expect(lines).toMatchObject([{ msg: 'the content folder is only partly watched', places: 2_000 }]);
});

/** Waits until there was no call for a while. */
async function waitForQuiet() {
  for (let before = -1; before !== calls; ) {
    before = calls;
    await wait(400);
  }
}
