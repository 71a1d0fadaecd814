import { build } from 'esbuild';
import { COMMON_OPTIONS, DEVELOPMENT, OUT } from './settings.mjs';

/** Has a native part: it is copied beside the server. */
export const NATIVE = 'sharp';

/**
 * The server, each entry in one file.
 * @param {import('./assets.mjs').Assets} assets
 * @param {import('./output.mjs').Output} output
 */
export async function bundleServer(assets, output) {
  const { metafile, outputFiles } = await build({
    ...COMMON_OPTIONS,
    entryPoints: {
      index: 'server/index.ts',
      'normaliser-thread': 'server/content-api/normaliser-thread.ts',
      'search-thread': 'server/search/search-thread.ts',
      'pdf-thread': 'server/search/pdf-thread.ts',
      'preview-thread': 'server/preview-thread.ts',
      'content-check': 'server/check-content.ts',
      'new-content': 'server/new-content.ts',
      'import-content': 'server/import-content.ts',
      'connect-api': 'server/connect-api.ts',
    },
    outExtension: { '.js': '.mjs' },
    outdir: `${OUT}/server`,
    platform: 'node',
    target: 'node20.19',
    // A stack trace has the names of functions and files as they are written: no source map has to be shipped.
    minify: false,
    sourcemap: DEVELOPMENT && 'inline',
    external: [NATIVE],
    // Some packages are CommonJS.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: [assets.plugin()],
  });
  output.addBundle(outputFiles);
  return metafile;
}
