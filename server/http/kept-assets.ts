import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '@foyer/runtime';
import type { Logger } from 'pino';

/*
 * The browser files of earlier builds, in DATA_DIR: a visitor with yesterday's page, or a CDN that has kept it, still asks for its
 * scripts and styles. Their names contain hashes of their contents, so that those of all builds have room beside each other.
 */

/** Since the last start of a process with that build. */
const KEPT_MS = 30 * 86_400_000;
/** No path, and nothing hidden. */
const NAME = /^[\w-]+(\.[a-z\d]+)+$/;

/** Keeps the files of this build, and removes those that are too old. Never rejects. */
export async function keepAssets(clientDir: string, dir: string, log: Logger): Promise<void> {
  try {
    await mkdir(dir, { recursive: true });
    const now = new Date();
    const names = await readdir(clientDir);
    for (const name of names) {
      const kept = join(dir, name);
      await utimes(kept, now, now).catch(() => copyAtOnce(join(clientDir, name), kept));
    }
    const ofThisBuild = new Set(names);
    for (const name of await readdir(dir)) {
      const file = join(dir, name);
      if (!ofThisBuild.has(name) && Number(now) - (await stat(file)).mtimeMs > KEPT_MS) await rm(file, { force: true });
    }
  } catch (err) {
    log.warn(
      { err },
      "this build's files are not kept in DATA_DIR: after an update, pages of today may miss their scripts",
    );
  }
}

/** A kept file; undefined if there is none. @param name as in a request */
export async function readKept(dir: string, name: string): Promise<Buffer | undefined> {
  if (!NAME.test(name)) return undefined;
  try {
    return await readFile(join(dir, name));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Another process that reads the file never sees a part of it. */
async function copyAtOnce(from: string, to: string): Promise<void> {
  const temporary = `${to}.${process.pid}.part`;
  await copyFile(from, temporary);
  await rename(temporary, to);
}
