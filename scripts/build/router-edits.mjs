import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/*
 * The browser matches paths with React Router, whose package is one piece and marks nothing as free of side effects. Without
 * these edits 8.7 kB (Brotli) more go to every visitor (docs/decisions/0021-edits-of-react-router.md). Each edit names how often its pattern
 * matches in the installed version: a version that is written otherwise fails the build.
 */

/**
 * @typedef {object} Edit
 * @property {string} name
 * @property {RegExp} pattern global
 * @property {string} replacement
 * @property {number} matches in all files of the package that are bundled
 */

/** @type {readonly Edit[]} */
export const EDITS = [
  {
    name: 'names of components for developer tools',
    pattern: /^\w+\.displayName = ".*";$/gm,
    replacement: '',
    matches: 15,
  },
  {
    name: 'what is created when the module loads may be left out',
    pattern: /= (React\d*\.(?:createContext|memo|forwardRef|createElement)\(|new (?:Set|Map|WeakMap|URL)\()/g,
    replacement: '= /* @__PURE__ */ $1',
    matches: 65,
  },
  {
    name: 'the context of server components, which the site does not set',
    pattern: /\bthis\.context\b/g,
    replacement: 'undefined',
    matches: 2,
  },
];

/** Applies the edits to every module of React Router. @returns {import('esbuild').Plugin} */
export function routerEdits() {
  return {
    name: 'router-edits',
    setup({ onLoad, onEnd }) {
      const editor = new Editor(EDITS, createRequire(import.meta.url)('react-router/package.json').version);
      onLoad({ filter: /\/react-router\/dist\/.*\.mjs$/ }, async ({ path }) => ({
        contents: editor.edit(await readFile(path, 'utf8')),
        loader: 'js',
      }));
      onEnd(() => ({ errors: editor.faults().map((text) => ({ text })) }));
    },
  };
}

/** Edits the modules of a package and counts the matches of each pattern. */
export class Editor {
  /** @type {Map<Edit, number>} */
  #matches = new Map();
  #version;

  /**
   * @param {readonly Edit[]} edits
   * @param {string} version of the package
   */
  constructor(edits, version) {
    this.#version = version;
    for (const edit of edits) this.#matches.set(edit, 0);
  }

  /** @param {string} source */
  edit(source) {
    let text = source;
    for (const [edit, matches] of this.#matches) {
      this.#matches.set(edit, matches + [...text.matchAll(edit.pattern)].length);
      text = text.replace(edit.pattern, edit.replacement);
    }
    return text;
  }

  /** An entry for each edit whose pattern matched more or less often than expected. @returns {string[]} */
  faults() {
    return [...this.#matches].flatMap(([{ name, pattern, matches: expected }, matches]) =>
      matches === expected
        ? []
        : `react-router ${this.#version}: ${pattern} (${name}) matches ${matches} times, not ${expected}: see scripts/build/router-edits.mjs`,
    );
  }
}
