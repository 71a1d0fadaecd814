import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CommandError } from '../../command-line/src/command-error.ts';
import { folderFailure } from '../../command-line/src/folder-failure.ts';
import { FolderWriter } from '../src/folder-writer.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'foyer-writer-'));
});
afterEach(() => rm(dir, { recursive: true }));

const never = new AbortController().signal;

it('a full disk is a sentence', async () => {
  const error = await writeFile('/dev/full', 'text').catch((cause: unknown) => cause);
  const failure = folderFailure(error, 'site');
  expect(failure).toBeInstanceOf(CommandError);
  expect(String(failure)).toContain('site: The disk is full: free some space, and run the same command again.');
});

it('a stream that breaks leaves the file of before', async () => {
  const writer = new FolderWriter(dir);
  await writer.write('media/a.txt', 'before');
  async function* broken() {
    yield Buffer.from('half');
    throw new Error('reset');
  }
  await expect(writer.writeStream('media/a.txt', Readable.from(broken()), never)).rejects.toThrow('reset');
  expect(await readdir(join(dir, 'media'))).toEqual(['a.txt']);
  expect(await readdir(join(dir, '.import/partial'))).toEqual([]);
});

it('a file in the place of a folder is a sentence', async () => {
  await symlink('/dev/null', join(dir, 'news'));
  await expect(new FolderWriter(dir).write('news/a.md', 'text')).rejects.toThrow(
    /A part of the path of the folder is a file/,
  );
});

it('a file that cannot be removed is a sentence', async () => {
  await symlink('/dev/null', join(dir, 'news'));
  await expect(new FolderWriter(dir).remove('news/a.md')).rejects.toThrow(CommandError);
});
