import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { sourceFiles } from './freshness.mjs';
import { fileOf } from './output.mjs';

/** Of the first load of any screen; bytes in Brotli. */
const MAX_JAVASCRIPT_BYTES = 80_000;
const MAX_CSS_BYTES = 10_000;
const MAX_SCRIPTS = 4;

/** The server has done the work of these packages. */
const NOT_FOR_BROWSERS = /node_modules\/(zod|dayjs|culori|hast-util-[^/]+|parse5|marked|js-yaml|undici|express|pino)\//;

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
 * The number and the bytes of the scripts of each first load, and the bytes of CSS; prints the bytes.
 * @param {Record<string, string[]>} firstLoads addresses of scripts by screen
 * @param {string} css
 */
export async function budgetFaults(firstLoads, css) {
  const faults = [];
  for (const [screen, scripts] of Object.entries(firstLoads)) {
    const sizes = await Promise.all(scripts.map(sizeOf));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    process.stdout.write(`first load of ${screen}: ${bytes} bytes of JavaScript in ${scripts.length} scripts\n`);
    if (bytes > MAX_JAVASCRIPT_BYTES)
      faults.push(`${screen}: ${bytes} bytes of JavaScript, not ${MAX_JAVASCRIPT_BYTES}`);
    if (scripts.length > MAX_SCRIPTS)
      faults.push(`${screen}: ${scripts.length} scripts, not ${MAX_SCRIPTS}: ${scripts.join(', ')}`);
  }
  const cssBytes = brotliCompressSync(css).length;
  process.stdout.write(`styles: ${cssBytes} bytes\n`);
  if (cssBytes > MAX_CSS_BYTES) faults.push(`${cssBytes} bytes of CSS, not ${MAX_CSS_BYTES}`);
  return faults;
}

/** @param {string} address */
async function sizeOf(address) {
  return (await stat(`${fileOf(address)}.br`)).size;
}
