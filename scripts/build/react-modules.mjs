import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/*
 * React's packages are CommonJS. esbuild puts each into a function that a browser compiles when it is called, on the main
 * thread: 100 ms on a slow phone. As modules they are compiled while they load, and exports without a use are left out.
 */

const require = createRequire(import.meta.url);
const MODE_FILES = /\/node_modules\/(react|react-dom|scheduler)\/cjs\/[\w.-]+\.production\.js$/;
/** The files that choose between development and production. */
const ENTRIES = /^(react|react\/jsx-runtime|react-dom|react-dom\/client|scheduler)$/;

/** Reads React's production files as modules. @returns {import('esbuild').Plugin} */
export function reactModules() {
  return {
    name: 'react-modules',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: ENTRIES }, ({ path }) => ({ path: productionFile(path), sideEffects: false }));
      onLoad({ filter: MODE_FILES }, async ({ path }) => ({
        contents: asModule(await readFile(path, 'utf8')),
        loader: 'js',
      }));
    },
  };
}

/** @param {string} specifier */
function productionFile(specifier) {
  const [name = '', ...rest] = specifier.split('/');
  const folder = join(require.resolve(`${name}/package.json`), '..');
  return join(folder, 'cjs', `${[name, ...rest].join('-')}.production.js`);
}

/**
 * Writes a CommonJS file as a module. It requires packages at its beginning only, and each export begins a line.
 * @param {string} source
 */
export function asModule(source) {
  /** @type {Set<string>} */
  const names = new Set();
  const imports = [...source.matchAll(/\b(\w+) = require\("([^"]+)"\)/g)];
  const text = source
    .replace(/^var (?:\w+ = require\("[^"]+"\)[,;]\s*)+/m, '')
    .replace(/\bexports\.(\w+)/g, (_, /** @type {string} */ name) => {
      const isFirst = names.size < names.add(name).size;
      return isFirst ? `let exported_${name}` : `exported_${name}`;
    });
  if (/\brequire\(|\bmodule\.exports\b/.test(text)) throw new Error('a file of React is written in another way');
  return [
    ...imports.map(([, name, specifier]) => `import * as ${name} from '${specifier}';`),
    text,
    `export { ${[...names].map((name) => `exported_${name} as ${name}`).join(', ')} };`,
    `export default { ${[...names].map((name) => `${name}: exported_${name}`).join(', ')} };`,
  ].join('\n');
}
