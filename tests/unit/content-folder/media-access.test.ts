import { mkdir, symlink } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MediaAccess } from '../../../server/content-folder/media-access.ts';
import { type Folder, makeFolder } from '../../support/folder.ts';

/* What a process knows of hidden files, from a content server that answers when the test says so. */

const waiting: ServerResponse[] = [];
const server = createServer((_request, response) => void waiting.push(response));
let access: MediaAccess;
let folder: Folder;
beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  folder = await makeFolder({ 'media/plan.jpg': 'x', 'media/open.jpg': 'x' });
  access = new MediaAccess(`http://127.0.0.1:${(server.address() as AddressInfo).port}/frontapi/en/`, folder.dir);
});
afterEach(async () => {
  await folder.remove();
  waiting.length = 0;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Answers the next request. */
async function answer(...hidden: string[]): Promise<void> {
  const response = await vi.waitUntil(() => waiting.shift());
  response.end(JSON.stringify({ error: false, data: hidden }));
}

it('asks once, and knows until the content changes', async () => {
  const asked = Promise.all(['/media/a.pdf', '/media/b.pdf', '/media/%41.PDF'].map((name) => access.isPublic(name)));
  expect(access.isKnownPublic('/media/b.pdf')).toBe(false);
  await answer('/media/a.pdf');
  expect(await asked).toEqual([false, true, false]);
  expect([access.isKnownPublic('/media/a.pdf'), access.isKnownPublic('/media/b.pdf')]).toEqual([false, true]);
  access.renew();
  expect(access.isKnownPublic('/media/b.pdf')).toBe(false);
  const again = access.isPublic('/media/b.pdf');
  await answer('/media/b.pdf');
  expect(await again).toBe(false);
  expect(waiting).toEqual([]);
});

it('an answer from before a change does not count after it', async () => {
  const before = access.isPublic('/media/a.pdf');
  const late = await vi.waitUntil(() => waiting.shift());
  access.renew();
  const after = access.isPublic('/media/a.pdf');
  await answer('/media/a.pdf');
  expect(await after).toBe(false);
  late.end(JSON.stringify({ error: false, data: [] }));
  await before;
  expect(access.isKnownPublic('/media/a.pdf')).toBe(false);
  expect(await access.isPublic('/media/a.pdf')).toBe(false);
});

it('refuses when there is no answer, and asks again', async () => {
  const refused = access.isPublic('/media/a.pdf');
  (await vi.waitUntil(() => waiting.shift())).destroy();
  await expect(refused).rejects.toMatchObject({ name: 'ContentError', status: 503 });
  const failed = access.isPublic('/media/a.pdf');
  (await vi.waitUntil(() => waiting.shift())).writeHead(500).end(JSON.stringify({ error: true }));
  await expect(failed).rejects.toMatchObject({ status: 503 });
  // No answer at all.
  await expect(access.isPublic('/media/a.pdf')).rejects.toMatchObject({ status: 503 });
  waiting.length = 0;
  const asked = access.isPublic('/media/a.pdf');
  await answer();
  expect(await asked).toBe(true);
});

it('hides a link with the file to which it leads', async () => {
  await mkdir(join(folder.dir, 'media/a'));
  await symlink('../plan.jpg', join(folder.dir, 'media/a/link ne.jpg'));
  await symlink('plan.jpg', join(folder.dir, 'media/first.jpg'));
  await symlink('first.jpg', join(folder.dir, 'media/second.jpg'));
  await symlink('..', join(folder.dir, 'media/a/up'));
  await symlink('open.jpg', join(folder.dir, 'media/free.jpg'));
  const hidden = ['a/link%20ne.jpg', 'first.jpg', 'second.jpg', 'a/up/plan.jpg', 'plan.jpg'];
  const open = ['free.jpg', 'open.jpg', 'none.jpg'];
  const asked = Promise.all([...hidden, ...open].map((name) => access.isPublic(`/media/${name}`)));
  await answer('/media/plan.jpg');
  expect(await asked).toEqual([false, false, false, false, false, true, true, true]);
  expect(hidden.map((name) => access.isKnownPublic(`/media/${name}`))).not.toContain(true);
});
