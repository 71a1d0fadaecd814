import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const SOURCES = [
  'client',
  'server',
  'shared',
  'packages',
  'tools',
  'scripts',
  'content',
  'build.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
/** They use what is in tests/. */
const TESTS = /^(packages|tools)\/[^/]+\/tests$/;
const TOOLS = new Set(readdirSync('tools'));

/** Copies the project without its tests, with what npm has installed. @param more paths */
export async function copyProject(root: string, more: readonly string[] = []): Promise<void> {
  const filter = (file: string) => !TESTS.test(file);
  await Promise.all([...SOURCES, ...more].map((path) => cp(path, join(root, path), { recursive: true, filter })));
  const to = join(root, 'node_modules');
  // The copy has packages of its own.
  mkdirSync(join(to, '@foyer'), { recursive: true });
  for (const name of readdirSync('node_modules'))
    if (name !== '@foyer') symlinkSync(resolve('node_modules', name), join(to, name));
  for (const name of readdirSync('node_modules/@foyer'))
    symlinkSync(join(root, TOOLS.has(name) ? 'tools' : 'packages', name), join(to, '@foyer', name));
}
