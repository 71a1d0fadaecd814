import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { endWithTests } from './children.ts';
import { installed } from './install.ts';
import { onFreePort } from './port.ts';

const PLACES = [
  process.env.REDIS_SERVER_PATH ?? '',
  '/usr/bin/redis-server',
  '/usr/local/bin/redis-server',
  '/opt/homebrew/bin/redis-server',
];

/** The path of a Redis server. Installs Debian's package if possible; throws with instructions if not. */
export function findRedis(): string {
  const found = PLACES.find((path) => path !== '' && existsSync(path));
  if (found) return found;
  if (installed('redis-server')) return '/usr/bin/redis-server';
  throw new Error(
    'The tests use a real Redis server and found none. Install it (Debian: apt-get install redis-server) or set REDIS_SERVER_PATH.',
  );
}

export interface TestRedis {
  url: string;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  start(): Promise<void>;
  /** Suspends the process: its connections stay open, and no command is answered. */
  freeze(): void;
  /** Resumes a suspended process. */
  thaw(): void;
}

/** Starts an empty Redis server on a free port. */
export function startRedis(): Promise<TestRedis> {
  return onFreePort(async (port) => {
    const child = await listening(port);
    return child && redisOn(port, child);
  });
}

function redisOn(port: number, first: ChildProcess): TestRedis {
  let child: ChildProcess | undefined = first;
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = await listening(port);
      if (!child) throw new Error(`Redis has not started again on port ${port}`);
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async kill() {
      if (child?.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child?.kill('SIGKILL');
      await ended;
    },
  };
}

/** A Redis server on this port; undefined: it has ended, as the port is in use. */
async function listening(port: number): Promise<ChildProcess | undefined> {
  const child = spawn(
    findRedis(),
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  endWithTests(child);
  for await (const line of createInterface(child.stdout)) {
    // What it says later is read too: its pipe must not fill up.
    if (line.includes('Ready to accept connections')) {
      child.stdout.resume();
      return child;
    }
  }
  return undefined;
}
