import { spawn } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach } from 'vitest';
import { type Command, runCommand as runIn } from '../../packages/command-line/src/run-command.ts';
import { importContent } from '../../tools/import/src/import-content.ts';
import { endWithTests } from './children.ts';
import { startUpstream, type TestUpstream } from './upstream.ts';

/** What a command has printed, and its exit code. */
export interface CommandRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end in this process: most of what one of its own costs is its start. */
export async function runCommand(
  command: Command,
  args: string[],
  env: Record<string, string> = {},
): Promise<CommandRun> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const texts = Promise.all([text(stdout), text(stderr)]);
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const code = await runIn(command, { args, env, stdin, stdout, stderr, interruption: () => signal });
  for (const stream of [stdout, stderr]) stream.end();
  const [printed, said] = await texts;
  return { code, stdout: printed, stderr: said };
}

export interface SpawnOptions {
  cwd?: string;
  /** May end the process. */
  meanwhile?(kill: (signal: NodeJS.Signals) => void): void;
  /** Commands of the shell that runs it. */
  before?: string;
}

/** Runs a built command to its end as a process, of which signals, limits or the standard streams matter. Of this environment it gets PATH only. */
export function spawnCommand(
  entry: string,
  args: string[],
  env: Record<string, string> = {},
  { cwd, meanwhile, before = '' }: SpawnOptions = {},
): Promise<CommandRun> {
  const command = [process.execPath, resolve(`dist/server/${entry}.mjs`), ...args];
  const child = spawn('sh', ['-c', `${before} exec "$0" "$@"`, ...command], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithTests(child);
  meanwhile?.((signal) => child.kill(signal));
  const exited = new Promise<number | null>((done) => child.once('exit', done));
  return Promise.all([exited, text(child.stdout), text(child.stderr)]).then(([code, stdout, stderr]) => ({
    code,
    stdout,
    stderr,
  }));
}

/** A CMS, and the folder into which it is imported, which is not there at first: both anew for each test of a file. @param environment of `importAll` */
export function importPlace(environment: Record<string, string> = {}) {
  let upstream: TestUpstream;
  let parent: string;
  beforeEach(async () => {
    upstream = await startUpstream();
    parent = await mkdtemp(join(tmpdir(), 'foyer-import-'));
  });
  afterEach(async () => {
    await upstream.close();
    await rm(parent, { recursive: true });
  });
  const place = {
    get upstream() {
      return upstream;
    },
    get dir() {
      return join(parent, 'content');
    },
    importAll: (...options: string[]) => runCommand(importContent, [upstream.url, place.dir, ...options], environment),
    read: (file: string) => readFile(join(place.dir, file), 'utf8'),
  };
  return place;
}
