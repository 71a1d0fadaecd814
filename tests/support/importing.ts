import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { endWithTests } from './children.ts';
import { startUpstream, type TestUpstream } from './upstream.ts';

/** What a command has printed. */
export interface ImportRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the built `npm run import` to its end, as `runCommand`. */
export const runImport = (args: string[], ...rest: RestOf<typeof runCommand>): Promise<ImportRun> =>
  runCommand('import-content', args, ...rest);

type RestOf<Run> = Run extends (entry: string, args: string[], ...rest: infer Rest) => unknown ? Rest : never;

/** Runs a built command to its end. Of this environment it gets PATH only. @param meanwhile may end it @param before commands of the shell that runs it */
export function runCommand(
  entry: string,
  args: string[],
  environment: Record<string, string> = {},
  meanwhile: (kill: (signal: NodeJS.Signals) => void) => void = () => {},
  before = '',
): Promise<ImportRun> {
  const command = [process.execPath, `dist/server/${entry}.mjs`, ...args];
  const child = spawn('sh', ['-c', `${before} exec "$0" "$@"`, ...command], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithTests(child);
  const run: ImportRun = { code: null, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      run[name] += text;
    });
  meanwhile((signal) => child.kill(signal));
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...run, code })));
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
    importAll: (...options: string[]) => runImport([upstream.url, place.dir, ...options], environment),
    read: (file: string) => readFile(join(place.dir, file), 'utf8'),
  };
  return place;
}
