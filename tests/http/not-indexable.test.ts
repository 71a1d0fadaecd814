import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { startSite, type TestSite } from '../support/site.ts';

/* SITE_INDEXABLE=false: search engines find that out from a file as well, which has no place for a meta element. */

let folder: Folder;
let site: TestSite;
beforeAll(async () => {
  folder = await makeFolder(validFiles);
  site = await startSite({ CONTENT_DIR: folder.dir, SITE_INDEXABLE: 'false' });
});
afterAll(async () => {
  await site.close();
  await folder.remove();
});

const tagOf = async (path: string) => (await supertest(site.app).get(path)).headers['x-robots-tag'];

it.each([
  '/',
  '/blogs/two',
  '/no-such-page',
  '/blogs/',
  '/robots.txt',
  '/sitemap.xml',
  '/feed.xml',
  '/opensearch.xml',
  '/site.webmanifest',
  '/favicon.ico',
  '/.well-known/security.txt',
  '/frontapi/en/blogs',
  '/frontapi/en/none',
  '/media/hill.svg',
  '/media/none.jpg',
  '/media/@640/-/none.jpg.avif',
])('%s asks engines not to list it, from memory too', async (path) => {
  expect([await tagOf(path), await tagOf(path)]).toEqual(['noindex, nofollow', 'noindex, nofollow']);
});

it('so does each file that a page loads', async () => {
  const { text } = await supertest(site.app).get('/');
  const addresses = [...text.matchAll(/\/(?:assets|media)\/[^" ,)]+/g)].map(([address]) => address);
  expect(addresses.length).toBeGreaterThan(3);
  for (const address of new Set(addresses)) expect(await tagOf(address), address).toBe('noindex, nofollow');
});

it('a site that may be listed says nothing of it', async () => {
  const listed = await startSite({ CONTENT_DIR: folder.dir });
  expect((await supertest(listed.app).get('/')).headers).not.toHaveProperty('x-robots-tag');
  await listed.close();
});
