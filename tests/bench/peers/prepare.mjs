import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { pastDoors, withDirectImports } from '../../../scripts/build/past-doors.mjs';

/**
 * Copies Foyer's components into a peer, so that all render the same tree. What ties them to Foyer's way of streaming and
 * hydrating makes room for the peer's; files in the peer's folder `instead` take the place of others.
 * @param {string} folder of the peer
 * @param {string} apiUrl
 */
export async function prepare(folder, apiUrl) {
  const to = join(folder, 'foyer');
  await rm(to, { recursive: true, force: true });
  await cp('shared', to, { recursive: true });
  for (const name of PACKAGES) await cp(`packages/${name}/src`, join(to, name), { recursive: true });
  await rewritePackages(to);
  await writeFile(join(to, 'hydration.tsx'), HYDRATION);
  await writeFile(join(to, 'ui/Block.tsx'), BLOCK);
  // As an import a peer would read its size, which it has not.
  for (const name of ['LazyImage.tsx', 'Picture.tsx'])
    await replace(join(to, 'ui', name), /import placeholder from .*/, "const placeholder = '/placeholder.svg';");
  if (existsSync(join(folder, 'instead'))) await cp(join(folder, 'instead'), to, { recursive: true });
  // A peer imports the views of its pages itself. A second way to each is one to styles that a page does not need.
  for (const name of ROWS) await replace(join(to, 'features', name), /\bview: \(\) => import\(.*\),/g, '');
  await replace(join(to, 'features/home/home-pages.ts'), "import('./home-news.ts')", "import('../../select.mjs')");
  // One language needs no catalogue that is loaded later.
  await replace(
    join(to, 'model/edition.ts'),
    'new Map<Locale, Messages>()',
    "new Map<Locale, Messages>([['en', english]])",
  );
  await replace(join(to, 'model/edition.ts'), /^/, "import english from '../messages/en.ts';\n");
  await bundleSelection(join(to, 'select.mjs'));
  await prepareStyles(to, apiUrl);
  await cp('shared/ui/placeholder.svg', join(folder, 'public/placeholder.svg'), { recursive: true });
}

/** What the components import of our packages. */
const PACKAGES = ['model', 'messages'];

/** Leads imports of our packages to the copies of their files: a peer has no workspace. @param {string} to */
async function rewritePackages(to) {
  for (const name of await readdir(to, { recursive: true })) {
    if (!/\.tsx?$/.test(name)) continue;
    const file = join(to, name);
    const text = withDirectImports(await readFile(file, 'utf8'));
    const copied = text.replace(/"[^"]*\/packages\/(\w+)\/src\/([^"]+)"/g, (_, folder, rest) => {
      const path = relative(dirname(file), join(to, folder, rest));
      return JSON.stringify(path.startsWith('.') ? path : `./${path}`);
    });
    await writeFile(file, copied);
  }
}

/** The peers bring their data to the browser themselves. */
const HYDRATION = `import { createContext } from 'react';
export const Hydration = createContext<{ isHydrated?: () => boolean }>({});
export const useTextNumber = (_: string) => undefined;
`;

/** All data is there. React would stream a large Suspense boundary even so, and need a script to move it into place. */
const BLOCK = `import type { ReactNode } from 'react';
import type { BlockResult } from '../deferred.ts';
interface BlockProps<T> {
  data: { result: BlockResult<T> };
  next?: ReactNode;
  children: (data: T) => ReactNode;
}
export const Block = <T,>({ data: { result }, next, children }: BlockProps<T>) => (
  <>
    {result.ok && children(result.data)}
    {next}
  </>
);
`;

/** The rows of what the peers show. */
const ROWS = ['articles/article-pages.ts', 'documents/document-pages.ts', 'home/home-pages.ts'];

/**
 * Each framework has a way of its own to fonts: the styles name them by custom properties, for files that Foyer's build has
 * reduced. The tints of the site's accent follow the styles of all pages in what Foyer sends.
 * @param {string} to
 * @param {string} apiUrl
 */
async function prepareStyles(to, apiUrl) {
  const { styles } = JSON.parse(await readFile('dist/server/manifest.json', 'utf8'));
  const css = styles.frame;
  const home = await (await fetch(new URL('/', apiUrl))).text();
  const [, frame = ''] = /<style data-precedence="frame"[^>]*>(.*?)<\/style>/s.exec(home) ?? [];
  if (!frame.startsWith(css)) throw new Error('the styles of the home page are not those of the build');
  await writeFile(join(to, 'document/theme.css'), frame.slice(css.length));
  await replace(join(to, 'document/global.css'), /@import "\.\/fonts\.css";/, '');
  for (const [, family = '', file = ''] of css.matchAll(FONT_FILE))
    await cp(join('dist/client', file), join(to, 'fonts', `${nameOf(family)}.woff2`));
  const named = (/** @type {string} */ quoted, /** @type {string} */ family) => `var(--${nameOf(family)}, ${quoted})`;
  await replace(join(to, 'document/tokens.css'), FAMILY, named);
}

/** @param {string} family */
const nameOf = (family) => family.toLowerCase().replaceAll(' ', '-');

// Nepali is shown in a font of the device.
const FONT_FILE = /@font-face{font-family:(Source Sans|Fraunces);[^}]*url\(\/assets\/([^)]+)\)/g;
const FAMILY = /"(Source Sans|Fraunces)"/g;

/**
 * The functions that choose what a page shows of an answer. They stand beside components, which a server of data can
 * not import everywhere, so they are taken out.
 * @param {string} outfile
 */
async function bundleSelection(outfile) {
  await build({
    stdin: {
      resolveDir: 'shared',
      contents: `export { latestBlogs } from './features/articles/article-card.ts';
export { relatedArticles } from './features/articles/related-articles.ts';
export { homeNews } from './features/home/home-news.ts';
export { selectItems as selectBlogs } from './features/articles/BlogList.tsx';
export { selectItems as selectReports } from './features/documents/ReportList.tsx';`,
    },
    outfile,
    bundle: true,
    format: 'esm',
    plugins: [
      pastDoors,
      { name: 'what is not used', setup: ({ onResolve }) => onResolve({ filter: /^/ }, resolveUsed) },
    ],
  });
}

/**
 * Leaves out every module of which nothing is used: the components, and React.
 * @param {import('esbuild').OnResolveArgs} args
 */
const resolveUsed = ({ path, resolveDir }) =>
  /^[./].*\.tsx?$/.test(path)
    ? { path: resolve(resolveDir, path), sideEffects: false }
    : { path, external: true, sideEffects: false };

/** @param {string} file @param {RegExp | string} pattern @param {string | ((...matched: string[]) => string)} text */
async function replace(file, pattern, text) {
  const before = await readFile(file, 'utf8');
  const after = before.replace(pattern, /** @type {string} */ (text));
  if (after === before) throw new Error(`${file} is not what it was`);
  await writeFile(file, after);
}
