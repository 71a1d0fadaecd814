import { readFile } from 'node:fs/promises';
import { warn } from './faults.mjs';

/*
 * The browser matches paths with React Router, whose package is one piece and marks nothing as free of side effects. Without
 * these edits 9.3 kB (Brotli) more go to every visitor (docs/decisions/0053-dependencies-and-their-private-parts.md). A version of the package that is
 * written otherwise is bundled as it is, and a line says so.
 */

/**
 * @typedef {object} Edit
 * @property {string} name
 * @property {RegExp} pattern global
 * @property {string} replacement
 */

/** @type {readonly Edit[]} */
export const EDITS = [
  {
    name: 'names of components for developer tools',
    pattern: /^\w+\.displayName = ".*";$/gm,
    replacement: '',
  },
  {
    name: 'what is created when the module loads may be left out',
    pattern: /= (React\d*\.(?:createContext|memo|forwardRef|createElement)\(|new (?:Set|Map|WeakMap|URL)\()/g,
    replacement: '= /* @__PURE__ */ $1',
  },
  {
    name: 'the context of server components, which the site does not set',
    // Nothing else that a new version may have: another use of a context has to go on working.
    pattern: /\bif \(this\.context\b(?=\)| && typeof error === "object")/g,
    replacement: 'if (undefined',
  },
];

/**
 * Applies the edits to every module of React Router, and says which of them had nothing to edit.
 * @param {(line: string) => void} [say]
 * @returns {import('esbuild').Plugin}
 */
export const routerEdits = (say = warn) => ({
  name: 'router-edits',
  setup({ onLoad, onEnd }) {
    const unused = new Set(EDITS);
    onLoad({ filter: /\/react-router\/dist\/.*\.mjs$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      for (const edit of EDITS) {
        const edited = contents.replace(edit.pattern, edit.replacement);
        if (edited !== contents) unused.delete(edit);
        contents = edited;
      }
      return { contents, loader: 'js' };
    });
    onEnd(() => {
      for (const { name, pattern } of unused)
        say(
          `react-router has nothing like ${pattern} (${name}): scripts would be smaller with it, see scripts/build/router-edits.mjs`,
        );
    });
  },
});
