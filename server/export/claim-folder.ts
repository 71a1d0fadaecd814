import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError, lockFolder } from '@foyer/command-line';
import { type Manifest, readManifest } from './manifest.ts';

/* What an export may replace and delete: its folder, and the two beside it. */

/** Beside the folder: what is being written, and the last export while it is replaced. */
export const NEXT = '.next';
export const PREVIOUS = '.previous';
/** In the folder that is being written, and in the export itself until the last one is deleted. */
export const LOCK = { file: '.lock', action: 'export' };

/**
 * Locks the folder of an export, and removes the remains of one that was interrupted. @param path as it was written, for errors
 * @returns the manifest of the last export @throws a CommandError for what is not an export's, which stays as it is
 */
export async function claimFolder(path: string, dir: string): Promise<Manifest | undefined> {
  await mkdir(dir + NEXT, { recursive: true });
  const found = await readdir(dir + NEXT);
  const hasNext = found.some(isLock);
  if (found.length > 0 && !hasNext) throw notOwn(path + NEXT);
  await lockFolder(dir + NEXT, LOCK);
  const refusal = await refusalOfPrevious(path, dir, hasNext);
  // An earlier export ended between its two renames.
  if (!refusal && !(await exists(dir)) && (await exists(dir + PREVIOUS))) await rename(dir + PREVIOUS, dir);
  const last = await readManifest(dir);
  const error = refusal ?? (await refusalOf(path, dir, last));
  if (error) {
    await rm(dir + NEXT, { recursive: true });
    throw error;
  }
  await clear(dir + NEXT);
  await rm(dir + PREVIOUS, { recursive: true, force: true });
  await rm(join(dir, LOCK.file), { force: true });
  return last;
}

/** Removes what an export has written, but for the lock: what is left if this is broken off is still an export's. */
export async function clear(next: string): Promise<void> {
  for (const name of await readdir(next)) if (!isLock(name)) await rm(join(next, name), { recursive: true });
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** A lock that an export has taken, or is about to take. */
const isLock = (name: string): boolean => name.startsWith(LOCK.file);

/**
 * Only a lock proves that an export left `.previous`: a copy that an operator made of an export has its manifest, too. While the folder
 * is being replaced, the new export has the lock, in its place or still in `.next`.
 */
async function refusalOfPrevious(path: string, dir: string, hasNext: boolean): Promise<CommandError | undefined> {
  const isOwn = (await exists(dir)) ? await exists(join(dir, LOCK.file)) : hasNext;
  return isOwn || !(await exists(dir + PREVIOUS)) ? undefined : notOwn(path + PREVIOUS);
}

const notOwn = (path: string): CommandError =>
  new CommandError(`${path} is not left by an export, which needs this name: move it, or name another folder.`, 2);

/** Why no export can take the place of a folder. */
async function refusalOf(path: string, dir: string, last: Manifest | undefined): Promise<CommandError | undefined> {
  if (!(await exists(dir))) return undefined;
  if (!last && (await readdir(dir)).length > 0)
    return new CommandError(`${path} is not empty, and no earlier export: name another folder.`, 2);
  const [own, parent] = await Promise.all([stat(dir), stat(dirname(dir))]);
  if (own.dev === parent.dev) return undefined;
  return new CommandError(`${path} is mounted, and cannot be replaced: name a folder inside of it.`, 2);
}
