import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/* Servers on one core, the load on another, where the machine has two and taskset. */

const isPinned = spawnSync('taskset', ['-c', '1', 'true']).status === 0;
export const pinned = (core, command, args) =>
  isPinned ? ['taskset', ['-c', String(core), command, ...args]] : [command, args];

// Each server that is started asks to be told.
process.setMaxListeners(0);

/** Starts a Node server on a free port; resolves once it answers. */
export async function start({ args, env = {}, cwd, path = '/', core = 0 }) {
  const port = await freePort();
  const [command, rest] = pinned(core, process.execPath, typeof args === 'function' ? args(port) : args);
  const child = spawn(command, rest, {
    cwd,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
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
    memory: () => residentOf(child.pid, 'VmRSS'),
    /** The most that they have been. */
    peak: () => residentOf(child.pid, 'VmHWM'),
    /** Microseconds of processor time so far, of it and its children. */
    cpu: () => family(child.pid).reduce((sum, pid) => sum + processorOf(pid), 0),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

export const startFoyer = (env = {}, options = {}) =>
  start({ args: ['dist/server/index.mjs'], env: { LOG_LEVEL: 'warn', ...env }, ...options });

function family(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children ? children.split(' ').flatMap((child) => family(Number(child))) : [])];
}

function residentOf(root, figure) {
  const kilobytes = family(root).map((pid) =>
    Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0),
  );
  return Math.round(kilobytes.reduce((a, b) => a + b, 0) / 1000);
}

const TICK = 1e6 / Number(execFileSync('getconf', ['CLK_TCK']));

function processorOf(pid) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * TICK;
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
