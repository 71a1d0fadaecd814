import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/* Whether an output is built from the sources as they are, asked in a small project. */

const run = promisify(execFile);
const FRESHNESS = JSON.stringify(resolve('scripts/build/freshness.mjs'));

let root: string;
/** Of the project as each test finds it. */
let sources: unknown;
const at = (path: string) => join(root, path);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'foyer-fresh-'));
  for (const folder of ['shared', 'node_modules', 'dist/server']) await mkdir(at(folder), { recursive: true });
  await writeFile(at('shared/a.ts'), 'export const a = 1;');
  await writeFile(at('shared/b.ts'), 'export const b = 1;');
  await writeFile(at('node_modules/.package-lock.json'), '{}');
  sources ??= await evaluate('await digestOf(await buildSources())');
  await writeFile(at('dist/server/manifest.json'), JSON.stringify({ mode: 'production', sources }));
});
afterEach(() => rm(root, { recursive: true }));

/** Runs an expression as the build would, in this project. */
async function evaluate(expression: string, env = {}): Promise<unknown> {
  const script = `import { buildSources, digestOf, isStale } from ${FRESHNESS}; console.log(JSON.stringify(${expression}));`;
  const options = { cwd: root, env: { ...process.env, NODE_ENV: undefined, OUT: undefined, ...env } };
  return JSON.parse((await run(process.execPath, ['--input-type=module', '--eval', script], options)).stdout);
}
const isStale = (env = {}) => evaluate('await isStale()', env);

describe('an output', () => {
  it('is fresh while its sources are as they were, whenever they were written', async () => {
    const later = new Date(Date.now() + 60_000);
    await utimes(at('shared/a.ts'), later, later);
    expect(await isStale()).toBe(false);
  });

  it.each([
    ['a source is deleted', () => rm(at('shared/b.ts'))],
    ['a source has another name', () => rename(at('shared/b.ts'), at('shared/c.ts'))],
    ['an older file takes the place of a source', () => older('shared/b.ts', 'export const b = 0;')],
    ['a source is new, and old', () => older('shared/c.ts', 'export const c = 1;')],
    ['npm has installed something else', () => writeFile(at('node_modules/.package-lock.json'), '{"a":1}')],
    ['it is not there', () => rm(at('dist'), { recursive: true })],
    ['its manifest cannot be read', () => writeFile(at('dist/server/manifest.json'), '')],
  ])('is stale when %s', async (_, change) => {
    await change();
    expect(await isStale()).toBe(true);
  });

  it('is stale for the other mode', async () => {
    expect(await isStale({ NODE_ENV: 'development' })).toBe(true);
  });
});

async function older(path: string, text: string): Promise<void> {
  await writeFile(at(path), text);
  await utimes(at(path), new Date(0), new Date(0));
}
