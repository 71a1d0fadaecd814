import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';

/* What people would pick instead: the same page of the same content, as each framework has it by default. */

const FOLDER = 'tests/bench/peers';

/** Of the Foyer whose API the peers read. A build may contain its address, so it is always the same. */
export const API_PORT = 41_733;

/** Astro's build does not run on older ones. */
const NODE_OF_ASTRO = 22;

/** What a peer's folder has beside its sources. */
const GENERATED = [
  ...['node_modules', 'foyer', 'content.ts', 'public', 'build', '.astro', '.next', '.react-router'],
  ...['next-env.d.ts', 'tsconfig.json'],
];

/**
 * @typedef {object} Recipe
 * @property {string} name
 * @property {string} output the folder that the command writes
 * @property {() => string[]} command
 * @property {() => Promise<void>} [finish] what follows it
 */

/**
 * Installs a peer, where it is not, and builds it on this checkout's components and a content API; not if all of that is what
 * it was.
 * @param {string} apiUrl
 * @param {Recipe} recipe
 * @returns {Promise<number | undefined>} seconds of the peer's own build, if it was built
 */
async function build(apiUrl, { name, output, command, finish }) {
  const folder = join(FOLDER, name);
  /** @param {string[]} words */
  const run = ([file = '', ...args]) =>
    execFileSync(file, args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: undefined,
        FRONTAPI_URL: apiUrl,
        NEXT_TELEMETRY_DISABLED: '1',
        ASTRO_TELEMETRY_DISABLED: '1',
      },
    });
  const stamp = join(folder, output, 'sources');
  const sources = await hashOfSources(folder, apiUrl);
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === sources) return undefined;
  await rm(stamp, { force: true });
  if (!(await isInstalled(folder))) run(['npm', 'install', '--no-audit', '--no-fund', '--no-package-lock']);
  await prepare(folder, apiUrl);
  await cp(join(FOLDER, 'content.ts'), join(folder, 'content.ts'));
  const began = performance.now();
  run(command());
  const seconds = (performance.now() - began) / 1000;
  await finish?.();
  await writeFile(stamp, sources);
  return seconds;
}

/** Everything that a build depends on, as one hash. @param {string} folder @param {string} apiUrl */
async function hashOfSources(folder, apiUrl) {
  const hash = createHash('sha256').update(`${apiUrl} ${process.version}`);
  const { styles } = JSON.parse(await readFile('dist/server/manifest.json', 'utf8'));
  hash.update(styles.version);
  const own = (await readdir(folder)).filter((name) => !GENERATED.includes(name)).map((name) => join(folder, name));
  const ours = ['content.ts', 'peers.mjs', 'prepare.mjs'].map((name) => join(FOLDER, name));
  for (const file of await filesOf([...own, ...ours, 'shared', 'packages/model/src', 'packages/messages/src']))
    hash.update(`${file} `).update(await readFile(file));
  // The addresses of pictures contain a version, which follows from their size and time.
  for (const file of await filesOf(['content'])) {
    const { size, mtimeMs } = await stat(file);
    hash.update(`${file} ${size} ${mtimeMs} `);
  }
  return hash.digest('hex');
}

/** All files of some paths. @param {string[]} paths */
async function filesOf(paths) {
  const files = paths.map(async (path) => {
    if (!(await stat(path)).isDirectory()) return [path];
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  });
  return (await Promise.all(files)).flat().sort();
}

/** Whether what package.json asks for has been installed since it was written. @param {string} folder */
async function isInstalled(folder) {
  const installed = await stat(join(folder, 'node_modules/.package-lock.json')).catch(() => undefined);
  return installed !== undefined && installed.mtimeMs > (await stat(join(folder, 'package.json'))).mtimeMs;
}

/** Each: how it is built, and how it is started, by one process. */
export const peers = {
  'react-router': {
    title: 'React Router 7.18, framework mode',
    /** @param {string} apiUrl */
    build: (apiUrl) =>
      build(apiUrl, {
        name: 'react-router',
        output: 'build',
        command: () => [process.execPath, 'node_modules/@react-router/dev/bin.js', 'build'],
      }),
    cwd: join(FOLDER, 'react-router'),
    args: () => ['server.mjs'],
    pages: { dynamic: '/' },
  },
  next: {
    title: 'Next.js 16.4',
    /** @param {string} apiUrl */
    build: (apiUrl) =>
      build(apiUrl, {
        name: 'next',
        output: '.next',
        command: () => [process.execPath, 'node_modules/next/dist/bin/next', 'build'],
      }),
    output: join(FOLDER, 'next/.next/server/app'),
    cwd: join(FOLDER, 'next'),
    /** @param {number} port */
    args: (port) => ['node_modules/next/dist/bin/next', 'start', '-p', String(port), '-H', '127.0.0.1'],
    pages: { dynamic: '/', static: '/static' },
  },
  astro: {
    title: 'Astro 7.3',
    /** @param {string} apiUrl */
    build: (apiUrl) =>
      build(apiUrl, {
        name: 'astro',
        output: 'build',
        command: () => [nodeOfAstro(), 'node_modules/astro/bin/astro.mjs', 'build'],
        finish: tidyAstro,
      }),
    output: join(FOLDER, 'astro/build/client'),
    cwd: join(FOLDER, 'astro'),
    /** The Node adapter's own server. */
    args: () => ['build/server/entry.mjs'],
    /** For its static pages alone, as a host of static sites. */
    staticArgs: () => ['server.mjs'],
    pages: { dynamic: '/', static: '/static' },
  },
};

/** This Node, unless it is too old. */
function nodeOfAstro() {
  if (Number.parseInt(process.versions.node, 10) >= NODE_OF_ASTRO) return process.execPath;
  const print = ['--yes', '--package', 'node@24', 'node', '-p', 'process.execPath'];
  return execFileSync('npx', print, { encoding: 'utf8' }).trim();
}

/** No page has scripts: React's is there for islands. What else is not served would be checked as sources are. */
async function tidyAstro() {
  const folder = join(FOLDER, 'astro');
  const assets = join(folder, 'build/client/_astro');
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js')).map((name) => join(assets, name));
  const left = ['.astro', 'foyer', 'content.ts'].map((name) => join(folder, name));
  for (const path of [...scripts, ...left]) await rm(path, { recursive: true, force: true });
}
