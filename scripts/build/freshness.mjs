import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MODE, SOURCES } from './settings.mjs';
import { lastManifest } from './staging.mjs';

/** Whether the last build had other sources, or another mode. */
export async function isStale() {
  const last = await lastManifest();
  return last?.mode !== MODE || last.sources !== (await digestOf(await buildSources()));
}

/**
 * Changes with the files and what is in them. Their times would not tell that one is missing, or that an older one has taken its place.
 * @param {string[]} paths
 */
export async function digestOf(paths) {
  const inOrder = paths.toSorted();
  const contents = await Promise.all(inOrder.map((path) => readFile(path)));
  const hash = createHash('sha256');
  for (const [index, path] of inOrder.entries()) {
    const bytes = contents[index] ?? '';
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
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
