import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/*
 * Modules that packages and Node load for what the server does not use. The server gets these smaller ones: it starts sooner, and
 * every thread holds less (docs/decisions/0051-replaced-modules.md).
 */

/**
 * @typedef {object} Replacement
 * @property {RegExp} imported as it is written in the import
 * @property {RegExp} importer the path of the file that imports it
 * @property {import('esbuild').ImportKind} [kind] only what is imported in this way
 * @property {string} contents
 * @property {string} [resolveDir] whose files the contents import
 */

const { resolve } = createRequire(import.meta.url);

/** @type {Record<string, Replacement>} */
export const REPLACEMENTS = {
  // Messages in fifty languages; English is imported by itself.
  'zod/locales': {
    imported: /\/locales\/index\.js$/,
    importer: /\/node_modules\/zod\/v4\//,
    contents: 'export {};',
  },
  // React follows a streamed render through AsyncLocalStorage, for what components that are async functions preload. The site has
  // none. From the first streamed page on, Node 20 and 22 would call a hook for every promise, an eighth of the time of each render.
  async_hooks: {
    imported: /^(?:node:)?async_hooks$/,
    importer: /\/react-dom\/cjs\//,
    contents: `export class AsyncLocalStorage {
      run(store, callback, ...values) { return callback(...values); }
      getStore() { return undefined; }
    }`,
  },
  // An ES module's import reads all exports of a built-in module. Since Node 22 one of node:http is WebSocket, which loads the whole
  // undici that is part of Node.
  'node:http': {
    imported: /^node:http$/,
    importer: /\.tsx?$/,
    kind: 'import-statement',
    contents: "module.exports = require('node:http');",
  },
  // Beside its client undici has fetch, WebSocket, caches, interceptors and mocks.
  undici: {
    imported: /^undici$/,
    importer: /\.tsx?$/,
    contents: `const Dispatcher = require('./lib/dispatcher/dispatcher');
      const { parseURL } = require('./lib/core/util');
      const { getGlobalDispatcher } = require('./lib/global');
      Object.assign(Dispatcher.prototype, require('./lib/api'));
      exports.Agent = require('./lib/dispatcher/agent');
      exports.request = (address, { dispatcher = getGlobalDispatcher(), ...options } = {}) => {
        const { origin, pathname, search } = parseURL(address);
        return dispatcher.request({ method: 'GET', ...options, origin, path: pathname + search });
      };`,
    resolveDir: dirname(resolve('undici')),
  },
  // 2,500 types of media, of which 1,000 belong to the ending of a file's name: no others are looked up.
  'mime-db': {
    imported: /^mime-db$/,
    importer: /\/node_modules\/(?:mime-types|compressible)\//,
    contents: `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(typesOfFiles()))});`,
  },
  // Tables of a hundred encodings, for the body of a request. Node knows those of the web.
  'iconv-lite': {
    imported: /^iconv-lite$/,
    importer: /\/node_modules\/(?:body-parser|raw-body)\//,
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
    imported: /^qs$/,
    importer: /\/node_modules\/(?:express|body-parser)\//,
    contents: "exports.parse = () => { throw new Error('qs is not bundled'); };",
  },
};

/** The entries of mime-db with an extension. JSON is read faster than the same as an object of JavaScript. */
function typesOfFiles() {
  const types = Object.entries(JSON.parse(readFileSync(resolve('mime-db/db.json'), 'utf8')));
  return Object.fromEntries(types.filter(([, { extensions }]) => extensions));
}

const NAMESPACE = 'replacement';

/**
 * @param {readonly string[]} names of the replacements to make
 * @returns {{ plugin: import('esbuild').Plugin, unused: () => string[] }} unused: what no bundle has imported since, and the packages
 *   may import under another name now
 */
export function replacements(names = Object.keys(REPLACEMENTS)) {
  const used = new Set();
  return {
    plugin: {
      name: 'replacements',
      setup({ onResolve, onLoad }) {
        for (const name of names) {
          const { imported, importer, kind } = replacementOf(name);
          onResolve({ filter: imported, namespace: 'file' }, (args) => {
            if (!importer.test(args.importer) || (kind && args.kind !== kind)) return undefined;
            used.add(name);
            return { path: name, namespace: NAMESPACE };
          });
        }
        onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => {
          const { contents, resolveDir } = replacementOf(path);
          return { contents, resolveDir, loader: 'js' };
        });
      },
    },
    unused: () => names.filter((name) => !used.has(name)),
  };
}

/** @param {string} name */
function replacementOf(name) {
  const replacement = REPLACEMENTS[name];
  if (!replacement) throw new Error(`no replacement ${name}`);
  return replacement;
}
