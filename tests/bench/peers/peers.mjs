import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';

/* What people would pick instead: the same page of the same content, as each framework has it by default. */

const FOLDER = 'tests/bench/peers';

/** Astro does not run on older ones. */
const NODE_OF_ASTRO = 22;

/**
 * Installs a peer, where it is not, and builds it on this checkout's components and a content API.
 * @param {string} name
 * @param {string[]} command
 * @param {string} apiUrl
 * @param {string[]} [node] the command of a newer Node than this
 */
async function build(name, command, apiUrl, node = [process.execPath]) {
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
  if (!existsSync(join(folder, 'node_modules')))
    run(['npm', 'install', '--no-audit', '--no-fund', '--no-package-lock']);
  await prepare(folder, apiUrl);
  await cp(join(FOLDER, 'content.ts'), join(folder, 'content.ts'));
  run([...node, ...command]);
}

/** Each: how it is built, and how it is started, by one process. */
export const peers = {
  'react-router': {
    title: 'React Router 7.18, framework mode',
    /** @param {string} apiUrl */
    build: (apiUrl) => build('react-router', ['node_modules/@react-router/dev/bin.js', 'build'], apiUrl),
    cwd: join(FOLDER, 'react-router'),
    args: () => ['server.mjs'],
    pages: { dynamic: '/' },
  },
  next: {
    title: 'Next.js 16.4',
    /** @param {string} apiUrl */
    build: (apiUrl) => build('next', ['node_modules/next/dist/bin/next', 'build'], apiUrl),
    cwd: join(FOLDER, 'next'),
    /** @param {number} port */
    args: (port) => ['node_modules/next/dist/bin/next', 'start', '-p', String(port), '-H', '127.0.0.1'],
    pages: { dynamic: '/', static: '/static' },
  },
  astro: {
    title: 'Astro 7.3',
    build: buildAstro,
    cwd: join(FOLDER, 'astro'),
    args: () => ['server.mjs'],
    pages: { static: '/' },
  },
};

/** @param {string} apiUrl */
async function buildAstro(apiUrl) {
  const isNew = Number.parseInt(process.versions.node, 10) >= NODE_OF_ASTRO;
  const node = isNew ? undefined : ['npx', '--yes', '--package', 'node@24', 'node'];
  await build('astro', ['node_modules/astro/bin/astro.mjs', 'build'], apiUrl, node);
  // Only files are served, and no page has scripts: React's is there for islands.
  const scripts = (await readdir(join(FOLDER, 'astro/build/_astro'))).filter((name) => name.endsWith('.js'));
  for (const name of ['.astro', 'foyer', 'content.ts', ...scripts.map((script) => join('build/_astro', script))]) {
    await rm(join(FOLDER, 'astro', name), { recursive: true, force: true });
  }
}
