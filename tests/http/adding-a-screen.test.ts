// @module-tag exhaustive/builds

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyProject } from '../support/copied-project.ts';
import { startServer, type TestServer } from '../support/server.ts';

/* docs/adding-a-screen.md, followed step by step in a copy of the project. */

const run = promisify(execFile);
const ROUTES = 'shared/routes.ts';
const MESSAGES = 'packages/messages/src/';

let root: string;
let files: Map<string, string>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'foyer-screen-'));
  await copyProject(root);
  files = filesIn(await readFile('docs/adding-a-screen.md', 'utf8'));
  for (const [path, text] of files) await add(path, text);
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** The code blocks of the document, by the path in the line above each. */
const filesIn = (document: string) =>
  new Map(
    [...document.matchAll(/^`([^`\n]+)`\n\n```\w+\n([\s\S]*?)^```/gm)].map(([, path = '', text = '']) => [path, text]),
  );

async function add(path: string, text: string): Promise<void> {
  if (path.startsWith(MESSAGES)) {
    const catalogue = JSON.parse(await readFile(join(root, path), 'utf8'));
    await writeFile(join(root, path), JSON.stringify({ ...catalogue, ...JSON.parse(text) }));
    return;
  }
  if (path !== ROUTES) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
    return;
  }
  const [importLine = '', ...rows] = text.trimEnd().split('\n');
  const table = await readFile(join(root, ROUTES), 'utf8');
  await writeFile(
    join(root, ROUTES),
    `${importLine}\n${table.replace('  serviceCenters,\n', `  serviceCenters,\n${rows.join('\n')}\n`)}`,
  );
}

/** What a command of the project prints when it fails. Of this environment it gets PATH only: others may ask for colours. */
const failure = async (command: string[]): Promise<string> => {
  const [file = '', ...args] = command;
  return run(file, args, { cwd: root, env: { PATH: process.env.PATH } }).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
};
const build = [process.execPath, 'build.mjs'];
const writeKinds = [process.execPath, 'scripts/build/kinds.mjs'];
const writeMessages = [process.execPath, 'scripts/build/messages.mjs'];
const typeCheck = [process.execPath, 'node_modules/typescript/bin/tsc', '--noEmit'];

/** Runs a command while a file is missing or has other text. */
async function changed(path: string, text: string | undefined, command: string[]): Promise<string> {
  const before = await readFile(join(root, path), 'utf8');
  if (text === undefined) await rm(join(root, path));
  else await writeFile(join(root, path), text);
  try {
    return await failure(command);
  } finally {
    await writeFile(join(root, path), before);
  }
}

it('takes a kind, a feature, its texts, a row and content', () => {
  expect([...files.keys()]).toEqual([
    'packages/model/src/kinds/press.ts',
    'shared/features/press/press-pages.ts',
    'shared/features/press/PressList.tsx',
    'shared/features/press/Press.tsx',
    'packages/messages/src/en.json',
    'packages/messages/src/ne.json',
    ROUTES,
    'content/press/first-release.md',
  ]);
});

describe('a forgotten part', () => {
  it('is named by the build: the row', async () => {
    const table = await readFile(ROUTES, 'utf8');
    const last = join(root, 'dist/server/manifest.json');
    await mkdir(dirname(last), { recursive: true });
    await writeFile(last, '{"built":0}');
    expect(await changed(ROUTES, table, build)).toContain(
      'screens: shared/features/press/press-pages.ts: the page /press has no row in shared/routes.ts\n',
    );
    // What was built before is as it was.
    expect(await readFile(last, 'utf8')).toBe('{"built":0}');
    expect((await readdir(root)).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  });

  it('is named by the build: the content', async () => {
    await rm(join(root, 'content/press'), { recursive: true });
    const output = await failure(build);
    await add('content/press/first-release.md', files.get('content/press/first-release.md') ?? '');
    expect(output).toBe('screens: content/press is missing: the kind press has no example content\n');
  });

  it('is named by the build: the export of the kind', async () => {
    expect(await changed('packages/model/src/kinds/press.ts', 'export const nothing = 1;\n', build)).toContain(
      'packages/model/src/kinds/press.ts: expected "export default kind({ … })"',
    );
  });

  it('is named by the build and a type error: the kind', async () => {
    const output = await changed('packages/model/src/kinds/press.ts', undefined, build);
    expect(output).toContain(
      'screens: the page /press lists the call press, which no kind in packages/model/src/kinds/ defines\n',
    );
    // The failed build has written the table without it.
    const errors = await changed('packages/model/src/kinds/press.ts', undefined, typeCheck);
    expect(errors).toContain(`error TS2345: Argument of type '"press/{id}"' is not assignable`);
  });

  it('is named by the build: a translation', async () => {
    const path = 'packages/messages/src/ne.json';
    const { outlet: _, ...others } = JSON.parse(await readFile(join(root, path), 'utf8'));
    expect(await changed(path, JSON.stringify(others), build)).toContain(`${path}: outlet is missing`);
  });

  it('is a type error: a filter of the list', async () => {
    const pages = files.get('shared/features/press/press-pages.ts') ?? '';
    expect(await failure(writeKinds)).toBe('');
    const errors = await changed(
      'shared/features/press/press-pages.ts',
      pages.replace("  filters: ['outlet'],\n", ''),
      typeCheck,
    );
    expect(errors).toMatch(/press-pages\.ts\(\d+,\d+\): error/);
  });
});

describe('the screen', () => {
  let site: TestServer;
  let output: string;
  beforeAll(async () => {
    const budgets = join(root, 'scripts/build/budgets.mjs');
    await writeFile(budgets, (await readFile(budgets, 'utf8')).replace(/(?<=javascript: )[\d_]+/, '1_000'));
    expect(await failure(writeKinds)).toBe('');
    expect(await failure(writeMessages)).toBe('');
    expect(await failure(typeCheck)).toBe('');
    const { stdout, stderr } = await run(process.execPath, ['build.mjs'], { cwd: root });
    output = stdout + stderr;
    site = await startServer({ CONTENT_DIR: join(root, 'content') }, join(root, 'dist/server/index.mjs'));
  });
  afterAll(() => site?.stop());

  it('is there although it is over a budget, of which the build has warned', () => {
    expect(output).toMatch(
      /^budget: first load of \w+: JavaScript: \d+ bytes, not 1000, and \d+ more like it: see "javascript" in scripts/m,
    );
    expect(output).toMatch(/^built in \d+ ms$/m);
  });

  const get = async (path: string) => {
    const response = await fetch(site.url + path, { headers: { 'user-agent': 'Googlebot/2.1' } });
    return { status: response.status, text: await response.text() };
  };

  it.each([
    ['/press', '<h1>Press releases</h1>'],
    ['/press?search=kathmandu', 'A first release'],
    ['/press?outlet=The+Kathmandu+Ledger', 'A first release'],
    ['/press/1', 'Words for the press.'],
    ['/press/first-release', 'Words for the press.'],
    ['/press/feed.xml', 'A first release'],
    ['/sitemap.xml', '/press/1<'],
    ['/frontapi/en/press', '"releases":[{"id":"1"'],
    ['/frontapi/en/press/1', '"outlet":"The Kathmandu Ledger"'],
  ])('is there: %s', async (path, words) => {
    const { status, text } = await get(path);
    expect(status).toBe(200);
    expect(text).toContain(words);
  });

  it('has no page for another item', async () => {
    expect((await get('/press/2')).status).toBe(404);
  });
});
