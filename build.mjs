import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build as esbuild } from 'esbuild';
import { bundle as bundleCss, transform as transformCss } from 'lightningcss';
import { checkBudget, checkClasses, checkHome, checkImports, sourceFiles } from './scripts/build/checks.mjs';
import { copyPackage } from './scripts/build/native.mjs';
import { billOfMaterials, licences } from './scripts/build/supply.mjs';

/*
 * Builds dist/: the browser's files (hashed names, compressed beside them), the server in one file, and the manifest by
 * which the server knows the browser's files. Fails where an import goes the wrong way or a budget of bytes is exceeded.
 *
 *   node build.mjs               build
 *   node build.mjs --if-stale    build, unless dist/ is newer than every source
 *   NODE_ENV=development         React's development build, not minified, no budgets
 *   OUT=dir                      elsewhere than dist/
 */

const OUT = process.env.OUT ?? 'dist';
const DEVELOPMENT = process.env.NODE_ENV === 'development';
const MODE = DEVELOPMENT ? 'development' : 'production';
const MANIFEST = `${OUT}/server/manifest.json`;
const ASSETS = '/assets/';
const SOURCES = [
  'client',
  'server',
  'shared',
  'scripts/build',
  'build.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const TARGETS = { chrome: 100 << 16, firefox: 100 << 16, safari: (15 << 16) | (4 << 8) };

const NATIVE = 'sharp';
/** Comes with the browser's vendor file. */
const VENDOR = /^(react|react\/jsx-runtime|react-dom|react-dom\/client|react-router-dom)$/;

/** In React Router, what instrumentation, routes that are found on the way, and server components set: nobody here. */
const NEVER_SET = /\b(?:init\.instrumentations|init\.patchRoutesOnNavigation|this\.context)\b/g;

if (process.argv.includes('--if-stale') && !(await isStale())) process.exit();
const built = Date.now();
await rm(OUT, { recursive: true, force: true });

const common = {
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  minify: !DEVELOPMENT,
  metafile: true,
  write: false,
  sourcemap: 'linked',
  legalComments: 'none',
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': JSON.stringify(MODE) },
};
// Nobody serves the source maps.
const browser = { ...common, platform: 'browser', target: 'es2022', sourcemap: 'external', outdir: `${OUT}/client` };

const styles = new Map();
const pictures = new Map();
const files = new Map();
const fontPackages = [];
const fonts = { latin: [], devanagari: [] };

const vendor = await esbuild({
  ...browser,
  entryPoints: { vendor: 'client/vendor.ts' },
  entryNames: '[name]-[hash]',
  plugins: [leanRouter()],
});
const vendorAddress = address(collect(vendor).find((path) => path.endsWith('.js')));
const vendorNames = Object.values(vendor.metafile.outputs).flatMap(({ exports }) => exports);

// Ours: the entry with all that it imports at once, and the screens, which take from the entry what it has already. The
// two name each other, so one hash names them all; it stands for itself until all that it is made of is there.
const HASH = '__BUILD__';
const ENTRY = 'client/hydrate.tsx';
const HOME = `${ASSETS}home-${HASH}.js`;
const onDemand = new Map();

const { metafile: closure } = await esbuild({
  ...browser,
  entryPoints: [ENTRY],
  plugins: [ours()],
});
const shared = Object.keys(closure.inputs).filter((path) => /\.tsx?$/.test(path));
const { metafile: exported } = await esbuild({ ...browser, entryPoints: shared, bundle: false, plugins: [] });
// Each on-demand file holds all that the entry has not: one request a screen, and what two screens share is small.
const screens = [];
for (let wanted = [...onDemand]; wanted.length > 0; ) {
  const known = new Set(onDemand.keys());
  const built = await esbuild({
    ...browser,
    entryPoints: Object.fromEntries(wanted),
    entryNames: `[name]-${HASH}`,
    plugins: [fromHome(), ours()],
  });
  screens.push(built);
  wanted = [...onDemand].filter(([name]) => !known.has(name));
}
const home = await esbuild({
  ...browser,
  stdin: {
    contents: [
      `import './${ENTRY}';`,
      ...wantedOfHome().map(([name, path, local]) => `export { ${local} as ${name} } from './${path}';`),
    ].join('\n'),
    resolveDir: '.',
    sourcefile: 'home.js',
  },
  outfile: `${OUT}/client/home-${HASH}.js`,
  outdir: undefined,
  plugins: [ours()],
});
nameByHash(home, ...screens);
collect(home);
screens.forEach(collect);

const server = await esbuild({
  ...common,
  entryPoints: {
    index: 'server/index.ts',
    'normaliser-thread': 'server/content-api/normaliser-thread.ts',
    'content-check': 'server/check-content.ts',
  },
  outExtension: { '.js': '.mjs' },
  outdir: `${OUT}/server`,
  platform: 'node',
  target: 'node20.19',
  // A trace names functions and files as they are written: no map need be shipped with it.
  minify: false,
  sourcemap: DEVELOPMENT && 'inline',
  // Has a native part, which lies beside the server.
  external: [NATIVE],
  // Some of what is bundled is CommonJS.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  plugins: [assetPlugin()],
});
collect(server);

const style = await buildStyle();
for (const [path, contents] of pictures) files.set(path, contents);

checkImports([closure, ...screens.map(({ metafile }) => metafile)], server.metafile);
await checkClasses(styles);
const script = address(Object.keys(home.metafile.outputs).find((path) => path.endsWith('.js')));
const manifest = { script, style, preload: [vendorAddress], fonts, screens: screenFiles() };
await Promise.all([...files].map(([path, contents]) => writeOut(path, contents)));
if (!DEVELOPMENT) {
  await writeOut(`${OUT}/sbom.cdx.json`, await billOfMaterials());
  const inputs = [vendor, home, ...screens, server].flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const native = await copyPackage(NATIVE, `${OUT}/server/node_modules`);
  await writeOut(`${OUT}/LICENSES.txt`, await licences([...inputs, ...fontPackages, ...native]));
}
if (!DEVELOPMENT) await checkBudget(manifest, (file) => `${OUT}/client/${file.slice(ASSETS.length)}.br`);
// Last: a build without its manifest is none.
await writeOut(MANIFEST, JSON.stringify({ ...manifest, built, mode: MODE }));
if (!DEVELOPMENT) await checkHome(OUT);
process.stdout.write(`built in ${Date.now() - built} ms\n`);

/** React and the router come from the vendor file; what is imported on demand gets a file of its own. */
function ours() {
  return {
    name: 'ours',
    setup(build) {
      build.onResolve({ filter: VENDOR }, () => ({ path: 'vendor', namespace: 'vendor', sideEffects: false }));
      build.onLoad({ filter: /./, namespace: 'vendor' }, () => ({ contents: passOn(vendorAddress, vendorNames) }));
      build.onResolve({ filter: /./, namespace: 'vendor' }, ({ path }) => ({
        path,
        external: true,
        sideEffects: false,
      }));
      build.onResolve({ filter: /./ }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        const name = basename(path, '.tsx');
        const module = path.startsWith('.') ? join(resolveDir, path) : path;
        if ((onDemand.get(name) ?? module) !== module) throw new Error(`two files on demand are called ${name}`);
        onDemand.set(name, module);
        return { path: `${ASSETS}${name}-${HASH}.js`, external: true };
      });
      assetPlugin().setup(build);
    },
  };
}

