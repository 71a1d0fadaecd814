import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Folder, makeFolder } from '../../../tests/support/folder.ts';
import { POLLING } from '../../../tests/support/polling.ts';
import { MediaAccess } from '../src/media-access.ts';

/* What is known of hidden files, from a content folder that answers when the test says so. */

const waiting: { resolve(hidden: ReadonlySet<string>): void; reject(error: Error): void }[] = [];
let access: MediaAccess;
let folder: Folder;
beforeEach(async () => {
  folder = await makeFolder({ 'media/plan.jpg': 'x', 'media/open.jpg': 'x' });
  access = new MediaAccess(() => new Promise((resolve, reject) => void waiting.push({ resolve, reject })), folder.dir);
});
afterEach(async () => {
  await folder.remove();
  waiting.length = 0;
});

/** Answers the next question. */
async function answer(...hidden: string[]): Promise<void> {
  (await vi.waitUntil(() => waiting.shift(), POLLING)).resolve(new Set(hidden));
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
  const late = await vi.waitUntil(() => waiting.shift(), POLLING);
  access.renew();
  const after = access.isPublic('/media/a.pdf');
  await answer('/media/a.pdf');
  expect(await after).toBe(false);
  late.resolve(new Set());
  await before;
  expect(access.isKnownPublic('/media/a.pdf')).toBe(false);
  expect(await access.isPublic('/media/a.pdf')).toBe(false);
});

it('refuses when there is no answer, and asks again', async () => {
  const refused = access.isPublic('/media/a.pdf');
  (await vi.waitUntil(() => waiting.shift(), POLLING)).reject(new Error('a text cannot be read'));
  await expect(refused).rejects.toMatchObject({ name: 'ContentError', status: 503 });
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
