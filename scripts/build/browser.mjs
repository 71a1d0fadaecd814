import { readdir } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { build } from 'esbuild';
import {
  ENTRY,
  findScreens,
  MESSAGES,
  messagesPlugin,
  packagePlugin,
  screenPlugin,
  withoutKeys,
  withoutViews,
} from './browser-plugins.mjs';
import { buildEdited } from './edited-packages.mjs';
import { addressOf } from './output.mjs';
import { pastDoors } from './past-doors.mjs';
import { reactModules } from './react-modules.mjs';
import { routerEdits } from './router-edits.mjs';
import { COMMON_OPTIONS, DEVELOPMENT, OUT } from './settings.mjs';

/*
 * The browser's scripts. A first load has four: the packages of every page, the entry with all that it imports, the
 * messages of the edition, and the screen. docs/decisions/0020-scripts-of-the-browser.md has the reasons.
 */

/** @satisfies {import('esbuild').BuildOptions} */
const OPTIONS = {
  ...COMMON_OPTIONS,
  platform: 'browser',
  target: 'es2022',
  // The server does not serve source maps.
  sourcemap: 'external',
  outdir: `${OUT}/client`,
  entryNames: '[name]-[hash]',
  // There is one.
  chunkNames: 'app-[hash]',
};

const START = 'client/start-scripts.ts';
/** What the pages of the preview load beside those of the site, by fixed names. */
const PREVIEW = ['client/preview-bar.ts', 'client/preview-bar.css'];
/** What an exported site loads on demand: code of the server. */
const EXPORTED_ANSWERS = 'server/export/browser-answers.ts';
/** What screens import on demand. As an entry point it has its own name in the output. */
const ON_DEMAND = 'shared/ui/animate-entrance.ts';
/** What comes from packages has files of its own: a release of ours leaves them in the browsers' caches. */
const PACKAGES = { vendor: 'client/vendor.ts', nprogress: 'nprogress', mini: 'framer-motion/dom/mini' };

/**
 * @typedef {object} Packages
 * @property {string} vendor address of the packages that every page needs
 * @property {string[]} vendorExports
 * @property {Map<string, string>} onDemand address by the name that `import()` has
 * @property {import('esbuild').Metafile} metafile
 */

/**
 * @param {import('./output.mjs').Output} output
 * @returns {Promise<Packages>}
 */
export async function bundlePackages(output) {
  const { metafile, outputFiles } = await buildEdited({ ...OPTIONS, entryPoints: PACKAGES }, [
    routerEdits(),
    ...(DEVELOPMENT ? [] : [reactModules()]),
  ]);
  output.addBundle(outputFiles);
  const built = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint);
  /** @param {string} name */
  const find = (name) => {
    const found = built.find(([path]) => basename(path).startsWith(`${name}-`));
    if (!found) throw new Error(`no output ${name}`);
    return { address: addressOf(found[0]), exports: found[1].exports };
  };
  const { vendor, ...onDemand } = PACKAGES;
  return {
    vendor: find('vendor').address,
    vendorExports: find('vendor').exports,
    onDemand: new Map(Object.entries(onDemand).map(([name, specifier]) => [specifier, find(name).address])),
    metafile,
  };
}

/**
 * Bundles the messages: a file for each edition. The entry imports one of them, by its address.
 * @param {import('./output.mjs').Output} output
 * @returns {Promise<{ addresses: Record<string, string>, metafile: import('esbuild').Metafile }>} addresses by locale
 */
export async function bundleMessages(output) {
  const locales = (await readdir(MESSAGES)).flatMap((file) => (file.endsWith('.json') ? basename(file, '.json') : []));
  const { metafile, outputFiles } = await build({
    ...OPTIONS,
    entryPoints: Object.fromEntries(locales.map((locale) => [`messages-${locale}`, `${MESSAGES}/${locale}.ts`])),
    // Scripts of type module are UTF-8.
    charset: 'utf8',
    plugins: [withoutKeys()],
  });
  output.addBundle(outputFiles);
  const addresses = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
    entryPoint ? [[basename(entryPoint, '.ts'), addressOf(path)]] : [],
  );
  return { addresses: Object.fromEntries(addresses), metafile };
}

