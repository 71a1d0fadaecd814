import { readFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { transform } from 'lightningcss';

/**
 * CSS modules and images, for browser and server alike: both get the same class names and addresses. A module's CSS is
 * collected for the one stylesheet.
 */
export class Assets {
  /** @type {Map<string, { code: string, classes: Record<string, string> }>} CSS modules by path */
  modules = new Map();
  #output;

  /** @param {import('./output.mjs').Output} output */
  constructor(output) {
    this.#output = output;
  }

  /** @returns {import('esbuild').Plugin} */
  plugin() {
    return {
      name: 'assets',
      setup: ({ onLoad }) => {
        onLoad({ filter: /\.module\.css$/ }, async ({ path }) => json(await this.#classesOf(relative('.', path))));
        onLoad({ filter: /\.svg$/ }, async ({ path }) =>
          json(this.#output.addAsset(basename(path, '.svg'), 'svg', await readFile(path))),
        );
      },
    };
  }

  /** @param {string} path */
  async #classesOf(path) {
    const source = await readFile(path);
    const other = [...this.modules.keys()].find((known) => known !== path && basename(known) === basename(path));
    if (other) throw new Error(`${path} and ${other} would share class names: rename one of them`);
    const { code, exports } = transform({
      filename: basename(path, '.module.css'),
      code: source,
      cssModules: { pattern: '[name]_[local]' },
    });
    // Lightning CSS has no fixed order, and equal sources must give equal hashes.
    const inOrder = Object.entries(exports || {}).sort(([a], [b]) => (a < b ? -1 : 1));
    const classes = Object.fromEntries(inOrder.map(([local, { name }]) => [local, name]));
    this.modules.set(path, { code: code.toString(), classes });
    return classes;
  }
}

/**
 * @param {unknown} value
 * @returns {import('esbuild').OnLoadResult}
 */
function json(value) {
  return { contents: JSON.stringify(value), loader: 'json' };
}
