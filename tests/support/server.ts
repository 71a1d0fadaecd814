import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { LogLine } from './site.ts';

export interface TestServer {
  url: string;
  log: LogLine[];
  process: ChildProcess;
  /** Ends it by SIGTERM; resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** The built server as a process of its own, on a free port, with nothing of this environment but what is given. */
export async function startServer(
  environment: Record<string, string>,
  entry = 'dist/server/index.mjs',
): Promise<TestServer> {
  const child = spawn(process.execPath, [entry], {
    env: { PATH: process.env.PATH, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A test that fails may not leave it running.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const log: LogLine[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (text) => {
      const line: LogLine = JSON.parse(text);
      log.push(line);
      if (line.msg === 'listening' && !line.management) resolve(String(line.url));
    });
    void exited.then((code) => reject(new Error(`the server ended with ${code} before it listened`)));
  });
  return {
    url,
    log,
    process: child,
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
