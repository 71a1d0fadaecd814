import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { endWithTests } from './children.ts';
import type { LogLine } from './site.ts';

export interface TestServer {
  url: string;
  log: LogLine[];
  /** What its log is read from: paused, it is a reader that has stalled; destroyed, one that is gone. */
  stdout: Readable;
  process: ChildProcess;
  /** Ends it by SIGTERM; resolves with its exit code. */
  stop(): Promise<number | null>;
}

export interface ServerOptions {
  /** Begins a process group, which its workers are part of. */
  detached?: boolean;
  /** What its stdout is: a Unix socket, as Node has it for a child, or a FIFO, as a shell has it. */
  stdout?: 'socket' | 'fifo';
}

/** The built server as a process of its own, on a free port, with nothing of this environment but what is given. */
export async function startServer(
  environment: Record<string, string>,
  entry = 'dist/server/index.mjs',
  options: ServerOptions = {},
): Promise<TestServer> {
  const { child, stdout } = spawnServer(environment, [entry], options);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const log: LogLine[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(stdout).on('line', (text) => {
      const line: LogLine = JSON.parse(text);
      log.push(line);
      if (line.msg === 'listening' && !line.management) resolve(String(line.url));
    });
    void exited.then((code) => reject(new Error(`the server ended with ${code} before it listened`)));
  });
  return {
    url,
    log,
    stdout,
    process: child,
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

/** The process alone, from its first moment on. */
export function spawnServer(
  environment: Record<string, string>,
  args = ['dist/server/index.mjs'],
  { detached = false, stdout: kind = 'socket' }: ServerOptions = {},
): { child: ChildProcess; stdout: Readable } {
  const fifo = kind === 'fifo' ? openFifo() : undefined;
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, PORT: '0', ...environment },
    stdio: ['ignore', fifo?.writeEnd ?? 'pipe', 'inherit'],
    detached,
  });
  endWithTests(child);
  const stdout = fifo?.stdout ?? child.stdout;
  if (!stdout) throw new Error('the server has no stdout');
  if (fifo) closeSync(fifo.writeEnd);
  return { child, stdout };
}

/** A FIFO, which holds 64 kB on Linux. */
export function openFifo(): { stdout: Readable; writeEnd: number } {
  const dir = mkdtempSync(join(tmpdir(), 'foyer-fifo-'));
  const path = join(dir, 'stdout');
  try {
    execFileSync('mkfifo', [path]);
    // The reader first: to open the other end alone would wait for one.
    const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeEnd = openSync(path, constants.O_WRONLY);
    return { stdout: new Socket({ fd: readEnd, readable: true, writable: false }), writeEnd };
  } finally {
    rmSync(dir, { recursive: true });
  }
}
