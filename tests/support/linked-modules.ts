import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

const TOOLS = new Set(readdirSync('tools'));

/** Gives a copy of the project what npm has installed, with the copy's own packages. */
export function linkModules(root: string): void {
  const to = join(root, 'node_modules');
  mkdirSync(join(to, '@foyer'), { recursive: true });
  for (const name of readdirSync('node_modules'))
    if (name !== '@foyer') symlinkSync(resolve('node_modules', name), join(to, name));
  for (const name of readdirSync('node_modules/@foyer'))
    symlinkSync(join(root, TOOLS.has(name) ? 'tools' : 'packages', name), join(to, '@foyer', name));
}