/** The inline script. @returns {Promise<{ start: string, metafile: import('esbuild').Metafile }>} */
export async function bundleStart() {
  const { metafile, outputFiles } = await build({ ...OPTIONS, entryPoints: [START], format: 'iife', sourcemap: false });
  return { start: outputFiles.map(({ text }) => text.trim()).join(''), metafile };
}

/**
 * The script and the stylesheet of the preview's bar. The public port does not serve them.
 * @param {import('./output.mjs').Output} output
 */
export async function bundlePreview(output) {
  const { metafile, outputFiles } = await build({
    ...OPTIONS,
    entryPoints: PREVIEW,
    format: 'iife',
    sourcemap: false,
    outdir: `${OUT}/preview`,
    entryNames: '[name]',
  });
  output.addBundle(outputFiles);
  return metafile;
}

/**
 * The script of exported sites that makes answers.
 * @param {import('./output.mjs').Output} output
 * @returns {Promise<{ address: string, metafile: import('esbuild').Metafile }>}
 */
export async function bundleExportedAnswers(output) {
  const { metafile, outputFiles } = await build({
    ...OPTIONS,
    entryPoints: { 'browser-answers': EXPORTED_ANSWERS },
    splitting: true,
    plugins: [withoutViews, pastDoors],
  });
  output.addBundle(outputFiles);
  const [path = ''] = Object.keys(metafile.outputs).filter(
    (name) => metafile.outputs[name]?.entryPoint === EXPORTED_ANSWERS,
  );
  return { address: addressOf(path), metafile };
}

/**
 * @typedef {object} App
 * @property {string} script address of the entry
 * @property {string[]} imported addresses of what the entry imports
 * @property {Record<string, string>} screens address by the screen's name
 * @property {Record<string, string[]>} firstLoads addresses of all scripts of a first load by the screen's name
 * @property {{ frame: string[], screens: Record<string, string[]>, lean: Record<string, string[]> }} styles paths of the CSS modules of every
 * page, of each screen by its name, and of a screen without what it imports on demand, if that has styles
 * @property {import('esbuild').Metafile} metafile
 */

/**
 * Bundles the entry and the screens. Every screen imports the entry, so all modules of the entry are in one chunk;
 * esbuild would otherwise write a chunk for each combination of screens (16 to 22 scripts in a first load). A module
 * that the entry does not have is copied into each screen that imports it: one request for a screen.
 * @param {object} built what the entry imports by its address
 * @param {Packages} built.packages
 * @param {Record<string, string>} built.messages addresses by locale
 * @param {import('./assets.mjs').Assets} assets
 * @param {import('./output.mjs').Output} output
 * @returns {Promise<App>}
 */
export async function bundleApp({ packages, messages }, assets, output) {
  const plugins = [packagePlugin(packages), assets.plugin(), pastDoors];
  const toMessages = messagesPlugin(messages);
  /** @type {Set<string>} */
  const screenFiles = new Set();
  const entryOnly = await build({
    ...OPTIONS,
    entryPoints: [ENTRY],
    plugins: [toMessages, findScreens(screenFiles), ...plugins],
  });
  // Of a module that the entry does not use, its output has nothing.
  const entryModules = new Set(
    Object.values(entryOnly.metafile.outputs).flatMap(({ inputs }) =>
      Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0),
    ),
  );
  const { metafile, outputFiles } = await build({
    ...OPTIONS,
    // In one order: the names in the output depend on it.
    entryPoints: [ENTRY, ON_DEMAND, ...[...screenFiles].sort()],
    splitting: true,
    plugins: [toMessages, screenPlugin(entryModules), ...plugins],
  });
  // esbuild's own output for the entry only imports the chunk: pages load the chunk itself.
  const [stub] = entriesOf(metafile, (built) => built.entryPoint === ENTRY);
  const [script] = entriesOf(metafile, ({ inputs }) => ENTRY in inputs);
  if (!stub || !script || stub === script) throw new Error(`no chunk holds ${ENTRY}`);
  output.addBundle(outputFiles.filter(({ path }) => !relative('.', path).startsWith(stub)));
  delete metafile.outputs[stub];

  // A first load has the messages of one edition.
  const ofEdition = messages.en ? [messages.en] : [];
  const screens = entriesOf(metafile, ({ entryPoint }) => /^shared\/features\/.*\.tsx$/.test(entryPoint ?? ''));
  const imported = staticImports(metafile, script).map(addressOf);
  return {
    script: addressOf(script),
    imported: [packages.vendor, ...imported],
    screens: byScreen(screens, metafile, addressOf),
    firstLoads: byScreen(screens, metafile, (path) => {
      const needed = new Set([script, path].flatMap((start) => [start, ...staticImports(metafile, start)]));
      return [packages.vendor, ...ofEdition, ...[...needed].map(addressOf)];
    }),
    styles: stylesOf(screens, script, metafile),
    metafile,
  };
}

