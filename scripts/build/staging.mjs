import { rmSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
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
/** Where a running server looks for files that it has not needed so far. */
const READ_LATER = [`${OUT}/client`, `${OUT}/server`];

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
  await keepForRunningServers();
  for (;;) {
    await rm(LAST, { recursive: true, force: true });
    await rename(OUT, LAST).catch(unless('ENOENT'));
    // Another build may have come between.
    const isPublished = await rename(STAGING, OUT).then(() => true, unless('ENOTEMPTY', 'EEXIST'));
    if (isPublished) return;
  }
}

/**
 * Links what the last build has and this one has not, such as a script with another hash: a server that runs from the last one
 * goes on until it is restarted, and so do the pages that visitors have open. What that build had itself kept is left out.
 */
async function keepForRunningServers() {
  const last = await lastManifest();
  if (!last) return;
  for (const folder of READ_LATER) {
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const file = await stat(path).catch(() => undefined);
      // It fails where the new build has a file of this name, and on a disk without links.
      if (file?.isFile() && file.mtimeMs >= last.built) await link(path, staged(path)).catch(() => {});
    }
  }
}

/** @returns {Promise<{ built: number, sources: string, mode: string } | undefined>} nothing if there is none that can be read */
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
