import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import request from 'supertest';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { listen } from '../support/listen.ts';
import { POLLING } from '../support/polling.ts';
import { startServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';

/* Changed pages are submitted to search engines. */

const KEY = 'a-key-of-this-site';
const ORIGIN = 'https://www.himal.example';
const blog = (id: number, more = '') => `---\nid: ${id}\nname: ${id}\ncreated_at: 2024-03-05\n${more}---\nA text.\n`;

const closing: (() => Promise<unknown>)[] = [];
let calls: unknown[];
/** Statuses of the next answers. */
let failures: number[];
let engineUrl: string;
let folder: Folder;
let dataDir: string;
beforeEach(async () => {
  calls = [];
  failures = [];
  const engine = await listen(async (incoming, response) => {
    calls.push(await json(incoming));
    response.writeHead(failures.shift() ?? 202).end();
  });
  engineUrl = engine.url;
  folder = await makeFolder(validFiles);
  dataDir = await mkdtemp(join(tmpdir(), 'foyer-index-now-test-'));
  closing.push(engine.close, folder.remove, () => rm(dataDir, { recursive: true }));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const eventually = (check: () => unknown) => vi.waitFor(check, POLLING);
const submission = (...paths: string[]) => ({
  host: 'www.himal.example',
  key: KEY,
  keyLocation: `${ORIGIN}/${KEY}.txt`,
  urlList: paths.map((path) => ORIGIN + path),
});

async function start(environment: Record<string, string> = {}) {
  const server = await startServer({
    CONTENT_DIR: folder.dir,
    SITE_URL: ORIGIN,
    SEARCH: 'off',
    INDEXNOW_KEY: KEY,
    INDEXNOW_URL: engineUrl,
    ...environment,
  });
  closing.push(() => server.stop());
  return server;
}

it('a first start submits nothing; then a new page, a changed one and one that is gone are submitted', async () => {
  const server = await start({ DATA_DIR: dataDir });
  const submitted = () => readFile(join(dataDir, 'indexnow.json'), 'utf8');
  await eventually(async () => expect(await submitted()).toContain('/blogs/1'));
  expect(calls).toEqual([]);
  await folder.write({ 'blogs/three.md': blog(3) });
  await eventually(() => expect(calls).toEqual([submission('/blogs/3')]));
  await eventually(async () => expect(await submitted()).toContain('/blogs/3'));
  await server.stop();

  await folder.write({ 'blogs/one.md': blog(1, 'updated_at: 2024-04-01\n') });
  await rm(join(folder.dir, 'blogs/two.md'));
  await start({ DATA_DIR: dataDir });
  await eventually(() => expect(calls[1]).toEqual(submission('/blogs/1', '/blogs/2')));
  expect(calls).toHaveLength(2);
});

it('what a search engine refuses is submitted again, with what has changed since', async () => {
  const server = await start();
  await eventually(() => expect(server.log.some(({ path }) => path === '/sitemap.xml')).toBe(true));
  failures.push(429);
  await folder.write({ 'blogs/three.md': blog(3) });
  await eventually(() => expect(calls).toEqual([submission('/blogs/3')]));
  await eventually(() => expect(server.log.some(({ msg }) => /^IndexNow: .* later$/.test(`${msg}`))).toBe(true));
  await folder.write({ 'blogs/four.md': blog(4) });
  await eventually(() => expect(calls[1]).toEqual(submission('/blogs/3', '/blogs/4')));
});

it('a site that has moved submits its own addresses only', async () => {
  const submitted = { 'https://old.example/blogs/1': '', [`${ORIGIN}/blogs/9`]: '' };
  await writeFile(join(dataDir, 'indexnow.json'), JSON.stringify(submitted));
  await start({ DATA_DIR: dataDir });
  await eventually(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toHaveProperty('urlList', expect.arrayContaining([`${ORIGIN}/blogs/1`, `${ORIGIN}/blogs/9`]));
  expect(calls[0]).not.toHaveProperty('urlList', expect.arrayContaining([expect.stringContaining('old.example')]));
});

it('a file that cannot be read is named in a line, and one that is not there is a first start', async () => {
  const warnings = (log: readonly Record<string, unknown>[]) =>
    log.filter(({ msg }) => /^IndexNow: which/.test(`${msg}`));
  const first = await start({ DATA_DIR: dataDir });
  const file = join(dataDir, 'indexnow.json');
  await eventually(async () => expect(await readFile(file, 'utf8')).toContain('/blogs/1'));
  expect(warnings(first.log)).toEqual([]);
  await first.stop();
  await writeFile(file, 'no JSON');
  const second = await start({ DATA_DIR: dataDir });
  await eventually(async () => expect(await readFile(file, 'utf8')).toContain('/blogs/1'));
  expect(warnings(second.log)).toMatchObject([{ file }]);
  expect(calls).toEqual([]);
});

it('a site that is not to be indexed submits nothing, and says so', async () => {
  const server = await start({ SITE_INDEXABLE: 'false' });
  expect(server.log.map(({ msg }) => msg)).toContain('INDEXNOW_KEY has no effect with SITE_INDEXABLE=false');
  // It would have asked for the sitemap before us.
  await (await fetch(`${server.url}/sitemap.xml`)).text();
  await server.stop();
  expect(server.log.filter(({ path }) => path === '/sitemap.xml')).toHaveLength(1);
});

it('the key is a file of the site, and of no other', async () => {
  const site = await startSite({ INDEXNOW_KEY: KEY });
  closing.push(() => site.close());
  const { status, text, headers } = await request(site.app).get(`/${KEY}.txt`);
  expect([status, text, headers['content-type']]).toEqual([200, `${KEY}\n`, 'text/plain; charset=utf-8']);
  expect(headers['cache-control']).toBe('public, max-age=3600');
  expect((await request(site.app).get('/another-key.txt')).status).toBe(404);
});
