import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { warn } from './faults.mjs';

/*
 * React's packages are CommonJS. esbuild puts each into a function that a browser compiles when it is called, on the main
 * thread: 100 ms on a slow phone. As modules they are compiled while they load, and exports without a use are left out.
 */

/** What chooses between development and production. */
const ENTRIES = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', 'scheduler'];

/**
 * Reads React's production files as modules: all of them, or none if a version of React is written in another way.
 * @param {object} [options]
 * @param {string} [options.from] a file whose packages these are
 * @param {(line: string) => void} [options.say]
 * @returns {import('esbuild').Plugin}
 */
export const reactModules = ({ from = import.meta.filename, say = warn } = {}) => ({
  name: 'react-modules',
  async setup({ onResolve, onLoad }) {
    /** @type {{ specifier: string, path: string, contents: string }[]} */
    let modules;
    try {
      modules = await Promise.all(ENTRIES.map((specifier) => readModule(specifier, createRequire(from))));
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n')[0] : error;
      say(
        `React is bundled as published (${reason}): scripts would start sooner as modules, see scripts/build/react-modules.mjs`,
      );
      return;
    }
    const bySpecifier = new Map(modules.map((module) => [module.specifier, module]));
    const byPath = new Map(modules.map((module) => [module.path, module]));
    onResolve({ filter: /^(react|react-dom|scheduler)(\/|$)/ }, ({ path: specifier }) => {
      const path = bySpecifier.get(specifier)?.path;
      return path ? { path, sideEffects: false } : undefined;
    });
    onLoad({ filter: /\.production\.js$/ }, ({ path }) => {
      const contents = byPath.get(path)?.contents;
      return contents ? { contents, loader: 'js' } : undefined;
    });
  },
});

/** @param {string} specifier @param {NodeJS.Require} require */
async function readModule(specifier, require) {
  const [name = '', ...rest] = specifier.split('/');
  const folder = join(require.resolve(`${name}/package.json`), '..');
  const path = join(folder, 'cjs', `${[name, ...rest].join('-')}.production.js`);
  const contents = asModule(await readFile(path, 'utf8'));
  // Fails if it is no module of JavaScript.
  await transform(contents, { format: 'esm', logLevel: 'silent' });
  return { specifier, path, contents };
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
    // After a comma the declaration goes on with other names.
    .replace(/^var (?:\w+ = require\("[^"]+"\)[,;]\s*)+/m, (start) => (start.trimEnd().endsWith(',') ? 'var ' : ''))
    .replace(/\bexports\.(\w+)/g, (_, /** @type {string} */ name) => {
      const isFirst = names.size < names.add(name).size;
      return isFirst ? `let exported_${name}` : `exported_${name}`;
    });
  if (names.size === 0 || /\brequire\(|\bmodule\.exports\b|\bexports\b/.test(text))
    throw new Error('a file of it is written in another way');
  return [
    ...imports.map(([, name, specifier]) => `import * as ${name} from '${specifier}';`),
    text,
    `export { ${[...names].map((name) => `exported_${name} as ${name}`).join(', ')} };`,
    `export default { ${[...names].map((name) => `${name}: exported_${name}`).join(', ')} };`,
  ].join('\n');
}
