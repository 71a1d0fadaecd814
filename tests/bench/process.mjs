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
// Without a handler a signal ends the process with no `exit` event, and the servers would stay.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/**
 * @typedef {object} Options
 * @property {string} [command] Node's unless it is named
 * @property {string[] | ((port: number) => string[])} args
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [cwd]
 * @property {string} [path] that answers once the server is ready
 * @property {number | string} [core]
 * @property {number} [port] that is free; any unless it is named
 * @typedef {Awaited<ReturnType<typeof start>>} Server
 */

/** Starts a server on a free port; resolves once it answers. @param {Options} options */
export async function start({ command = process.execPath, args, env = {}, cwd, path = '/', core = 0, port: wanted }) {
  const port = await freePort(wanted);
  const [file, rest] = pinned(core, command, typeof args === 'function' ? args(port) : args);
  const child = spawn(file, rest, {
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
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${args} ended with ${child.exitCode ?? child.signalCode}`);
    await wait(20);
  }
  return {
    url,
    pid,
    /** Milliseconds until the first answer. */
    startup: Math.round(performance.now() - started),
    /** Megabytes that are resident, of it and its children. */
    memory: () => residentOf(pid, 'VmRSS'),
    /** The most that they have been. */
    peak: () => residentOf(pid, 'VmHWM'),
    /** Microseconds of processor time so far, of it and its children. */
    cpu: () => family(pid).reduce((sum, each) => sum + processorOf(each), 0),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** @type {(env?: NodeJS.ProcessEnv, options?: Partial<Options>) => Promise<Server>} */
export const startFoyer = (env = {}, options = {}) =>
  start({ args: ['dist/server/index.mjs'], env: { LOG_LEVEL: 'warn', ...env }, ...options });

const QUIET_CPU_US = 50_000;
const QUIET_TIMEOUT_MS = 60_000;

/** Starts Foyer; resolves once it rests. At its start the search reads everything, in a thread of its own. @type {typeof startFoyer} */
export async function startQuiet(...given) {
  const server = await startFoyer(...given);
  for (let waited = 0; waited < QUIET_TIMEOUT_MS; waited += 1_000) {
    const before = server.cpu();
    await wait(1_000);
    if (server.cpu() - before < QUIET_CPU_US) return server;
  }
  throw new Error(`the server is not quiet after ${QUIET_TIMEOUT_MS} ms`);
}

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

/** @param {number} [wanted] fails if that one is in use */
export async function freePort(wanted = 0) {
  const server = createServer().listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  await new Promise((resolve) => server.close(() => resolve(undefined)));
  return address.port;
}
