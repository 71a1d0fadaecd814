import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/* How the output of a build takes the place of the last one, by processes that build as build.mjs does, only less. */

const run = promisify(execFile);
const env = { ...process.env, OUT: undefined };

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'foyer-staging-'));
});
afterEach(() => rm(root, { recursive: true }));

/** A program that writes an output of a server and a script, and then does `end`. */
function program(name: string, end = 'await publish();'): string[] {
  const script = `
    import { once } from 'node:events';
    import { writeOut } from ${JSON.stringify(resolve('scripts/build/output.mjs'))};
    import { beginStaging, publish } from ${JSON.stringify(resolve('scripts/build/staging.mjs'))};
    await beginStaging();
    for (const file of ['server/index.mjs', 'client/${name}.js']) await writeOut('dist/' + file, '${name}');
    ${end}`;
  return ['--input-type=module', '--eval', script];
}
const build = (...options: Parameters<typeof program>) =>
  run(process.execPath, program(...options), { cwd: root, env });

/** A build that has written everything, and waits for a line. */
async function startBuild(name: string): Promise<ChildProcess> {
  const end = "console.log('written'); await once(process.stdin, 'data'); await publish(); process.exit();";
  const child = spawn(process.execPath, program(name, end), { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

const server = () => readFile(join(root, 'dist/server/index.mjs'), 'utf8');
const scripts = async () => (await readdir(join(root, 'dist/client'))).toSorted();
const folders = async () => (await readdir(root)).toSorted();

describe('a build', () => {
  it('that fails leaves the last one', async () => {
    await build('first');
    await expect(build('second', 'process.exit(1);')).rejects.toThrow();
    await expect(build('third', "throw new Error('a fault');")).rejects.toThrow('a fault');
    expect(await folders()).toEqual(['dist']);
    expect(await server()).toBe('first');
    expect(await scripts()).toEqual(['first.js']);
  });

  it('that is interrupted leaves the last one, and the next removes what it has written', async () => {
    await build('first');
    const interrupted = await startBuild('second');
    interrupted.kill('SIGKILL');
    await once(interrupted, 'exit');
    expect(await folders()).toEqual(['dist', expect.stringMatching(/^dist\.building-\d+$/)]);
    expect(await server()).toBe('first');
    await build('third');
    expect(await folders()).toEqual(['dist']);
    expect(await server()).toBe('third');
  });

  it('does not mix with another at the same time: the later one is there', async () => {
    const slow = await startBuild('slow');
    await build('quick');
    expect(await server()).toBe('quick');
    expect(await scripts()).toEqual(['quick.js']);
    slow.stdin?.write('\n');
    await once(slow, 'exit');
    expect(await server()).toBe('slow');
    expect(await folders()).toEqual(['dist']);
  });
});
