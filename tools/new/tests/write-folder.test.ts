import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CommandError } from '../../../packages/command-line/src/command-error.ts';
import { type Folder, makeFolder } from '../../../tests/support/folder.ts';
import { replaceFolder, writeFolder } from '../src/write-folder.ts';

/* A new folder is written as a whole or not at all. */

let folder: Folder;
beforeEach(async () => {
  folder = await makeFolder({});
});
afterEach(() => folder.remove());

const files = new Map([
  ['site.yaml', 'name: X\n'],
  ['news/one.md', 'text'],
]);
const names = (dir = folder.dir) => readdir(dir, { recursive: true }).then((found) => found.sort());

it('is made with the folders above it, and nothing else is left', async () => {
  const dir = join(folder.dir, 'a/b/site');
  await writeFolder(dir, files);
  expect(await names()).toEqual([
    'a',
    'a/b',
    'a/b/site',
    'a/b/site/news',
    'a/b/site/news/one.md',
    'a/b/site/site.yaml',
  ]);
});

it('is written by one of two processes, and the other leaves it alone', async () => {
  const dir = join(folder.dir, 'a/site');
  const results = await Promise.allSettled([writeFolder(dir, files), writeFolder(dir, files)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const result of results)
    if (result.status === 'rejected') expect(String(result.reason)).toContain('this folder is no longer empty');
  expect(await names()).toEqual(['a', 'a/site', 'a/site/news', 'a/site/news/one.md', 'a/site/site.yaml']);
});

it('leaves nothing behind when it is interrupted', async () => {
  const writing = writeFolder(join(folder.dir, 'a/b/site'), files, AbortSignal.abort());
  await expect(writing).rejects.toThrow('interrupted: nothing was written');
  expect(await names()).toEqual([]);
});

it('fills an empty folder that is there, also one with a new repository, behind a link', async () => {
  await mkdir(join(folder.dir, 'real/.git'), { recursive: true });
  await symlink('real', join(folder.dir, 'site'));
  await writeFolder(join(folder.dir, 'site'), files);
  expect(await names(join(folder.dir, 'real'))).toEqual(['.git', 'news', 'news/one.md', 'site.yaml']);
});

it('leaves a folder alone that is not empty', async () => {
  await writeFile(join(folder.dir, 'mine.txt'), 'mine');
  const error = await writeFolder(folder.dir, files).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CommandError);
  expect(String(error)).toContain('is not empty: name an empty folder, or one that is not there yet');
  expect(await names()).toEqual(['mine.txt']);
});

it.each([
  ['below a file', 'file/site', 'a part of this path is a file'],
  ['in place of a file', 'file', 'a part of this path is a file'],
  ['with a name that is too long', 'x'.repeat(300), 'this name is too long'],
])('cannot be written %s, and nothing is left', async (_, path, sentence) => {
  await writeFile(join(folder.dir, 'file'), '');
  await expect(writeFolder(join(folder.dir, path), files)).rejects.toThrow(sentence);
  expect(await names()).toEqual(['file']);
});

it.each([
  ['a new folder', 'a/site', []],
  ['an empty folder', '.', []],
])('leaves nothing of %s when a file cannot be written', async (_, path, left) => {
  // A name that no file system allows stands for a disk that fails in the middle.
  const failing = new Map([...files, ['x'.repeat(300), '']]);
  await expect(writeFolder(join(folder.dir, path), failing)).rejects.toThrow('too long');
  expect(await names()).toEqual(left);
});

it('replaces a folder inside of another one', async () => {
  const { dir, write } = folder;
  await write({ '.schemas/old.json': '{}', 'site.yaml': 'name: Mine\n' });
  await replaceFolder(dir, '.schemas', new Map([['new.json', '{}']]));
  expect(await names()).toEqual(['.schemas', '.schemas/new.json', 'site.yaml']);
  await expect(replaceFolder(dir, '.schemas', new Map([['x'.repeat(300), '']]))).rejects.toThrow('too long');
  const interrupted = replaceFolder(dir, '.schemas', files, AbortSignal.abort());
  await expect(interrupted).rejects.toThrow('interrupted: nothing was written');
  expect(await names()).toEqual(['.schemas', '.schemas/new.json', 'site.yaml']);
  expect(await readFile(join(dir, 'site.yaml'), 'utf8')).toBe('name: Mine\n');
  await rm(dir, { recursive: true });
  await expect(replaceFolder(dir, '.schemas', files)).rejects.toThrow('there is no such folder');
  await mkdir(dir);
});
