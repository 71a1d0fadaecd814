import { relative } from 'node:path';

/* What every step of the build shares: where its output goes, in which mode, and esbuild's options. */

/** The folder of the output. */
export const OUT = relative('.', process.env.OUT ?? 'dist');
/** What a build writes until all is well: each process has its own. */
export const STAGING = `${OUT}.building-${process.pid}`;
/** React's development build, not minified, not measured. */
export const DEVELOPMENT = process.env.NODE_ENV === 'development';
export const MODE = DEVELOPMENT ? 'development' : 'production';
/** It also says what the output is built from. */
export const MANIFEST = `${OUT}/server/manifest.json`;
/** The public address of the browser's files. */
export const ASSETS = '/assets/';
/** Everything that the output depends on. */
export const SOURCES = [
  'client',
  'server',
  'shared',
  'packages',
  'tools',
  'scripts/build',
  'build.mjs',
  'package.json',
  'package-lock.json',
  // What npm has installed.
  'node_modules/.package-lock.json',
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
