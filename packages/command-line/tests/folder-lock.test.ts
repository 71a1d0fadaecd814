import { writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CommandError } from '../src/command-error.ts';
import { lockFolder } from '../src/folder-lock.ts';

/* One process at a time writes to a folder. */

const LOCK = { file: '.lock', action: 'export' };
/** No system gives a process this number. */
const KILLED = 2 ** 30;

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'foyer-lock-'));
  await writeFile(join(dir, '.lock'), `${KILLED} ${hostname()}`);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(dir, { recursive: true, force: true });
});

it('replaces the lock of a process that was killed', async () => {
  const unlock = await lockFolder(dir, LOCK);
  expect(await readdir(dir)).toEqual(['.lock']);
  expect(await readFile(join(dir, '.lock'), 'utf8')).toBe(`${process.pid} ${hostname()}`);
  await unlock();
  // An empty folder goes with its lock.
  await expect(readdir(dir)).rejects.toThrow('ENOENT');
});

it('leaves the lock of a process that has replaced it first', async () => {
  const other = `${process.ppid} ${hostname()}`;
  vi.spyOn(process, 'kill').mockImplementationOnce(() => {
    writeFileSync(join(dir, '.lock'), other);
    throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
  });
  await expect(lockFolder(dir, LOCK)).rejects.toThrow(CommandError);
  expect(await readdir(dir)).toEqual(['.lock']);
  expect(await readFile(join(dir, '.lock'), 'utf8')).toBe(other);
});
