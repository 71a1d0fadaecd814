import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { BUDGETS } from './budgets.mjs';
import { sourceFiles } from './freshness.mjs';
import { fileOf } from './output.mjs';
import { FONTS } from './stylesheet.mjs';

/** The server has done the work of these packages. */
const NOT_FOR_BROWSERS =
  /node_modules\/(zod|dayjs|culori|d3-[^/]+|csv-parse|hast-util-[^/]+|parse5|marked|js-yaml|undici|express|pino)\//;

/** Server modules in a bundle for browsers; esbuild reads all of a package, and leaves out what is not used. @param {import('esbuild').Metafile[]} metafiles @returns {string[]} */
export function browserFaults(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) => [
      ...Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
      ...output.imports.map(({ path }) => path),
    ]),
  );
  const wrong = inputs.filter((path) => NOT_FOR_BROWSERS.test(path) || /^(server\/|node:)/.test(path));
  return wrong.map((path) => `${path} is in a bundle for browsers`);
}

/**
 * Files and folders whose names differ only in case: a disk that ignores case holds one of them.
 * @param {string[]} paths
 * @returns {string[]}
 */
export function caseFaults(paths) {
  /** @type {Map<string, Set<string>>} */
  const spellings = new Map();
  for (const path of paths) {
    for (let place = path; place !== '.' && place !== '/'; place = dirname(place)) {
      const known = spellings.get(place.toLowerCase()) ?? new Set();
      spellings.set(place.toLowerCase(), known.add(place));
    }
  }
  const double = [...spellings.values()].filter(({ size }) => size > 1);
  return double.map((names) => `${[...names].sort().join(' and ')} differ only in case`);
}

/**
 * Classes without a rule, rules without a use.
 * @param {import('./assets.mjs').Assets['modules']} modules
 */
export async function classFaults(modules) {
  /** @type {Map<string, Set<string>>} */
  const used = new Map([...modules.keys()].map((path) => [path, new Set()]));
  for (const path of (await sourceFiles('shared')).filter((path) => path.endsWith('.tsx'))) {
    const text = await readFile(path, 'utf8');
    const [, module] = /import css from '(.+\.module\.css)'/.exec(text) ?? [];
    if (!module) continue;
    const names = used.get(join(dirname(path), module));
    for (const [, name = ''] of text.matchAll(/\bcss\.(\w+)/g)) names?.add(name);
  }
  return [...modules].flatMap(([file, { classes }]) => {
    const names = used.get(file) ?? new Set();
    return [
      ...[...names].filter((name) => !(name in classes)).map((name) => `${file} has no class ${name}`),
      ...Object.keys(classes).flatMap((name) => (names.has(name) ? [] : `${file}: .${name} is not used`)),
    ];
  });
}

/**
 * What a visitor downloads, and its budget's name.
 * @typedef {{ what: string, bytes: number, budget: keyof typeof BUDGETS }} Size
 */

/**
 * The bytes of what a browser needs for its first page, by type.
 * @param {object} output
 * @param {Record<string, string[]>} output.firstLoads addresses of scripts by screen
 * @param {Record<string, string>} output.messages addresses by locale
 * @param {ReturnType<typeof import('./stylesheet.mjs').buildStyles>} output.styles the inline styles
 * @param {string} output.start the inline script
 * @param {Record<string, string>} output.fonts addresses by family
 * @returns {Promise<Size[]>}
 */
export async function sizesOf({ firstLoads, messages, styles, start, fonts }) {
  /** @type {Size[]} */
  const sizes = [];
  for (const [screen, scripts] of Object.entries(firstLoads)) {
    sizes.push({
      what: `first load of ${screen}: JavaScript`,
      bytes: await bytesOf(...scripts),
      budget: 'javascript',
    });
  }
  for (const [screen, css] of Object.entries({ ...styles.screens, ...styles.lean })) {
    const bytes = brotliCompressSync(styles.frame + css).length;
    sizes.push({ what: `first load of ${screen}: styles`, bytes, budget: 'styles' });
  }
  for (const screen of Object.keys(styles.lean)) {
    const bytes = brotliCompressSync(styles.frame + styles.screens[screen]).length;
    sizes.push({ what: `first load of ${screen} with all: styles`, bytes, budget: 'fullStyles' });
  }
  for (const [locale, address] of Object.entries(messages)) {
    sizes.push({ what: `messages-${locale}`, bytes: await bytesOf(address), budget: 'messages' });
  }
  const ofFonts = await bytesOf(...Object.values(FONTS).map((family) => fonts[family] ?? ''));
  sizes.push(
    { what: 'inline script', bytes: brotliCompressSync(start).length, budget: 'inlineScript' },
    { what: 'fonts', bytes: ofFonts, budget: 'fonts' },
  );
  return sizes;
}

/** A line for each budget that is exceeded, with what has most. @param {Size[]} sizes @returns {string[]} */
export function overBudget(sizes) {
  return Object.entries(BUDGETS).flatMap(([name, max]) => {
    const [most, ...others] = sizes
      .filter(({ budget, bytes }) => budget === name && bytes > max)
      .sort((a, b) => b.bytes - a.bytes);
    if (!most) return [];
    const more = others.length > 0 ? `, and ${others.length} more like it` : '';
    return `budget: ${most.what}: ${most.bytes} bytes, not ${max}${more}: see "${name}" in scripts/build/budgets.mjs`;
  });
}

/** Of built files, in Brotli unless they are compressed already. @param {string[]} addresses */
async function bytesOf(...addresses) {
  const sizes = addresses.map(async (address) => {
    const file = fileOf(address);
    return (await stat(file.endsWith('.woff2') ? file : `${file}.br`)).size;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
