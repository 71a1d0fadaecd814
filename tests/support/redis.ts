import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { endWithTests } from './children.ts';
import { installed } from './install.ts';

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
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async () => {
    const started = spawn(
      findRedis(),
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    child = started;
    endWithTests(started);
    await new Promise<void>((resolve) => {
      createInterface(started.stdout).on('line', (line) => {
        if (line.includes('Ready to accept connections')) resolve();
      });
    });
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
