import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Copies a package that cannot be bundled, with the packages that it needs on this platform: the output runs without
 * node_modules.
 * @param {string} name
 * @param {string} to the folder node_modules of the output
 * @param {Set<string>} [done] folders that are copied already
 * @returns {Promise<string[]>} the folders that were copied
 */
export async function copyPackage(name, to, done = new Set()) {
  const from = join('node_modules', name);
  // Packages for other platforms are not installed.
  if (done.has(from) || !existsSync(from)) return [...done];
  done.add(from);
  const { dependencies, optionalDependencies } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'));
  await cp(from, join(to, name), { recursive: true, filter: (path) => !/\/(src|install)$/.test(path) });
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) await copyPackage(needed, to, done);
  return [...done];
}
