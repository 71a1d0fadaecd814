import { relative } from 'node:path';

/* What every step of the build shares: where its output goes, in which mode, and esbuild's options. */

/** The folder of the output. */
export const OUT = relative('.', process.env.OUT ?? 'dist');
/** React's development build, not minified, without budgets. */
export const DEVELOPMENT = process.env.NODE_ENV === 'development';
export const MODE = DEVELOPMENT ? 'development' : 'production';
/** Written last: an output folder without it is not a finished build. */
export const MANIFEST = `${OUT}/server/manifest.json`;
/** The public address of the browser's files. */
export const ASSETS = '/assets/';
/** Everything that the output depends on. */
export const SOURCES = [
  'client',
  'server',
  'shared',
  'scripts/build',
  'build.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** @satisfies {import('esbuild').BuildOptions} */
export const COMMON_OPTIONS = {
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  metafile: true,
  write: false,
  minify: !DEVELOPMENT,
  legalComments: 'none',
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': JSON.stringify(MODE) },
};
