import { build } from 'esbuild';
import { warn } from './faults.mjs';

/**
 * Bundles with plugins that edit packages. No release of a package may fail a build: if what an edit makes is no script, the packages
 * are bundled as they are published, and a line says so.
 * @param {import('esbuild').BuildOptions} options
 * @param {import('esbuild').Plugin[]} edits
 * @param {(line: string) => void} [say]
 */
export async function buildEdited(options, edits, say = warn) {
  const complete = /** @type {const} */ ({ ...options, metafile: true, write: false });
  try {
    return await build({ ...complete, plugins: edits, logLevel: 'silent' });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[1] : error;
    const names = edits.map(({ name }) => `scripts/build/${name}.mjs`).join(', ');
    say(`packages are bundled as published, without ${names} (${reason})`);
    return build(complete);
  }
}
