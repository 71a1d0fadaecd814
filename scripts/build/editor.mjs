import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildEdited } from './edited-packages.mjs';
import { warn } from './faults.mjs';
import { COMMON_OPTIONS, OUT } from './settings.mjs';

const PACKAGE = 'node_modules/@sveltia/cms';
/** Its public address in the preview. */
const MOUNT = '/admin';

/**
 * Parts that the forms of a content folder do not use, which the editor would load on demand: maps, and colours for 240
 * programming languages. They are 10 MB.
 */
const LEFT_OUT = ['@shikijs/*', 'leaflet', 'leaflet/*', 'terra-draw', 'terra-draw-leaflet-adapter', 'svgo/*'];

/**
 * What the editor would request from a CDN, although it has it: fonts, which it also registers from its own files, and its
 * package.json, in which it looks for a newer version every hour.
 * @type {[pattern: RegExp, replacement: string][]}
 */
const FROM_A_CDN = [
  [/@font-face \{[^}]*url\(https:\/\/cdn\.jsdelivr\.net\/[^}]*\}/g, ''],
  [/`https:\/\/unpkg\.com\/@sveltia\/cms`/g, JSON.stringify(MOUNT)],
];

/** @type {import('esbuild').Plugin} */
const withoutCdn = {
  name: 'editor',
  setup(build) {
    build.onLoad({ filter: /\/@sveltia\/cms\/npm\/index\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      for (const [pattern, replacement] of FROM_A_CDN) {
        const edited = contents.replaceAll(pattern, replacement);
        if (edited === contents)
          warn(
            `@sveltia/cms has nothing like ${pattern}: does the editor still request it? See scripts/build/editor.mjs`,
          );
        contents = edited;
      }
      return { contents, loader: 'js' };
    });
  },
};

/**
 * The web editor, in a folder of its own: the preview serves it, never the public port. Its fonts and its WebAssembly lie
 * beside its scripts, where it looks for them.
 * @param {import('./output.mjs').Output} output
 */
export async function bundleEditor(output) {
  /** @type {import('esbuild').BuildOptions} */
  const options = {
    ...COMMON_OPTIONS,
    stdin: { contents: "import CMS from '@sveltia/cms'; CMS.init();", resolveDir: '.' },
    splitting: true,
    outdir: `${OUT}/editor`,
    entryNames: 'editor',
    chunkNames: '[name]-[hash]',
    // The texts of the editor's languages would be twice as long in ASCII.
    charset: 'utf8',
    external: LEFT_OUT,
  };
  const { metafile, outputFiles } = await buildEdited(options, [withoutCdn]);
  const assets = (await readdir(`${PACKAGE}/npm/assets`)).filter((name) => !name.endsWith('.map'));
  const copies = [
    { from: `${PACKAGE}/package.json`, to: 'package.json' },
    ...assets.map((name) => ({ from: join(PACKAGE, 'npm/assets', name), to: `assets/${name}` })),
  ].map(async ({ from, to }) => ({ path: `${OUT}/editor/${to}`, contents: await readFile(from) }));
  output.addBundle([...outputFiles, ...(await Promise.all(copies))]);
  return metafile;
}
