import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { sourceFiles } from './freshness.mjs';

/*
 * The rules of imports, over the text of the sources: esbuild's metafile does not have the imports of types. The build
 * ends with every violation by name. Of packages/, npm alone would let a file import what its package.json does not name.
 */

/** The layers of server/, from the top. A file imports from its own layer or a lower one. */
const LAYERS = [
  [
    'index.ts',
    'boot.ts',
    'start-options.ts',
    'cluster.ts',
    'management/',
    'site.ts',
    'app.ts',
    'preview-thread.ts',
    'search-thread.ts',
    'content-check.ts',
    'export/',
  ],
  ['routes/'],
  ['preview/'],
  ['pages/'],
  ['http/', 'searched-pages.ts', 'linked-site.ts', 'compile-cache.ts'],
];
/** The one importer of server/routes/ outside of it. */
const APP = 'server/app.ts';
/** The build adds an import of it to everything that the browser loads on demand. */
const ENTRY = 'client/hydrate.tsx';
/** React Router is imported by this file alone. */
const ROUTER_DOOR = 'shared/router.ts';
const ROUTER = /^react-router(-dom)?(\/|$)/;
/** What another feature may import of a feature. */
const CARD = /\/((?:[a-z]+-)*card\.ts|[A-Z]\w*Cards?\.tsx)$/;

/** Of the names of our packages. */
const SCOPE = '@foyer/';
/** What a package lets others import: the files at its root. Beside `index.ts` they are parts that are loaded on demand. */
const DOOR = /^packages\/[^/]+\/[\w-]+\.ts$/;
const IS_TEST = /^(packages|tools)\/[^/]+\/tests\//;
/** The name of a package of npm in what imports it. */
const NAME = /^(?:@[^/]+\/)?[^/]+/;

// Sources are formatted by Biome: a statement begins its line. Types count, so do `import('…')` and `typeof import('…')`.
const IMPORTS = [
  /^(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
];

/**
 * @typedef {Map<string, string>} Sources text by path
 * @typedef {Map<string, string[]>} Graph what each source imports: paths of files, names of packages
 */

/** The sources of the site and its packages. @returns {Promise<Sources>} */
export async function readSources() {
  const paths = (await Promise.all(['client', 'server', 'shared', 'packages', 'tools'].map(sourceFiles))).flat();
  const scripts = paths.filter((path) => /\.tsx?$/.test(path) && !IS_TEST.test(path)).sort();
  return new Map(
    await Promise.all(scripts.map(async (path) => /** @type {const} */ ([path, await readFile(path, 'utf8')]))),
  );
}

/** What each package may import, by its folder. @returns {Promise<Map<string, Set<string>>>} */
export async function readDependencies() {
  const manifests = (await Promise.all(['packages', 'tools'].map(sourceFiles)))
    .flat()
    .filter((path) => /^\w+\/[^/]+\/package\.json$/.test(path));
  return new Map(
    await Promise.all(
      manifests.map(async (path) => {
        const { dependencies = {} } = JSON.parse(await readFile(path, 'utf8'));
        return /** @type {const} */ ([posix.dirname(path), new Set(Object.keys(dependencies))]);
      }),
    ),
  );
}

/** @param {Sources} sources @returns {Graph} */
export function importGraph(sources) {
  return new Map([...sources].map(([path, text]) => [path, importsOf(path, text)]));
}

/**
 * @param {string} path
 * @param {string} text
 */
function importsOf(path, text) {
  const specifiers = IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, specifier = '']) => specifier));
  return [...new Set(specifiers)].map((specifier) => {
    if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
    return specifier.startsWith(SCOPE) ? doorOf(specifier) : specifier;
  });
}

/**
 * @param {Graph} graph
 * @param {ReadonlyMap<string, ReadonlySet<string>>} [dependencies] of packages, by their folder
 * @returns {string[]}
 */
export function importFaults(graph, dependencies = new Map()) {
  const faults = [...graph].flatMap(([from, imported]) =>
    imported.flatMap((to) => {
      const rule = brokenRule(from, to) ?? undeclared(from, to, dependencies);
      return rule ? `${from} may not import ${to}: ${rule}` : [];
    }),
  );
  const unplaced = [...graph.keys()].filter((path) => path.startsWith('server/') && layerOf(path) === -1);
  return [
    ...unplaced.map((path) => `${path} is on no layer: add it to LAYERS in scripts/build/import-checks.mjs`),
    ...faults,
    ...circles(graph).map((circle) => `circle: ${circle.join(' -> ')}`),
  ];
}

/**
 * Imports of values that esbuild follows and the patterns above do not find.
 * @param {Graph} graph
 * @param {import('esbuild').Metafile[]} metafiles
 */
