import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { sourceFiles } from './freshness.mjs';
import { fileOf } from './output.mjs';

/**
 * Of the first load of any screen; bytes in Brotli. The largest has 83,800, and each screen that a site adds brings
 * 100 bytes to all others: its row in the table of routes, its place in the list of scripts.
 */
const MAX_JAVASCRIPT_BYTES = 84_000;
const MAX_SCRIPTS = 4;
/** Inline in every page, in Brotli. */
const MAX_CSS_BYTES = 8_000;
const MAX_START_BYTES = 1_000;
/** The messages of an edition: 2,500 bytes in Nepali, and room for those of screens that a site adds. */
const MAX_MESSAGES_BYTES = 2_600;
/** Of a page in English: the font of running text and the font of headings. */
const MAX_FONT_BYTES = 45_000;
const FONTS_OF_EVERY_PAGE = ['Source Sans', 'Fraunces'];

/** The server has done the work of these packages. */
const NOT_FOR_BROWSERS =
  /node_modules\/(zod|dayjs|culori|d3-[^/]+|csv-parse|hast-util-[^/]+|parse5|marked|js-yaml|undici|express|pino)\//;

/** Server modules in a bundle for browsers. @param {import('esbuild').Metafile[]} metafiles @returns {string[]} */
export function browserFaults(metafiles) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const wrong = inputs.filter((path) => NOT_FOR_BROWSERS.test(path) || path.startsWith('server/'));
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
 * The bytes of what a browser needs for its first page, by type, and the number of scripts; prints the bytes.
 * @param {object} output
 * @param {Record<string, string[]>} output.firstLoads addresses of scripts by screen
 * @param {Record<string, string>} output.messages addresses by locale
 * @param {string} output.css the inline styles
 * @param {string} output.start the inline script
 * @param {Record<string, string>} output.fonts addresses by family
 */
export async function budgetFaults({ firstLoads, messages, css, start, fonts }) {
  const faults = [];
  for (const [screen, scripts] of Object.entries(firstLoads)) {
    const bytes = await sizeOf(...scripts);
    faults.push(...budgetFault(`first load of ${screen}: JavaScript`, bytes, MAX_JAVASCRIPT_BYTES));
    if (scripts.length > MAX_SCRIPTS)
      faults.push(`${screen}: ${scripts.length} scripts, not ${MAX_SCRIPTS}: ${scripts.join(', ')}`);
  }
  for (const [locale, address] of Object.entries(messages)) {
    faults.push(...budgetFault(`messages-${locale}`, await sizeOf(address), MAX_MESSAGES_BYTES));
  }
  return [
    ...faults,
    ...budgetFault('styles', brotliCompressSync(css).length, MAX_CSS_BYTES),
    ...budgetFault('inline script', brotliCompressSync(start).length, MAX_START_BYTES),
    ...budgetFault('fonts', await sizeOf(...FONTS_OF_EVERY_PAGE.map((family) => fonts[family] ?? '')), MAX_FONT_BYTES),
  ];
}

/** Prints the bytes. @param {string} what @param {number} bytes @param {number} max @returns {string[]} */
export function budgetFault(what, bytes, max) {
  process.stdout.write(`${what}: ${bytes} bytes\n`);
  return bytes > max ? [`${what}: ${bytes} bytes, not ${max}`] : [];
}

/** Of built files, in Brotli unless they are compressed already. @param {string[]} addresses */
async function sizeOf(...addresses) {
  const sizes = addresses.map(async (address) => {
    const file = fileOf(address);
    return (await stat(file.endsWith('.woff2') ? file : `${file}.br`)).size;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