/**
 * @param {import('esbuild').Metafile} metafile
 * @param {(built: import('esbuild').Metafile['outputs'][string]) => boolean} test
 */
function entriesOf(metafile, test) {
  return Object.entries(metafile.outputs).flatMap(([path, built]) => (test(built) ? path : []));
}

/**
 * What screens import on demand, such as the sections of a page, is shown with their styles.
 * @param {string[]} views files of the screens, and of what they import on demand
 * @param {string} script
 * @param {import('esbuild').Metafile} metafile
 * @returns {App['styles']}
 */
function stylesOf(views, script, metafile) {
  const parts = new Set(views.flatMap((view) => onDemandOf(metafile, view)));
  const screens = views.filter((view) => !parts.has(view));
  /** @param {string} path */
  const all = (path) => [
    ...new Set([path, ...onDemandOf(metafile, path)].flatMap((file) => cssModules(metafile, file))),
  ];
  const withMore = screens.filter((path) => all(path).length > cssModules(metafile, path).length);
  return {
    frame: cssModules(metafile, script),
    screens: byScreen(screens, metafile, all),
    lean: byScreen(withMore, metafile, (path) => cssModules(metafile, path)),
  };
}

/** The files that a file imports on demand, directly or through others. @param {import('esbuild').Metafile} metafile @param {string} start */
function onDemandOf(metafile, start) {
  const found = [start];
  for (const path of found) {
    for (const { path: imported, kind } of metafile.outputs[path]?.imports ?? []) {
      if (kind === 'dynamic-import' && !found.includes(imported)) found.push(imported);
    }
  }
  return found.slice(1);
}

/** The CSS modules in a file. @param {import('esbuild').Metafile} metafile @param {string} path */
function cssModules(metafile, path) {
  // After the path may be the name of the screen: see screenPlugin.
  const inputs = Object.keys(metafile.outputs[path]?.inputs ?? {}).map((input) => input.replace(/\?.*/, ''));
  return inputs.filter((input) => input.endsWith('.module.css'));
}

/**
 * @template T
 * @param {string[]} paths of the screens' files
 * @param {import('esbuild').Metafile} metafile
 * @param {(path: string) => T} pick
 * @returns {Record<string, T>}
 */
function byScreen(paths, metafile, pick) {
  /** @type {Record<string, T>} */
  const screens = {};
  for (const path of paths) {
    const name = basename(metafile.outputs[path]?.entryPoint ?? '', '.tsx');
    if (name in screens) throw new Error(`two screens are called ${name}`);
    screens[name] = pick(path);
  }
  return screens;
}

/**
 * The files that a file imports statically, directly or through others, without files of packages.
 * @param {import('esbuild').Metafile} metafile
 * @param {string} start
 */
function staticImports(metafile, start) {
  const found = [start];
  for (const path of found) {
    for (const { path: imported, kind, external } of metafile.outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && !external && !found.includes(imported)) found.push(imported);
    }
  }
  return found.slice(1);
}
