import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** The module of the tests' upstream, which is TypeScript. @returns {Promise<typeof import('../support/upstream.ts')>} */
export async function testUpstream() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
  const outfile = join(folder, 'upstream.mjs');
  await build({ entryPoints: ['tests/support/upstream.ts'], bundle: true, platform: 'node', format: 'esm', outfile });
  const module = await import(pathToFileURL(outfile).href);
  await rm(folder, { recursive: true });
  return module;
}
