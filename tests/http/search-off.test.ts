import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { startSite, type TestSite } from '../support/site.ts';

/* SEARCH=off: neither a search nor anything that leads to it. */

const MENU = `menu:
  - { label: Blogs, href: /blogs }
  - { label: Find, href: /search }
  - { label: More, children: [{ label: Find it, href: "/search?q=a" }, { label: News, href: /news }] }
footer: [{ label: Look for it, href: /search }]
`;

let folder: Folder;
let site: TestSite;
beforeAll(async () => {
  folder = await makeFolder({ ...validFiles, 'site.yaml': `name: Folder Trust\n${MENU}` });
  site = await startSite({ CONTENT_DIR: folder.dir, SEARCH: 'off', LOCALES: 'en,ne' });
});
afterAll(async () => {
  await site.close();
  await folder.remove();
});
const TRACES = /\/search["?]|opensearch|data-suggest/g;
const get = (path: string) => supertest(site.app).get(path).set('User-Agent', 'Googlebot/2.1');

it.each(['/', '/blogs', '/blogs?search=zzz', '/ne', '/no-such-page', '/serch'])(
  '%s has no box and no link to the search',
  async (path) => {
    const { text } = await get(path);
    expect(text).toContain('Folder Trust');
    expect(text.match(TRACES)).toBeNull();
  },
);

it.each([
  '/search',
  '/search?q=two',
  '/ne/search',
  '/opensearch.xml',
  '/ne/opensearch.xml',
  '/frontapi/en/search?q=two',
])('%s is not found', async (path) => {
  expect((await get(path)).status).toBe(404);
});

it('lists are still searched', async () => {
  expect((await get('/blogs?search=two')).text).toContain('Two');
});

describe('with a CMS', () => {
  it('its search is not asked', async () => {
    const own = await startSite({ SEARCH: 'off' });
    await supertest(own.app).get('/search?q=a').expect(404);
    await supertest(own.app).get('/frontapi/en/search?q=a').expect(404);
    expect(own.upstream.calls.filter(({ address }) => address.startsWith('search'))).toEqual([]);
    await own.close();
    const searched = await startSite();
    const { text } = await supertest(searched.app).get('/').set('User-Agent', 'Googlebot/2.1');
    await searched.close();
    expect(new Set(text.match(TRACES)).size).toBeGreaterThan(2);
  });
});