export function missedImports(graph, metafiles) {
  const missed = metafiles.flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([input, { imports }]) => {
      const from = withoutSuffix(input);
      const found = graph.get(from);
      if (!found) return [];
      const paths = imports.map(({ path }) => withoutSuffix(path)).filter((path) => graph.has(path));
      // The build leads imports of a package past its door.
      const isFound = /** @param {string} path */ (path) =>
        found.includes(path) || found.some((known) => DOOR.test(known) && packageOf(known) === packageOf(path));
      const unread = paths.filter((path) => !isFound(path) && path !== ENTRY);
      return unread.map((path) => `${from} imports ${path} in a way that the check does not read`);
    }),
  );
  return [...new Set(missed)];
}

/** @param {string} path */
const withoutSuffix = (path) => path.replace(/\?.*/, '');

/**
 * @param {string} from
 * @param {string} to
 * @returns {string | undefined} undefined: no rule is broken
 */
function brokenRule(from, to) {
  if (ROUTER.test(to) && from !== ROUTER_DOOR) return `only ${ROUTER_DOOR} imports React Router`;
  const [fromPackage, toPackage] = [packageOf(from), packageOf(to)];
  if (toPackage?.startsWith('tools/') && toPackage !== fromPackage) return 'a tool is run, not imported';
  if (toPackage && toPackage !== fromPackage && !DOOR.test(to))
    return `a package is imported by its name, ${nameOf(toPackage)}`;
  if (fromPackage && toPackage === fromPackage && DOOR.test(to)) return 'inside a package, files import each other';
  if (fromPackage && sideOf(to)) return 'a package knows nothing of the site';
  const [fromSide, toSide] = [sideOf(from), sideOf(to)];
  if (!fromSide || !toSide) return undefined;
  if (fromSide !== toSide && toSide !== 'shared') return `${fromSide} does not import ${toSide}`;
  const [fromFeature, toFeature] = [featureOf(from), featureOf(to)];
  if (fromFeature && toFeature && fromFeature !== toFeature && !CARD.test(to))
    return 'of another feature only its card is imported';
  if (fromSide !== 'server' || toSide !== 'server') return undefined;
  const isRoute = /** @param {string} path */ (path) => path.startsWith('server/routes/');
  if (isRoute(to) && !isRoute(from) && from !== APP) return `only ${APP} imports routes`;
  return layerOf(to) < layerOf(from) ? 'it is on a higher layer' : undefined;
}

/**
 * @param {string} from
 * @param {string} to
 * @param {ReadonlyMap<string, ReadonlySet<string>>} dependencies
 */
function undeclared(from, to, dependencies) {
  const declared = dependencies.get(packageOf(from) ?? '');
  const [toPackage] = [packageOf(to)];
  if (!declared || toPackage === packageOf(from) || to.startsWith('node:') || /\.json$/.test(to)) return undefined;
  const name = toPackage ? nameOf(toPackage) : NAME.exec(to)?.[0];
  return name && !declared.has(name) && !declared.has(`@types/${name}`)
    ? `${name} is no dependency in ${packageOf(from)}/package.json`
    : undefined;
}

/** @param {string} path */
const packageOf = (path) => /^(?:packages|tools)\/[^/]+/.exec(path)?.[0];
/** @param {string} folder of a package */
const nameOf = (folder) => SCOPE + posix.basename(folder);
/** @param {string} name of a package */
function doorOf(name) {
  const [folder, door = 'index'] = name.slice(SCOPE.length).split('/');
  return `packages/${folder}/${door}.ts`;
}

/** @param {string} path */
const sideOf = (path) => /^(server|client|shared)\//.exec(path)?.[1];

/** @param {string} path */
const featureOf = (path) => /^shared\/features\/([^/]+)\//.exec(path)?.[1];

/** The number of a file's layer, 0 at the top; -1: none. @param {string} path */
function layerOf(path) {
  const place = path.slice('server/'.length);
  return LAYERS.findIndex((layer) =>
    layer.some((entry) => (entry.endsWith('/') ? place.startsWith(entry) : place === entry)),
  );
}

/**
 * The shortest circle through each file, each circle once.
 * @param {Graph} graph
 * @returns {string[][]} the first file is also the last
 */
function circles(graph) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const path of graph.keys()) {
    const circle = shortestCircle(graph, path);
    const members = [...new Set(circle)].sort().join();
    if (circle && !found.has(members)) found.set(members, circle);
  }
  return [...found.values()];
}

/**
 * @param {Graph} graph
 * @param {string} start
 */
function shortestCircle(graph, start) {
  /** @type {Map<string, string>} the file from which each file was first reached */
  const importers = new Map();
  const queue = [start];
  for (const path of queue) {
    for (const imported of graph.get(path) ?? []) {
      if (imported === start) {
        const way = [start];
        for (let at = path; at !== start; at = importers.get(at) ?? start) way.unshift(at);
        return [start, ...way];
      }
      if (!graph.has(imported) || importers.has(imported)) continue;
      importers.set(imported, path);
      queue.push(imported);
    }
  }
  return undefined;
}
