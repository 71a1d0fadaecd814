import { readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

/*
 * Writes the tables of docs/content-api.md from the kinds of content:
 *
 *   node scripts/print-content-api.mjs
 */

const DOCUMENT = 'docs/content-api.md';

const { outputFiles } = await build({
  entryPoints: ['scripts/content-api-tables.ts'],
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
});
const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
const { withTables } = await import(`data:text/javascript;base64,${code}`);

const document = await readFile(DOCUMENT, 'utf8');
await writeFile(DOCUMENT, withTables(document));
