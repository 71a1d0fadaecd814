import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { startSite, type TestSite } from '../support/site.ts';

/* How long browsers and shared caches may store each kind of response. A purge reaches none of them. */

let folder: Folder;
let site: TestSite;
beforeAll(async () => {
  folder = await makeFolder({
    ...validFiles,
    'media/rates.txt': 'rates',
    'site.yaml': 'name: Folder Trust\nsecurity: "Contact: mailto:it@example.org"\n',
    'redirects.yaml': '- { from: /old, to: /blogs }\n- { from: /gone, gone: true }\n',
  });
  site = await startSite({ CONTENT_DIR: folder.dir, LOCALES: 'en,ne' });
});
afterAll(async () => {
  await site.close();
  await folder.remove();
});

const A_MINUTE = 'public, max-age=0, s-maxage=60';
const SECONDS = 'public, max-age=0, s-maxage=10';
const FIVE_MINUTES = 'public, max-age=300';
const TEN_MINUTES = 'public, max-age=600';
const AN_HOUR = 'public, max-age=3600';
const A_DAY = 'public, max-age=86400';
const whileStale = (seconds: number) =>
  `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}, stale-if-error=86400`;

it('is said by each kind of response', async () => {
  const expected: Record<string, [number, string]> = {
    '/': [200, whileStale(60)],
    '/blogs/one': [200, whileStale(300)],
    '/nothing': [404, SECONDS],
    '/gone': [410, SECONDS],
    '/blogs?page=0': [400, 'no-store'],
    '/frontapi/en/blogs': [200, A_MINUTE],
    '/frontapi/en/blogs/9': [404, 'no-store'],
    // To the canonical form of an address, and from the default edition's locale to the root.
    '/blogs/': [308, AN_HOUR],
    '/en/blogs': [308, AN_HOUR],
    '/old': [301, FIVE_MINUTES],
    '/robots.txt': [200, AN_HOUR],
    '/.well-known/security.txt': [200, AN_HOUR],
    '/media/rates.txt': [200, AN_HOUR],
    '/media/nothing.txt': [404, 'no-store'],
    '/assets/nothing.js': [404, 'no-store'],
    '/favicon.ico': [200, A_DAY],
    '/site.webmanifest': [200, A_DAY],
    '/opensearch.xml': [200, TEN_MINUTES],
    '/sitemap.xml': [200, TEN_MINUTES],
    '/blogs/feed.xml': [200, TEN_MINUTES],
    '/healthz': [200, 'no-store'],
    '/readyz': [200, 'no-store'],
  };
  const actual: typeof expected = {};
  for (const path of Object.keys(expected)) {
    const { status, headers } = await request(site.app).get(path).set('User-Agent', 'Googlebot/2.1').redirects(0);
    actual[path] = [status, String(headers['cache-control'])];
  }
  expect(actual).toEqual(expected);
});
