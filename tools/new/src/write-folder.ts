import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CommandError } from '@foyer/command-line';
import { codeOf } from '@foyer/runtime';

/** Contents by path in a folder. */
export type Files = Map<string, string | Buffer>;

/** A new repository may be there before its content. */
const ALLOWED_BEFORE = '.git';

/** Rejects with a CommandError if a folder has files. @returns the names in an empty one; undefined if there is none */
export async function refuseOccupied(folder: string): Promise<string[] | undefined> {
  const names = await namesIn(resolve(folder), folder);
  const others = names?.filter((name) => name !== ALLOWED_BEFORE) ?? [];
  if (others.length > 0)
    throw new CommandError(`${folder} is not empty: name an empty folder, or one that is not there yet`);
  return names;
}

/**
 * Writes a new folder with all files, or nothing: they are written beside their place and then renamed. Rejects with a
 * CommandError. An empty folder that is already there stays the same folder: it may be a mounted one.
 * @param signal aborted when the operator interrupts
 */
export async function writeFolder(folder: string, files: Files, signal?: AbortSignal): Promise<void> {
  const dir = resolve(folder);
  const names = await refuseOccupied(folder);
  const parent = names ? dir : dirname(dir);
  const temporary = temporaryIn(parent);
  const moved: string[] = [];
  let firstParent: string | undefined;
  try {
    firstParent = await mkdir(parent, { recursive: true });
    await writeFiles(temporary, files, signal);
    if (!names) return await rename(temporary, dir);
    for (const name of await readdir(temporary)) {
      await rename(join(temporary, name), join(dir, name));
      moved.push(join(dir, name));
    }
    await rm(temporary, { recursive: true });
  } catch (error) {
    await removeAll([temporary, ...moved]);
    if (firstParent !== undefined) await removeEmpty(parent, firstParent);
    throw asCommandError(error, folder);
  }
}

/**
 * Replaces a folder inside of a content folder, `.schemas`. Rejects with a CommandError.
 * @param signal aborted when the operator interrupts
 */
export async function replaceFolder(folder: string, name: string, files: Files, signal?: AbortSignal): Promise<void> {
  const dir = resolve(folder);
  if (!(await namesIn(dir, folder))) throw new CommandError(`${folder}: there is no such folder`);
  const temporary = temporaryIn(dir);
  try {
    await writeFiles(temporary, files, signal);
    await rm(join(dir, name), { recursive: true, force: true });
    await rename(temporary, join(dir, name));
  } catch (error) {
    await removeAll([temporary]);
    throw asCommandError(error, folder);
  }
}

const temporaryIn = (parent: string): string => join(parent, `.foyer-${randomUUID()}`);

async function writeFiles(dir: string, files: Files, signal?: AbortSignal): Promise<void> {
  await mkdir(dir);
  for (const [name, content] of files) {
    const path = join(dir, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content, { signal });
  }
}

/** Removes the folders from `last` up to `first`, as far as they are empty: another process may have written into them. */
async function removeEmpty(last: string, first: string): Promise<void> {
  try {
    for (let dir = last; dir.length >= first.length; dir = dirname(dir)) await rmdir(dir);
  } catch {
    // Not empty, or never created.
  }
}

/** Undefined if there is no such folder. */
async function namesIn(dir: string, folder: string): Promise<string[] | undefined> {
  try {
    return await readdir(dir);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw asCommandError(error, folder);
  }
}

async function removeAll(paths: readonly string[]): Promise<void> {
  // What cannot be removed was not created either, or the disk fails: the first error is the one to report.
  for (const path of paths) await rm(path, { recursive: true, force: true }).catch(() => {});
}

const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: make room, or name a folder on another one',
  EFBIG: 'a file may not be as large as it has to be here: raise the limit, or name a folder on another disk',
  EDQUOT: 'your share of the disk is full: make room, or name a folder on another one',
  EACCES: 'you may not write here: name another folder, or ask for the right to write',
  EPERM: 'you may not write here: name another folder, or ask for the right to write',
  EROFS: 'this place is read-only: name a folder in another one',
  ENOTDIR: 'a part of this path is a file: name another folder',
  EEXIST: 'a part of this path is a file: name another folder',
  ENOTEMPTY: 'this folder is no longer empty: name one that is not there yet',
  ABORT_ERR: 'interrupted: nothing was written',
  ENAMETOOLONG: 'this name is too long: choose a shorter one',
};

function asCommandError(error: unknown, folder: string): CommandError {
  const sentence = SENTENCES[codeOf(error) ?? ''];
  return new CommandError(`${folder}: ${sentence ?? (error instanceof Error ? error.message : String(error))}`);
}
