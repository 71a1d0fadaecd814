import { readFile } from 'node:fs/promises';
import { warn } from './faults.mjs';

/*
 * Files of packages, and modules of Node, that load what the server does not use. The bundles get these smaller ones: the server
 * starts sooner, and every thread holds less (docs/decisions/0051-replaced-modules.md).
 */

/**
 * @typedef {object} Replacement
 * @property {RegExp} [file] its path
 * @property {{ imported: RegExp, importer: RegExp }} [builtIn] a module of Node, and the path of the file that imports it; another
 *   replacement's `require` of it is none
 * @property {string | ((original: string) => string)} contents what it imports is relative to its folder
 */

/** @type {Record<string, Replacement>} */
export const REPLACEMENTS = {
  // Messages in fifty languages; English is imported by itself.
  'zod/v4/locales': {
    file: /\/node_modules\/zod\/v4\/locales\/index\.js$/,
    contents: 'export {};',
  },
  // React follows a streamed render through AsyncLocalStorage, for what components that are async functions preload. The site has
  // none. From the first streamed page on, Node 20 and 22 would call a hook for every promise, an eighth of the time of each render.
  async_hooks: {
    builtIn: { imported: /^(?:node:)?async_hooks$/, importer: /\/react-dom\/cjs\// },
    contents: `export class AsyncLocalStorage {
      run(store, callback, ...values) { return callback(...values); }
      getStore() { return undefined; }
    }`,
  },
  // An ES module's import reads all exports of a built-in module. Since Node 22 one of node:http is WebSocket, which loads the whole
  // undici that is part of Node.
  'node:http': {
    builtIn: { imported: /^node:http$/, importer: /\.tsx?$/ },
    contents: "module.exports = require('node:http');",
  },
  // Beside its client undici has fetch, WebSocket, caches, interceptors and mocks.
  undici: {
    file: /\/node_modules\/undici\/index\.js$/,
    contents: `const Dispatcher = require('./lib/dispatcher/dispatcher');
      const { parseURL } = require('./lib/core/util');
      const { getGlobalDispatcher } = require('./lib/global');
      Object.assign(Dispatcher.prototype, require('./lib/api'));
      exports.Agent = require('./lib/dispatcher/agent');
      exports.request = (address, { dispatcher = getGlobalDispatcher(), ...options } = {}) => {
        const { origin, pathname, search } = parseURL(address);
        const method = options.body ? 'PUT' : 'GET';
        return dispatcher.request({ method, ...options, origin, path: pathname + search });
      };`,
  },
  // 2,500 types of media, of which 1,000 belong to the ending of a file's name: no others are looked up. JSON is read faster than
  // the same as an object of JavaScript.
  'mime-db': {
    file: /\/node_modules\/mime-db\/db\.json$/,
    contents(original) {
      const types = Object.entries(JSON.parse(original)).filter(([, { extensions }]) => extensions);
      return `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(types)))});`;
    },
  },
  // Tables of a hundred encodings, for the body of a request. Node knows those of the web.
  'iconv-lite': {
    file: /\/node_modules\/iconv-lite\/lib\/index\.js$/,
    // Raw-body answers 415 where getDecoder throws this message.
    contents: `const decoderOf = (label) => {
        try { return new TextDecoder(label); } catch { throw new Error('Encoding not recognized: ' + label); }
      };
      exports.encodingExists = (label) => {
        try { return Boolean(decoderOf(label)); } catch { return false; }
      };
      exports.decode = (bytes, label) => decoderOf(label).decode(bytes);
      exports.getDecoder = (label) => {
        const decoder = decoderOf(label);
        return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
      };`,
  },
  // Express's extended query parser, which no app here uses.
  qs: {
    file: /\/node_modules\/qs\/lib\/index\.js$/,
    contents: "exports.parse = () => { throw new Error('qs is not bundled'); };",
  },
};

const NAMESPACE = 'replacement';

/**
 * Says so if a bundle has none of a module: its package may have it under another name now.
 * @param {readonly string[]} names of the modules to replace
 * @param {(line: string) => void} [say]
 * @returns {import('esbuild').Plugin}
 */
export const replacements = (names = Object.keys(REPLACEMENTS), say = warn) => ({
  name: 'replacements',
  setup({ onResolve, onLoad, onEnd }) {
    const unused = new Set(names);
    for (const [name, { file, builtIn, contents }] of Object.entries(REPLACEMENTS)) {
      if (!unused.has(name)) continue;
      /** @param {string} original @returns {import('esbuild').OnLoadResult} */
      const replaced = (original) => {
        unused.delete(name);
        return { contents: typeof contents === 'string' ? contents : contents(original), loader: 'js' };
      };
      if (file) onLoad({ filter: file }, async ({ path }) => replaced(await readFile(path, 'utf8')));
      if (!builtIn) continue;
      onResolve({ filter: builtIn.imported, namespace: 'file' }, ({ importer }) =>
        builtIn.importer.test(importer) ? { path: name, namespace: NAMESPACE } : undefined,
      );
      onLoad({ filter: new RegExp(`^${name}$`), namespace: NAMESPACE }, () => replaced(''));
    }
    onEnd(() => {
      for (const name of unused) say(`${name} is not bundled: see scripts/build/replacements.mjs`);
    });
  },
});
