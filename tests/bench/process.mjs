import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/* Servers on one core, the load on another, where the machine has two and taskset. */

const isPinned = spawnSync('taskset', ['-c', '1', 'true']).status === 0;
/** @type {(core: number | string, command: string, args: readonly string[]) => [command: string, args: readonly string[]]} */
export const pinned = (core, command, args) =>
  isPinned ? ['taskset', ['-c', String(core), command, ...args]] : [command, args];

// Each started server asks for notifications.
process.setMaxListeners(0);

/**
 * @typedef {object} Options
 * @property {string[] | ((port: number) => string[])} args
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [cwd]
 * @property {string} [path] that answers once the server is ready
 * @property {number | string} [core]
 * @typedef {Awaited<ReturnType<typeof start>>} Server
 */

/** Starts a Node server on a free port; resolves once it answers. @param {Options} options */
export async function start({ args, env = {}, cwd, path = '/', core = 0 }) {
  const port = await freePort();
  const [command, rest] = pinned(core, process.execPath, typeof args === 'function' ? args(port) : args);
  const child = spawn(command, rest, {
    cwd,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${args} did not start`);
  // Nor does it outlive a benchmark that fails.
  process.once('exit', () => child.kill('SIGKILL'));
  const started = performance.now();
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(url + path).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${args} ended with ${child.exitCode}`);
    await wait(20);
  }
  return {
    url,
    /** Milliseconds until the first answer. */
    startup: Math.round(performance.now() - started),
    /** Megabytes that are resident, of it and its children. */
    memory: () => residentOf(pid, 'VmRSS'),
    /** The most that they have been. */
    peak: () => residentOf(pid, 'VmHWM'),
    /** Microseconds of processor time so far, of it and its children. */
    cpu: () => family(pid).reduce((sum, each) => sum + processorOf(each), 0),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** @type {(env?: NodeJS.ProcessEnv, options?: Partial<Options>) => Promise<Server>} */
export const startFoyer = (env = {}, options = {}) =>
  start({ args: ['dist/server/index.mjs'], env: { LOG_LEVEL: 'warn', ...env }, ...options });

/** @param {number} pid @returns {number[]} */
function family(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children ? children.split(' ').flatMap((child) => family(Number(child))) : [])];
}

/** @param {number} root @param {string} figure */
function residentOf(root, figure) {
  const kilobytes = family(root).map((pid) =>
    Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0),
  );
  return Math.round(kilobytes.reduce((a, b) => a + b, 0) / 1000);
}

const TICK = 1e6 / Number(execFileSync('getconf', ['CLK_TCK']));

/** @param {number} pid */
function processorOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const [user, system] = fields.slice(11, 13);
  return (Number(user) + Number(system)) * TICK;
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  await new Promise((resolve) => server.close(() => resolve(undefined)));
  return address.port;
}
