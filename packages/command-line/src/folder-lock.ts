import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import { codesOf } from '@foyer/runtime';
import { CommandError } from './command-error.ts';
import { folderFailure } from './folder-failure.ts';

interface Lock {
  /** Relative to the folder. */
  file: string;
  /** What is prevented: an import, an export. */
  action: string;
}

/** Prevents that two processes write to a folder at a time. Rejects with a CommandError. @returns removes the lock */
export async function lockFolder(dir: string, { file, action }: Lock): Promise<() => Promise<void>> {
  const path = resolve(dir, file);
  const own = `${path}-${randomUUID()}`;
  try {
    const created = await mkdir(dirname(path), { recursive: true });
    // A link appears with its content: no other process reads a lock without its owner.
    await writeFile(own, `${process.pid} ${hostname()}`);
    while (!(await linked(own, path))) await removeStale(path, dir, action);
    return () => unlock(path, resolve(created ?? dirname(path)));
  } catch (error) {
    throw folderFailure(error, dir);
  } finally {
    await rm(own, { force: true }).catch(() => {});
  }
}

/** False: there is a lock. */
async function linked(own: string, path: string): Promise<boolean> {
  return link(own, path).then(
    () => true,
    (error: unknown) => {
      if (codesOf(error).includes('EEXIST')) return false;
      throw error;
    },
  );
}

/** Removes the lock of a process that was killed. Rejects if its process may be running. */
async function removeStale(path: string, dir: string, action: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(unlessMissing);
  if (text === undefined) return;
  const [pid = '', host = hostname()] = text.split(' ');
  if (host !== hostname())
    throw new CommandError(
      `Another ${action} writes ${dir} (process ${pid} on the host ${host}): wait for its end. If it has been killed, or its container is gone, delete ${path}.`,
    );
  if (isRunning(Number(pid)))
    throw new CommandError(
      `Another ${action} writes ${dir} (process ${pid}): wait for its end. If there is none, delete ${path}.`,
    );
  await removeIfStill(path, text);
}

/** Removes a lock unless it is another one by now: a process that has found the same stale lock may have removed it and taken its own. */
async function removeIfStill(path: string, text: string): Promise<void> {
  const aside = `${path}-${randomUUID()}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== text) await linked(aside, path);
    await rm(aside, { force: true });
  } catch (error) {
    unlessMissing(error);
  }
}

/** Throws any other error than that of a missing file. */
function unlessMissing(error: unknown): undefined {
  if (!codesOf(error).includes('ENOENT')) throw error;
}

/** Whether another process has this id. In a container each process of a command has the same: an equal one is that of an earlier run. */
function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codesOf(error).includes('EPERM');
  }
}

/** Removes the lock, and the folders that were created for it if nothing is in them. @param top the outermost of them */
async function unlock(path: string, top: string): Promise<void> {
  await rm(path, { force: true });
  for (let folder = dirname(path); folder.length >= top.length; folder = dirname(folder)) {
    const isRemoved = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}
