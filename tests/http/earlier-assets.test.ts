import { cp, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { POLLING } from '../support/polling.ts';
import { startServer } from '../support/server.ts';
import { startSite, type TestSite } from '../support/site.ts';

/* A visitor with yesterday's page: its files are those of a build that is gone. */

const SCRIPT = 'Notice-YESTERDA.js';
const DAY_MS = 86_400_000;

let dir: string;
let dataDir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'foyer-builds-'));
  dataDir = join(dir, 'data');
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** The build with one more script, beside the packages that it imports. */
async function yesterdaysBuild(): Promise<string> {
  await cp('dist', join(dir, 'dist'), { recursive: true });
  await symlink(join(process.cwd(), 'node_modules'), join(dir, 'node_modules'));
  await writeFile(join(dir, 'package.json'), '{"type": "module"}');
  const script = 'export default "yesterday";\n';
  const files = { '': script, '.br': brotliCompressSync(script), '.gz': gzipSync(script) };
  for (const [extension, contents] of Object.entries(files))
    await writeFile(join(dir, 'dist/client', SCRIPT + extension), contents);
  return join(dir, 'dist/server/index.mjs');
}

it('the next build serves the scripts of the one before, in both directions', async () => {
  const environment = { CONTENT_DIR: 'content', DATA_DIR: dataDir };
  const kept = async () =>
    (await readdir(join(dataDir, 'assets')).catch(() => [])).filter((name) => /\.js$/.test(name));
  const built = (await readdir('dist/client')).filter((name) => /\.js$/.test(name)).length;
  const yesterday = await startServer(environment, await yesterdaysBuild());
  await vi.waitFor(async () => expect(await kept()).toHaveLength(built + 1), POLLING);
  const today = await startServer(environment);
  try {
    const script = await fetch(`${today.url}/assets/${SCRIPT}`, { headers: { 'Accept-Encoding': 'identity' } });
    expect(await script.text()).toBe('export default "yesterday";\n');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const [ofToday = ''] = await kept();
    expect((await fetch(`${yesterday.url}/assets/${ofToday}`)).status).toBe(200);
  } finally {
    await Promise.all([yesterday.stop(), today.stop()]);
  }
});

describe('a file of an earlier build', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ DATA_DIR: dataDir });
  });
  afterAll(() => site.close());

  it('is sent in the encoding that the browser accepts, and not again', async () => {
    const { headers } = await request(site.app)
      .get(`/assets/${SCRIPT}`)
      .set('Accept-Encoding', 'br')
      .buffer(false)
      .expect(200);
    expect(headers['content-encoding']).toBe('br');
    expect(headers.vary).toContain('Accept-Encoding');
    await request(site.app)
      .get(`/assets/${SCRIPT}`)
      .set('Accept-Encoding', 'br')
      .set('If-None-Match', headers.etag ?? '')
      .expect(304);
  });

  it.each([
    '/assets/none.js',
    '/assets/..%2f..%2fimage-key',
    '/assets/../answers',
    '/assets/.hidden',
    '/assets/a/b.js',
  ])('%s is none, and no cache stores that', async (path) => {
    const { status, headers } = await request(site.app).get(path);
    expect([308, 404]).toContain(status);
    expect(headers['cache-control']).not.toContain('immutable');
  });
});

it('is removed a month after the last start with its build; those of the build that starts stay', async () => {
  const assets = join(dataDir, 'assets');
  const old = new Date(Date.now() - 31 * DAY_MS);
  for (const name of await readdir(assets)) await utimes(join(assets, name), old, old);
  const server = await startServer({ CONTENT_DIR: 'content', DATA_DIR: dataDir });
  try {
    const names = (await readdir('dist/client')).sort();
    await vi.waitFor(async () => expect((await readdir(assets)).sort()).toEqual(names), POLLING);
    for (const name of names) expect(Date.now() - (await stat(join(assets, name))).mtimeMs).toBeLessThan(DAY_MS);
  } finally {
    await server.stop();
  }
});

it('a folder that cannot be written is a warning, and the site goes on', async () => {
  await writeFile(join(dir, 'file'), '');
  const server = await startServer({ CONTENT_DIR: 'content', DATA_DIR: join(dir, 'file') });
  try {
    await vi.waitFor(
      () =>
        expect(server.log.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('are not kept in DATA_DIR')),
      POLLING,
    );
    expect((await fetch(`${server.url}/`)).status).toBe(200);
  } finally {
    await server.stop();
  }
});
