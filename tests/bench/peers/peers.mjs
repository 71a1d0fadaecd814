import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';

/* What people would pick instead: the same page of the same content, as each framework has it by default. */

const FOLDER = 'tests/bench/peers';

/**
 * Installs a peer, where it is not, and builds it on this checkout's components and a content API.
 * @param {string} name
 * @param {string[]} command
 * @param {string} apiUrl
 * @param {string} [directive]
 */
async function build(name, command, apiUrl, directive) {
  const folder = join(FOLDER, name);
  /** @param {string} file @param {string[]} args */
  const run = (file, args) =>
    execFileSync(file, args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: undefined, FRONTAPI_URL: apiUrl, NEXT_TELEMETRY_DISABLED: '1' },
    });
  if (!existsSync(join(folder, 'node_modules')))
    run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock']);
  await prepare(folder, await readFile(join(folder, 'router.ts'), 'utf8'), directive);
  await cp(join(FOLDER, 'content.ts'), join(folder, 'content.ts'));
  run(process.execPath, command);
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
    build: (apiUrl) => build('next', ['node_modules/next/dist/bin/next', 'build'], apiUrl, "'use client';\n"),
    cwd: join(FOLDER, 'next'),
    /** @param {number} port */
    args: (port) => ['node_modules/next/dist/bin/next', 'start', '-p', String(port), '-H', '127.0.0.1'],
    pages: { dynamic: '/', static: '/static' },
  },
};
