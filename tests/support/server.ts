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
  /** The pipe from which its log is read. A test pauses it to stall the reader, or destroys it. */
  stdout: Readable;
  process: ChildProcess;
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

export interface ServerOptions {
  /** Starts a process group, which includes the server's workers. */
  detached?: boolean;
  /** Kind of its stdout: a Unix socket, as Node creates it for a child process, or a FIFO, as a shell does. */
  stdout?: 'socket' | 'fifo';
  /** Commands of a shell that becomes the process. */
  before?: string;
}

/** Starts the built server on a free port, without its search unless it is told to have one; resolves when it listens, on its management port too. Of this environment it gets PATH only. */
export async function startServer(
  environment: Record<string, string>,
  entry = 'dist/server/index.mjs',
  options: ServerOptions = {},
): Promise<TestServer> {
  const { child, stdout } = spawnServer(environment, [entry], options);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const log: LogLine[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    let cut: string | undefined;
    let siteUrl: string | undefined;
    let isManaged = environment.MANAGEMENT_PORT === undefined;
    createInterface(stdout).on('line', (text) => {
      if (cut !== undefined) throw new Error(`not a line of a log: ${cut}`);
      let line: LogLine;
      try {
        line = JSON.parse(text);
      } catch {
        // Of a process that ended while nobody read its log, the last line can be cut.
        cut = text;
        return;
      }
      log.push(line);
      if (line.msg !== 'listening' || line.preview) return;
      if (line.management) isManaged = true;
      else siteUrl = String(line.url);
      // The management port listens after the public one.
      if (siteUrl !== undefined && isManaged) resolve(siteUrl);
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

/** Starts the process of a server, and does not wait for it. */
export function spawnServer(
  environment: Record<string, string>,
  args = ['dist/server/index.mjs'],
  { detached = false, stdout: kind = 'socket', before }: ServerOptions = {},
): { child: ChildProcess; stdout: Readable } {
  const fifo = kind === 'fifo' ? openFifo() : undefined;
  const command = [process.execPath, ...args];
  const [program = '', ...words] =
    before === undefined ? command : ['sh', '-c', `${before} exec "$0" "$@"`, ...command];
  const child = spawn(program, words, {
    // Without SITE_URL there would be a warning. A search is half of what a start costs, and most tests do not search.
    env: { PATH: process.env.PATH, PORT: '0', SITE_URL: 'http://localhost:0', SEARCH: 'off', ...environment },
    stdio: ['ignore', fifo?.writeEnd ?? 'pipe', 'inherit'],
    detached,
  });
  endWithTests(child);
  const stdout = fifo?.stdout ?? child.stdout;
  if (!stdout) throw new Error('the server has no stdout');
  if (fifo) closeSync(fifo.writeEnd);
  return { child, stdout };
}

/** Opens a FIFO, which has a buffer of 64 kB on Linux. */
export function openFifo(): { stdout: Readable; writeEnd: number } {
  const dir = mkdtempSync(join(tmpdir(), 'foyer-fifo-'));
  const path = join(dir, 'stdout');
  try {
    execFileSync('mkfifo', [path]);
    // The reader first: without one, opening the other end blocks.
    const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeEnd = openSync(path, constants.O_WRONLY);
    return { stdout: new Socket({ fd: readEnd, readable: true, writable: false }), writeEnd };
  } finally {
    rmSync(dir, { recursive: true });
  }
}
