import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST, MODE, SOURCES } from './settings.mjs';

/** Whether a source is newer than the last build, or that build had another mode. */
export async function isStale() {
  if (!existsSync(MANIFEST)) return true;
  const last = JSON.parse(await readFile(MANIFEST, 'utf8'));
  if (last.mode !== MODE) return true;
  const times = await Promise.all((await buildSources()).map(async (path) => (await stat(path)).mtimeMs));
  return times.some((time) => time > last.built);
}

/** Every file that the output depends on. */
export async function buildSources() {
  return (await Promise.all(SOURCES.filter((path) => existsSync(path)).map(sourceFiles))).flat();
}

/** Every file of a folder, or the file itself. @param {string} path */
export async function sourceFiles(path) {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
