import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/*
 * Writes the tables of docs/content-api.md, docs/openapi.json and docs/schemas/ from the kinds of content and the
 * example's content:
 *
 *   node scripts/print-content-api.mjs
 */

// Below the packages, which the bundle imports.
const BUNDLE = resolve('node_modules/.cache/content-api-documents.mjs');

await build({
  entryPoints: ['scripts/content-api-documents.ts'],
  bundle: true,
  packages: 'external',
  outfile: BUNDLE,
  format: 'esm',
  platform: 'node',
  // Our packages are sources, which Node.js cannot read: they are bundled.
  plugins: [{ name: 'packages', setup: bundlePackages }],
  // Of screens, which the documents do not need.
  loader: { '.svg': 'empty', '.css': 'empty' },
});
try {
  const { contentApiDocuments } = await import(pathToFileURL(BUNDLE).href);
  await rm('docs/schemas', { recursive: true, force: true });
  for (const [path, text] of await contentApiDocuments()) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
} finally {
  await rm(BUNDLE);
}

/** @param {import('esbuild').PluginBuild} build */
function bundlePackages({ onResolve }) {
  onResolve({ filter: /^@foyer\// }, ({ path }) => ({ path: fileURLToPath(import.meta.resolve(path)) }));
}
