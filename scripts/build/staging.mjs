import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { MANIFEST, OUT, STAGING } from './settings.mjs';

/*
 * A build writes to a folder beside the output, which takes the output's place when all is well: a build that fails or is
 * interrupted changes nothing, and two at once do not mix.
 */

/** Where a file of the output is until then. @param {string} path */
export const staged = (path) => join(STAGING, relative(OUT, path));

/** Where the last output goes before it is removed. */
const LAST = `${STAGING}-last`;

/** Makes the folder, which a build that fails removes, and removes those of interrupted builds. */
export async function beginStaging() {
  process.once('exit', () => {
    for (const folder of [STAGING, LAST]) rmSync(folder, { recursive: true, force: true });
  });
  const place = dirname(OUT);
  const isStaging = new RegExp(`^${basename(OUT).replace(/\W/g, '\\$&')}\\.building-(\\d+)(?:-last)?$`);
  for (const name of await readdir(place).catch(() => [])) {
    const pid = Number(isStaging.exec(name)?.[1] ?? process.ppid);
    if (pid === process.pid || !isRunning(pid)) await rm(join(place, name), { recursive: true, force: true });
  }
  await mkdir(STAGING, { recursive: true });
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Puts the folder in the place of the output. */
export async function publish() {
  for (;;) {
    await rm(LAST, { recursive: true, force: true });
    await rename(OUT, LAST).catch(unless('ENOENT'));
    // Another build may have come between.
    const isPublished = await rename(STAGING, OUT).then(() => true, unless('ENOTEMPTY', 'EEXIST'));
    if (isPublished) return;
  }
}

/** @returns {Promise<{ sources: string, mode: string } | undefined>} nothing if there is none that can be read */
export const lastManifest = () =>
  readFile(MANIFEST, 'utf8')
    .then(JSON.parse)
    .catch(() => undefined);

/** Takes these errors for `undefined`. @param {string[]} codes */
function unless(...codes) {
  /** @param {unknown} error */
  return (error) => {
    if (!codes.includes(String(codeOf(error)))) throw error;
    return undefined;
  };
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : undefined);
