import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

/* What the build tells of what it is made of. */

it('lists in CycloneDX what ships, and nothing that is for development', async () => {
  const bill = JSON.parse(await readFile('dist/sbom.cdx.json', 'utf8'));
  expect(bill.bomFormat).toBe('CycloneDX');
  const names = new Set(bill.components.map(({ name }: { name: string }) => name));
  for (const name of ['express', 'react-dom', 'pino', 'negotiator']) expect(names).toContain(name);
  for (const name of ['vitest', 'playwright-core', 'typescript']) expect(names).not.toContain(name);
});

it('has the licence of each package that is in the bundles, and of the fonts', async () => {
  const text = await readFile('dist/LICENSES.txt', 'utf8');
  for (const name of ['react', 'express', 'zod', 'undici', 'framer-motion', '@fontsource-variable/fraunces'])
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+: [A-Z]`, 'm'));
  expect(text).not.toMatch(/^vitest /m);
});
