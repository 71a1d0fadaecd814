import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../../support/folder.ts';
import { look, page, small } from '../../support/pictures.ts';
import { startServer, type TestServer } from '../../support/server.ts';

let folder: Folder;
let server: TestServer;
beforeAll(async () => {
  folder = await makeFolder({ ...validFiles, 'media/hill.jpg': await small(), 'media/page.jpg': page });
  server = await startServer({ CONTENT_DIR: folder.dir, DATA_DIR: `${folder.dir}/data`, WORKERS: '2' });
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});

describe('the built server', () => {
  it('scales images', async () => {
    for (const [format, decoded] of [
      ['avif', 'heif'],
      ['webp', 'webp'],
      ['jpg', 'jpeg'],
    ]) {
      const response = await fetch(`${server.url}/media/@256/-/hill.jpg.${format}`);
      expect(response.status).toBe(200);
      expect(await look(Buffer.from(await response.arrayBuffer()))).toMatchObject({ format: decoded, width: 48 });
    }
  });

  it('shows a placeholder for a broken image', async () => {
    const { status, url, headers } = await fetch(`${server.url}/media/@256/-/page.jpg.avif`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(url).toMatch(/\/assets\/placeholder-\w+\.svg$/);
  });
});
