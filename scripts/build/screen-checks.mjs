import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/*
 * Finds what was forgotten when a screen was added (docs/adding-a-screen.md): its row, its kind, its example content. Each
 * would otherwise show at run time only.
 */

const FEATURES = 'shared/features';
const CONTENT = 'content';

/**
 * @typedef {{ path: string, call?: string, view: unknown }} PageRow
 * @typedef {{ folder?: { layout: string } }} KindDefinition
 */

/**
 * @param {string} [root] the folder of the project
 * @returns {Promise<{ faults: string[], paths: string[] }>} a sentence for each fault, and the paths of the pages without parameters
 */
export async function checkScreens(root = '.') {
  const features = (await readdir(`${root}/${FEATURES}`, { recursive: true })).filter((file) =>
    /pages\.ts$/.test(file),
  );
  const source = [
    `export { kinds } from './packages/model/src/kinds/index.ts';`,
    `export { calls } from './packages/model/src/content-api.ts';`,
    `export { pages } from './shared/routes.ts';`,
    ...features.map((file, index) => `export * as feature${index} from './${FEATURES}/${file}';`),
  ].join('\n');
  const { kinds, calls, pages, ...modules } = await evaluate(source, root);
  const rows = /** @type {PageRow[]} */ (pages);
  const faults = features.flatMap((file, index) =>
    Object.values(modules[`feature${index}`] ?? {})
      .filter(isPage)
      .filter((page) => !rows.includes(page))
      .map(({ path }) => `${FEATURES}/${file}: the page ${path} has no row in shared/routes.ts`),
  );
  for (const { path, call } of rows) {
    if (call !== undefined && !(call in calls)) {
      faults.push(`the page ${path} lists the call ${call}, which no kind in packages/model/src/kinds/ defines`);
    }
  }
  const paths = rows.map(({ path }) => path);
  for (const path of new Set(paths.filter((path, index) => paths.indexOf(path) !== index))) {
    faults.push(`two pages have the path ${path}`);
  }
  if (existsSync(`${root}/${CONTENT}/site.yaml`)) faults.push(...missingContent(kinds, root));
  return { faults, paths: paths.filter((path) => !path.includes(':')) };
}

/**
 * @param {Record<string, KindDefinition>} kinds
 * @param {string} root
 */
function missingContent(kinds, root) {
  return Object.entries(kinds).flatMap(([name, { folder }]) => {
    if (!folder) return [];
    const place = folder.layout === 'markdown' ? `${CONTENT}/${name}` : `${CONTENT}/${name}.yaml`;
    return existsSync(`${root}/${place}`) ? [] : [`${place} is missing: the kind ${name} has no example content`];
  });
}

/**
 * Bundles a module and runs it.
 * @param {string} contents
 * @param {string} root
 * @returns {Promise<any>} its exports
 */
async function evaluate(contents, root) {
  const require = JSON.stringify(pathToFileURL(`${root}/`).href);
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    logLevel: 'silent',
    loader: { '.module.css': 'text', '.css': 'text', '.svg': 'text' },
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(${require});` },
  });
  const [bundle] = outputFiles;
  return import(`data:text/javascript;base64,${Buffer.from(bundle?.contents ?? []).toString('base64')}`);
}

/**
 * @param {unknown} value
 * @returns {value is PageRow}
 */
const isPage = (value) => typeof value === 'object' && value !== null && 'path' in value && 'view' in value;
