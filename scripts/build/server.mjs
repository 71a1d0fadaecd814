import { build } from 'esbuild';
import { pastDoors } from './past-doors.mjs';
import { COMMON_OPTIONS, DEVELOPMENT, OUT } from './settings.mjs';

/** Has a native part: it is copied beside the server. */
export const NATIVE = 'sharp';

/** The server and its threads. */
const SERVER = {
  index: 'server/index.ts',
  'normaliser-thread': 'packages/gateway/src/normaliser-thread.ts',
  'search-thread': 'server/search-thread.ts',
  'pdf-thread': 'packages/search/src/pdf-thread.ts',
  'preview-thread': 'server/preview-thread.ts',
};
/** What an operator or an editor runs. */
const COMMANDS = {
  'content-check': 'server/content-check.ts',
  'new-content': 'tools/new/src/main.ts',
  'import-content': 'tools/import/src/main.ts',
  'connect-api': 'tools/connect/src/main.ts',
  'export-site': 'server/export/main.ts',
};

/**
 * Bundles the server and the commands: a file for each entry, and files that they share or import on demand, all in one folder:
 * places are relative to it. The commands share nothing with the server: its start would read more and smaller files.
 * @param {import('./assets.mjs').Assets} assets
 * @param {import('./output.mjs').Output} output
 * @returns {Promise<import('esbuild').Metafile[]>}
 */
export const bundleServer = (assets, output) =>
  Promise.all([SERVER, COMMANDS].map((entryPoints) => bundleEntries(entryPoints, assets, output)));

/**
 * @param {Record<string, string>} entryPoints
 * @param {import('./assets.mjs').Assets} assets
 * @param {import('./output.mjs').Output} output
 */
async function bundleEntries(entryPoints, assets, output) {
  const { metafile, outputFiles } = await build({
    ...COMMON_OPTIONS,
    entryPoints,
    outExtension: { '.js': '.mjs' },
    chunkNames: '[name]-[hash]',
    splitting: true,
    outdir: `${OUT}/server`,
    platform: 'node',
    // ES modules where a package has both forms: what is not used of them is left out.
    conditions: ['module', 'module-sync'],
    target: 'node20.19',
    // A stack trace has the names of functions and files as they are written, and lines that can be read: no source map has to be
    // shipped. Without white space each thread holds 3 MB less of the text.
    minify: false,
    minifyWhitespace: !DEVELOPMENT,
    lineLimit: 160,
    sourcemap: DEVELOPMENT && 'inline',
    external: [NATIVE],
    // Some packages are CommonJS.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: [assets.plugin(), pastDoors],
  });
  output.addBundle(outputFiles);
  return metafile;
}
