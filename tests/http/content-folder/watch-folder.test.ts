import { writeFileSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChangedFiles } from '../../../packages/folder/src/known-files.ts';
import { type FolderWatch, watchFolder } from '../../../packages/folder/src/watch-folder.ts';
import { type Folder, makeFolder } from '../../support/folder.ts';

let folder: Folder;
let elsewhere: Folder;
let watched: FolderWatch;
let calls: number;
let reported: ChangedFiles[];
beforeEach(async () => {
  elsewhere = await makeFolder({ 'a.txt': 'a' });
  folder = await makeFolder({ 'a.md': 'a', 'blogs/b.md': 'b', 'media/deep/c.txt': 'c' });
  await symlink(elsewhere.dir, join(folder.dir, 'linked'));
  await symlink(join(elsewhere.dir, 'none'), join(folder.dir, 'leads-nowhere'));
  calls = 0;
  reported = [];
  watch();
});

function watch(log = pino({ level: 'silent' })) {
  watched = watchFolder(
    folder.dir,
    (changed) => {
      calls += 1;
      reported.push(changed);
    },
    log,
  );
}

afterEach(async () => {
  watched.close();
  await folder.remove();
  await elsewhere.remove();
});

/** Expects a call after a change. */
async function expectCallFor(change: () => Promise<unknown>) {
  const before = calls;
  await change();
  await expect.poll(() => calls).toBeGreaterThan(before);
}

it('reports a change at any depth, and behind a link', async () => {
  await expectCallFor(() => folder.write({ 'a.md': 'changed' }));
  await expectCallFor(() => folder.write({ 'blogs/b.md': 'changed' }));
  await expectCallFor(() => folder.write({ 'media/deep/c.txt': 'changed' }));
  await expectCallFor(() => writeFile(join(elsewhere.dir, 'a.txt'), 'changed'));
});

describe('names the files that have changed', () => {
  /** What is reported for a change, from its first event until there was none for a while. */
  async function reportsOf(change: () => Promise<unknown>) {
    await waitForQuiet();
    reported = [];
    await expectCallFor(change);
    await waitForQuiet();
    return reported.flatMap((changed) => (changed === 'any' ? ['any'] : [...changed].sort()));
  }

  it('that are written, replaced, renamed, new and removed', async () => {
    expect(await reportsOf(() => folder.write({ 'a.md': 'changed', 'media/deep/c.txt': 'changed' }))).toEqual([
      'a.md',
      'media/deep/c.txt',
    ]);
    const replaced = await reportsOf(async () => {
      await folder.write({ 'blogs/.b.md.new': 'replaced' });
      await rename(join(folder.dir, 'blogs/.b.md.new'), join(folder.dir, 'blogs/b.md'));
    });
    expect(replaced).toEqual(['blogs/.b.md.new', 'blogs/b.md']);
    expect(await reportsOf(() => rename(join(folder.dir, 'blogs/b.md'), join(folder.dir, 'blogs/c.md')))).toEqual([
      'blogs/b.md',
      'blogs/c.md',
    ]);
    expect(await reportsOf(() => rm(join(folder.dir, 'blogs/c.md')))).toEqual(['blogs/c.md']);
  });

  it('behind a link to a folder', async () => {
    expect(await reportsOf(() => writeFile(join(elsewhere.dir, 'a.txt'), 'changed'))).toEqual(['linked/a.txt']);
  });

  it('but not for a folder that is new, moved or removed, nor for a link', async () => {
    expect(await reportsOf(() => mkdir(join(folder.dir, 'news')))).toEqual(['any']);
    expect(await reportsOf(() => rename(join(folder.dir, 'news'), join(folder.dir, 'notice')))).toContain('any');
    expect(await reportsOf(() => rm(join(folder.dir, 'notice'), { recursive: true }))).toContain('any');
    expect(await reportsOf(() => symlink(join(folder.dir, 'a.md'), join(folder.dir, 'linked.md')))).toEqual(['any']);
    // By its own path, and by that of the link.
    expect(await reportsOf(() => folder.write({ 'a.md': 'changed' }))).toEqual(['any']);
    expect(await reportsOf(() => rm(join(folder.dir, 'linked.md')))).toEqual(['any']);
  });

  it('but not if a folder has two paths', async () => {
    await expectCallFor(() => symlink(join(folder.dir, 'media'), join(folder.dir, 'blogs/media')));
    expect(await reportsOf(() => folder.write({ 'media/deep/c.txt': 'changed' }))).toEqual(['any']);
  });

  it('but not if there are very many', async () => {
    // At once: the events of a slow series are reported in parts.
    const writeMany = async () => {
      for (let index = 0; index < 150; index += 1) writeFileSync(join(folder.dir, `blogs/${index}.md`), 'new');
    };
    expect(await reportsOf(writeMany)).toContain('any');
  });
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
  watched.close();
  await symlink(folder.dir, join(folder.dir, 'blogs/circle'));
  for (let index = 0; index < 2_100; index += 1) await mkdir(join(elsewhere.dir, String(index)));
  const lines: object[] = [];
  const log = pino({ base: undefined }, { write: (line) => lines.push(JSON.parse(line)) });
  watch(log);
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
