import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';

/* The built server without sharp's native part. */

let dir: string;
let server: TestServer;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'foyer-without-'));
  await cp('dist', dir, { recursive: true, filter: (path) => !/\/(node_modules|maps)$/.test(path) });
  server = await startServer({ CONTENT_DIR: 'content' }, join(dir, 'server/index.mjs'));
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  await rm(dir, { recursive: true });
});

it('shows images unscaled, and logs that once', async () => {
  const pages = await Promise.all(['/', '/blogs', '/album/1'].map((path) => fetch(server.url + path)));
  for (const page of pages) {
    const html = await page.text();
    expect(html).toMatch(/\/media\/[^@"]+\.jpg/);
    expect(html).not.toContain('/media/@');
  }
  expect((await fetch(`${server.url}/media/@640/-/sliders/dawn.jpg.avif`)).status).toBe(404);
  expect((await fetch(`${server.url}/media/sliders/dawn.jpg`)).status).toBe(200);
  expect(server.log.filter(({ msg }) => msg === 'pictures are not scaled: sharp does not run here')).toHaveLength(1);
});
