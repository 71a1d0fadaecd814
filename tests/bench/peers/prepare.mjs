import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

/**
 * Copies Foyer's components into a peer, so that all render the same tree; what ties them to Foyer's own way of
 * hydrating, and to its router, makes room for the peer's.
 * @param {string} folder of the peer
 * @param {string} router the source of the module that takes the place of shared/router.ts
 * @param {object} [options]
 * @param {string} [options.directive] what each of the components has to begin with
 * @param {Record<string, string>} [options.instead] sources by the components whose place they take
 * @param {string} [options.theme] the stylesheet with the site's accent
 */
export async function prepare(folder, router, { directive = '', instead = {}, theme = '' } = {}) {
  const to = join(folder, 'foyer');
  await rm(to, { recursive: true, force: true });
  await cp('shared', to, { recursive: true });
  // Each framework has a way of its own to fonts.
  await writeFile(join(to, 'document/fonts.css'), '');
  await copyFonts(join(to, 'fonts'));
  await writeFile(join(to, 'document/theme.css'), theme);
  await writeFile(join(to, 'router.ts'), router);
  await writeFile(join(to, 'hydration.tsx'), HYDRATION);
  await replace(join(to, 'ui/LazyImage.tsx'), /import placeholder from .*/, "const placeholder = '/placeholder.svg';");
  for (const [name, source] of Object.entries(instead)) await writeFile(join(to, name), source);
  for (const name of await readdir(to, { recursive: true })) {
    if (name.endsWith('.tsx')) await replace(join(to, name), /^/, directive);
  }
  // A peer imports the views of its pages itself. A second way to each is one to styles that a page does not need.
  for (const name of ROWS) await replace(join(to, 'features', name), /\bview: \(\) => import\(.*\),/g, '');
  await bundleSelection(join(to, 'select.mjs'));
  await cp('shared/ui/placeholder.svg', join(folder, 'public/placeholder.svg'), { recursive: true });
}

/** The peers bring their data to the browser themselves. */
const HYDRATION = `import { createContext } from 'react';
export const Hydration = createContext<{ isHydrated?: () => boolean }>({});
export const BlockData = (_: { name: string; result: unknown }) => null;
export const useTextNumber = (_: string) => undefined;
`;

/** The rows of what the peers show. */
const ROWS = [
  'albums/album-pages.ts',
  'articles/article-pages.ts',
  'documents/document-pages.ts',
  'home/home-pages.ts',
];

const FONTS = {
  'source-sans.woff2': 'source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
  'fraunces.woff2': 'fraunces/files/fraunces-latin-wght-normal.woff2',
  'devanagari.woff2': 'noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2',
};

/** @param {string} to */
async function copyFonts(to) {
  await mkdir(to);
  for (const [name, file] of Object.entries(FONTS)) {
    await cp(join('node_modules/@fontsource-variable', file), join(to, name));
  }
}

/**
 * The functions that choose what a page shows of an answer. They stand beside components, which a server of data can
 * not import everywhere, so they are taken out.
 * @param {string} outfile
 */
async function bundleSelection(outfile) {
  await build({
    stdin: {
      resolveDir: 'shared',
      contents: `export { latestBlogs, otherArticles } from './features/articles/article-card.ts';
export { selectItems as selectBlogs } from './features/articles/BlogList.tsx';
export { selectItems as selectReports } from './features/documents/ReportList.tsx';`,
    },
    outfile,
    bundle: true,
    format: 'esm',
    plugins: [{ name: 'what is not used', setup: ({ onResolve }) => onResolve({ filter: /^/ }, resolveUsed) }],
  });
}

/**
 * Leaves out every module of which nothing is used: the components, and React.
 * @param {import('esbuild').OnResolveArgs} args
 */
const resolveUsed = ({ path, resolveDir }) =>
  /^\..*\.tsx?$/.test(path)
    ? { path: resolve(resolveDir, path), sideEffects: false }
    : { path, external: true, sideEffects: false };

/** @param {string} file @param {RegExp} pattern @param {string} text */
async function replace(file, pattern, text) {
  const before = await readFile(file, 'utf8');
  if (!pattern.test(before)) throw new Error(`${file} is not what it was`);
  await writeFile(file, before.replace(pattern, text));
}