/** What the entry has already comes from there. */
function fromHome() {
  return {
    name: 'from-home',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) => {
        const place = relative('.', join(resolveDir, path));
        if (kind !== 'import-statement' || !shared.includes(place)) return undefined;
        return { path: place, namespace: 'home', sideEffects: false };
      });
      onResolve({ filter: /^\/assets\/home-/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
      onLoad({ filter: /./, namespace: 'home' }, ({ path }) => {
        const names = Object.values(exported.outputs).find(({ entryPoint }) => entryPoint === path).exports;
        return { contents: passOn(HOME, names, (name) => nameInHome(path, name)) };
      });
    },
  };
}

/** A module that has its names from another file; those that nobody wants are left out, one by one. */
function passOn(address, names, nameThere = (name) => name) {
  return names.map((name) => `export { ${nameThere(name)} as ${name} } from '${address}';`).join('\n');
}

/** The entry exports what the screens want of it, each under a name that tells its module. */
function nameInHome(path, name) {
  return `m${shared.indexOf(path)}_${name}`;
}

function wantedOfHome() {
  const files = screens.flatMap(({ outputFiles }) => outputFiles).filter(({ path }) => path.endsWith('.js'));
  const imports = files.flatMap(({ text }) => [...text.matchAll(/import\s*\{([^}]*)\}\s*from\s*"\/assets\/home-/g)]);
  const names = imports.flatMap(([, list]) => list.split(',').map((part) => part.trim().split(/\s+as\s+/)[0]));
  return [...new Set(names)].sort().map((name) => {
    const [, index, local] = /^m(\d+)_(\w+)$/.exec(name);
    return [name, shared[index], local];
  });
}

function nameByHash(...results) {
  const all = results.flatMap(({ outputFiles }) => outputFiles).filter(({ path }) => path.endsWith('.js'));
  const hash = shortHash(all.map(({ text }) => text).join(''));
  for (const { metafile, outputFiles } of results) {
    metafile.outputs = JSON.parse(JSON.stringify(metafile.outputs).replaceAll(HASH, hash));
    for (const file of outputFiles) {
      const { text } = file;
      file.path = file.path.replaceAll(HASH, hash);
      file.contents = Buffer.from(text.replaceAll(HASH, hash));
    }
  }
}

/** React Router comes in one piece and says of nothing that it may be left out: without this, 7 kB that nobody needs stay in. */
function leanRouter() {
  return {
    name: 'lean-router',
    setup({ onLoad }) {
      onLoad({ filter: /react-router\/dist\/.*\.mjs$/ }, async ({ path }) => {
        const contents = (await readFile(path, 'utf8'))
          .replace(/^\w+\.displayName = ".*";$/gm, '')
          .replace(
            /= (React\d*\.(?:createContext|memo|forwardRef|createElement)\(|new (?:Set|Map|WeakMap|URL)\()/g,
            '= /* @__PURE__ */ $1',
          )
          .replace(/^(var \w+ = )((?:Object\.)?\w+\()/gm, '$1/* @__PURE__ */ $2')
          .replace(NEVER_SET, 'undefined');
        return { contents: DEVELOPMENT ? contents : withoutChecks(contents), loader: 'js' };
      });
    },
  };
}

/** Like React's production build it takes for granted what its development build has checked. */
function withoutChecks(router) {
  return router
    .replaceAll('if (ENABLE_DEV_WARNINGS)', 'if (false)')
    .replace(/^(\s*)((?:invariant|warning|warningOnce)\()/gm, '$1/* @__PURE__ */ $2');
}

/** CSS modules and pictures for both sides alike: the same class names, the same addresses. The CSS itself is gathered. */
function assetPlugin() {
  return {
    name: 'assets',
    setup({ onLoad }) {
      onLoad({ filter: /\.module\.css$/ }, async ({ path }) => {
        const name = basename(path, '.module.css');
        const other = [...styles.keys()].find((known) => known !== path && basename(known) === basename(path));
        if (other) throw new Error(`${path} and ${other} would share class names: give one another name`);
        const { code, exports } = transformCss({
          filename: name,
          code: await readFile(path),
          cssModules: { pattern: '[name]_[local]' },
        });
        const classes = Object.fromEntries(Object.entries(exports).map(([local, { name }]) => [local, name]));
        styles.set(path, { code: code.toString(), classes });
        return { contents: JSON.stringify(classes), loader: 'json' };
      });
      onLoad({ filter: /\.svg$/ }, async ({ path }) => {
        const contents = await readFile(path);
        const name = hashed(basename(path, '.svg'), contents, 'svg');
        pictures.set(`${OUT}/client/${name}`, contents);
        return { contents: JSON.stringify(ASSETS + name), loader: 'json' };
      });
    },
  };
}

/** One stylesheet: tokens and the global layer, then the modules by path. Screens come and go without a flash. */
async function buildStyle() {
  const global = await withFonts(bundleCss({ filename: 'shared/document/global.css' }).code.toString());
  const modules = [...styles].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { code }]) => code);
  const { code } = transformCss({
    filename: 'site.css',
    code: Buffer.from([global, ...modules].join('\n')),
    minify: !DEVELOPMENT,
    targets: TARGETS,
  });
  const name = hashed('site', code, 'css');
  files.set(`${OUT}/client/${name}`, code);
  return ASSETS + name;
}

/** Fonts come from their packages. */
async function withFonts(css) {
  let text = css;
  for (const [, place] of css.matchAll(/url\("?(@fontsource[^")]+)"?\)/g)) {
    const contents = await readFile(`node_modules/${place}`);
    fontPackages.push(`node_modules/${place}`);
    const name = hashed(basename(place, '.woff2'), contents, 'woff2');
    files.set(`${OUT}/client/${name}`, contents);
    fonts[place.includes('-latin-') ? 'latin' : 'devanagari'].push(ASSETS + name);
    text = text.replace(place, ASSETS + name);
  }
  return text;
}

/** Keeps what esbuild made; source maps lie where nobody serves them. */
function collect({ outputFiles }) {
  return outputFiles.map(({ path, contents }) => {
    const place = relative('.', path);
    files.set(place.endsWith('.map') ? place.replace(`${OUT}/client/`, `${OUT}/maps/`) : place, contents);
    return place;
  });
}

function address(path) {
  return ASSETS + relative(`${OUT}/client`, path);
}

function hashed(name, contents, ending) {
  return `${name}-${shortHash(contents)}.${ending}`;
}

function shortHash(contents) {
  return createHash('sha256').update(contents).digest('hex').slice(0, 10);
}

/** Each screen's file by the screen's name. */
function screenFiles() {
  const outputs = screens.flatMap(({ metafile }) => Object.entries(metafile.outputs));
  const entries = outputs.filter(([, { entryPoint }]) => /^shared\/features\//.test(entryPoint ?? ''));
  return Object.fromEntries(entries.map(([path, { entryPoint }]) => [basename(entryPoint, '.tsx'), address(path)]));
}

async function writeOut(path, contents) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
  if (!path.startsWith(`${OUT}/client/`) || path.endsWith('.woff2')) return;
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: DEVELOPMENT ? 4 : 11 } };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(contents, brotli));
  await writeFile(`${path}.gz`, await promisify(gzip)(contents, { level: 9 }));
}

async function isStale() {
  if (!existsSync(MANIFEST)) return true;
  const last = JSON.parse(await readFile(MANIFEST, 'utf8'));
  if (last.mode !== MODE) return true;
  const paths = (await Promise.all(SOURCES.filter((path) => existsSync(path)).map(sourceFiles))).flat();
  const times = await Promise.all(paths.map(async (path) => (await stat(path)).mtimeMs));
  return times.some((time) => time > last.built);
}
