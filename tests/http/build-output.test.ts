import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { overBudget } from '../../scripts/build/output-checks.mjs';
import { readManifest } from '../../server/pages/manifest.ts';

/* The files that the build writes. */

it('lists in CycloneDX what ships, and nothing that is for development', async () => {
  const bill = JSON.parse(await readFile('dist/sbom.cdx.json', 'utf8'));
  expect(bill.bomFormat).toBe('CycloneDX');
  const names = new Set(bill.components.map(({ name }: { name: string }) => name));
  for (const name of ['express', 'react-dom', 'pino', 'negotiator']) expect(names).toContain(name);
  for (const name of ['vitest', 'playwright-core', 'typescript']) expect(names).not.toContain(name);
});

it('has in its bill what each of our packages and tools depends on, also what tests use', async () => {
  const { components } = JSON.parse(await readFile('dist/sbom.cdx.json', 'utf8'));
  const nameOf = ({ group, name }: { group?: string; name: string }) => (group ? `${group}/${name}` : name);
  const listed = new Set(components.map(nameOf));
  const folders = ['packages', 'tools'].flatMap((root) =>
    readdirSync(root).map((name) => `${root}/${name}/package.json`),
  );
  const needed = folders
    .filter((path) => existsSync(path))
    .flatMap((path) => Object.keys(JSON.parse(readFileSync(path, 'utf8')).dependencies ?? {}))
    .filter((name) => !/^@(foyer|types)\//.test(name));
  expect(needed.length).toBeGreaterThan(40);
  expect([...new Set(needed)].filter((name) => !listed.has(name))).toEqual([]);
});

it('has the licence of each package that is in the bundles, and of the fonts', async () => {
  const text = await readFile('dist/LICENSES.txt', 'utf8');
  for (const name of ['react', 'express', 'zod', 'undici', 'framer-motion', '@fontsource-variable/fraunces'])
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+: [A-Z]`, 'm'));
  expect(text).not.toMatch(/^vitest /m);
});

it('loads every screen with at most four scripts, all named in its manifest', async () => {
  const { script, imported: entryImports, screens, messages } = readManifest('dist/server/manifest.json');
  expect(Object.keys(screens).length).toBeGreaterThan(20);
  for (const screen of Object.values(screens)) {
    const named = [...entryImports, script, screen, messages.en];
    expect(named.length).toBeLessThanOrEqual(4);
    for (const address of [script, screen]) {
      const source = await readFile(address.replace('/assets/', 'dist/client/'), 'utf8');
      const imported = [...source.matchAll(/\bfrom\s*"(?:\.|\/assets)\/([^"]+)"/g)].map(
        ([, file]) => `/assets/${file}`,
      );
      expect(imported.length).toBeGreaterThan(0);
      for (const each of imported) expect(named).toContain(each);
    }
  }
});

it('stays within the budgets of bytes, which the build itself only warns of', async () => {
  const sizes = JSON.parse(await readFile('dist/sizes.json', 'utf8'));
  expect(sizes.length).toBeGreaterThan(20);
  expect(overBudget(sizes)).toEqual([]);
});

it('compresses each script and stylesheet, and has no two files that differ only in case', async () => {
  const files = await readdir('dist/client');
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length);
  for (const file of files.filter((each) => /\.(js|css|svg)$/.test(each))) {
    expect(file).toMatch(/-\w{8,10}\.\w+$/);
    expect(files).toContain(`${file}.br`);
    expect(files).toContain(`${file}.gz`);
  }
});
