import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkCommand } from '../../packages/check/src/check-command.ts';
import { callPaths, listCallOf } from '../../packages/model/index.ts';
import { PAGED_SCREENS, SCREENS } from '../../packages/model/src/screens.ts';
import { linkedSite } from '../../server/linked-site.ts';
import { pages } from '../../shared/routes.ts';
import { runCommand } from '../support/commands.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { POLLING } from '../support/polling.ts';
import { startTestSearch } from '../support/search.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data, startUpstream } from '../support/upstream.ts';

/* Which screens an organisation has, and what it calls them. */

const FILES = {
  ...validFiles,
  'site.yaml': `name: Folder Trust
menu:
  - { label: Our blogs, href: /blogs }
  - { label: More, children: [{ label: First blog, href: /blogs/1 }, { label: People, href: /bod }] }
footer: [{ label: All blogs, href: "/ne/blogs" }]
`,
  'bod/ram.md': '---\nid: 1\nname: Ram Shrestha\ndesignation: Chair\n---\n',
  'notice/one.md': '---\nid: 1\nname: School is closed\ncreated_at: 2026-01-01\n---\nFor a day.\n',
};
const SCREENS_FILE = `- { screen: blogs, off: true }
- { screen: bod, name: { en: School committee, ne: विद्यालय समिति }, summary: { en: Parents and teachers. } }
- { screen: notice, name: { en: Circulars, ne: परिपत्र } }
`;

const get = (site: TestSite, path: string) => supertest(site.app).get(path).set('User-Agent', 'Googlebot/2.1');

it('are those of the route table', () => {
  const segments = new Set(pages.map(({ path }) => path.split('/')[1] ?? ''));
  // Home is the site itself; the search has a setting of its own.
  expect([...segments].filter((segment) => segment !== '' && segment !== 'search').sort()).toEqual(
    Object.keys(SCREENS).sort(),
  );
  for (const { path, label } of pages)
    if (label && label !== 'search')
      expect([path, SCREENS[path.slice(1) as keyof typeof SCREENS]]).toEqual([path, label]);
});

it('with pages are those whose lists have pages', () => {
  const paged = pages.flatMap(({ path, call }) => {
    const list = call && callPaths.includes(call) ? listCallOf(call) : undefined;
    return list && !list.unpaged && !path.includes(':') && path !== '/search' ? [path.slice(1)] : [];
  });
  expect(paged.sort()).toEqual([...PAGED_SCREENS].sort());
});

describe('of a content folder', () => {
  let folder: Folder;
  let site: TestSite;
  beforeAll(async () => {
    folder = await makeFolder({ ...FILES, 'screens.yaml': SCREENS_FILE });
    site = await startSite({ CONTENT_DIR: folder.dir, LOCALES: 'en,ne', SEARCH: 'off' });
  });
  afterAll(async () => {
    await site.close();
    await folder.remove();
  });

  it.each([
    '/frontapi/en/blogs',
    '/frontapi/ne/blogs/1',
    '/blogs',
    '/blogs/1',
    '/ne/blogs',
    '/blogs?search=two',
    '/blogs/feed.xml',
  ])('%s of one that is off is not found', async (path) => {
    expect((await get(site, path)).status).toBe(404);
  });

  it('home, sitemap, feed and menu have nothing of one that is off', async () => {
    const home = await get(site, '/');
    expect(home.status).toBe(200);
    expect(home.text).not.toMatch(/\/blogs|Our blogs|First blog|All blogs/);
    expect(home.text).toContain('People');
    const sitemap = (await get(site, '/sitemap.xml').expect(200)).text;
    expect(sitemap).toContain('/bod');
    expect(sitemap).not.toContain('/blogs');
    const feed = (await get(site, '/feed.xml').expect(200)).text;
    expect(feed).toContain('School is closed');
    expect(feed).not.toContain('/blogs');
    const { data: parts } = (await get(site, '/frontapi/en/home').expect(200)).body;
    expect(parts.blogs).toEqual([]);
  });

  it('have their own names in every place', async () => {
    const board = (await get(site, '/bod').expect(200)).text;
    expect(board).toContain('<h1>School committee</h1>');
    expect(board).toMatch(/<p[^>]*>Parents and teachers\.<\/p>/);
    expect(board).toContain('<title>School committee | Folder Trust</title>');
    expect((await get(site, '/ne/bod')).text).toContain('<h1>विद्यालय समिति</h1>');
    expect((await get(site, '/notice/1')).text).toMatch(/<a href="\/notice">Circulars<\/a>/);
    expect((await get(site, '/notice/feed.xml')).text).toContain('Circulars');
    expect((await get(site, '/')).text).toContain('Circulars');
  });

  it('are found by their names, and not if they are off', async () => {
    const search = await startTestSearch({ CONTENT_DIR: folder.dir, LOCALES: 'en,ne' });
    try {
      expect(await search.found('committee')).toContain('page/bod');
      expect(await search.found('one')).not.toContain('blogs/1');
      expect(await search.found('blogs')).toEqual([]);
      const { facets, results } = await search.search('school');
      expect(facets).toContainEqual({ kind: 'notice', label: 'Circulars', count: 1 });
      expect(results.find(({ kind }) => kind === 'notice')).toMatchObject({ place: 'Circulars' });
    } finally {
      await search.close();
    }
  });
});

it('have lists as long, and in such an order, as the site says', async () => {
  const named = (name: string, day: number) =>
    `---\nid: ${day}\nname: ${name}\ncreated_at: 2026-01-0${day}\n---\nText.\n`;
  const folder = await makeFolder({
    ...validFiles,
    'notice/a.md': named('Alpha', 1),
    'notice/b.md': named('Beta', 3),
    'notice/c.md': named('Gamma', 2),
    'service-center.yaml': '- { id: 1, name: Zenith, address: Ilam }\n- { id: 2, name: Abbey, address: Palpa }\n',
    'screens.yaml':
      '- { screen: notice, page_size: 2, order: name }\n- { screen: service-center, page_size: 1, order: name }\n',
  });
  const site = await startSite({ CONTENT_DIR: folder.dir, SEARCH: 'off' });
  const namesOn = async (path: string) => {
    const { text } = await get(site, path).expect(200);
    return [...text.matchAll(/>(Alpha|Beta|Gamma)</g)].map(([, name]) => name);
  };
  expect(await namesOn('/notice')).toEqual(['Alpha', 'Beta']);
  expect(await namesOn('/notice?page=2')).toEqual(['Gamma']);
  // Feeds and the API have the order of the contract.
  const { data: parts } = (await get(site, '/frontapi/en/notice')).body;
  expect(parts.notices.map(({ name }: { name: string }) => name)).toEqual(['Beta', 'Gamma', 'Alpha']);
  expect((await get(site, '/service-center')).text).toContain('Abbey');
  const search = await startTestSearch({ CONTENT_DIR: folder.dir });
  const { results } = await search.search('Zenith');
  expect(results[0]?.href).toMatch(/^\/service-center\?page=2#/);
  await search.close();
  await site.close();
  await folder.remove();
});

describe('of a content folder that changes', () => {
  let folder: Folder;
  afterEach(() => folder.remove());

  it('follow their file, in pages and in the search', async () => {
    folder = await makeFolder(FILES);
    const site = await startSite({ CONTENT_DIR: folder.dir, SEARCH: 'off' });
    const search = await startTestSearch({ CONTENT_DIR: folder.dir });
    expect((await get(site, '/blogs/1')).status).toBe(200);
    expect((await get(site, '/frontapi/en/blogs')).status).toBe(200);
    expect(await search.found('one')).toContain('blogs/1');
    await folder.write({ 'screens.yaml': SCREENS_FILE });
    await vi.waitFor(async () => expect((await get(site, '/blogs/1')).status).toBe(404), POLLING);
    expect((await get(site, '/frontapi/en/blogs')).status).toBe(404);
    await vi.waitFor(async () => expect(await search.found('one')).not.toContain('blogs/1'), POLLING);
    expect(await search.found('committee')).toContain('page/bod');
    await folder.write({ 'screens.yaml': '' });
    await vi.waitFor(async () => expect((await get(site, '/blogs/1')).status).toBe(200), POLLING);
    await vi.waitFor(async () => expect(await search.found('one')).toContain('blogs/1'), POLLING);
    await search.close();
    await site.close();
  });

  it('are checked: names of screens, and links to those that are off', async () => {
    folder = await makeFolder({
      ...FILES,
      'screens.yaml':
        '- { screen: blogs, off: true }\n- { screen: blog, off: true }\n- { screen: about, name: { en: Us } }\n',
    });
    const { stdout, code } = await runCommand(checkCommand(linkedSite), [], { CONTENT_DIR: folder.dir });
    expect(code).toBe(1);
    expect(stdout).toMatch(/screens\.yaml:2:\d+: .*screen/);
    expect(stdout).toMatch(/screens\.yaml:3:\d+: .*the content of this screen has its name/);
    expect(stdout).toMatch(/site\.yaml:3:\d+: \/blogs: no page has this address/);
  });
});

it('of a CMS are what its site says', async () => {
  const site = await startSite({ SEARCH: 'off' });
  site.upstream.answer(
    'site',
    data({
      site: {
        name: 'CMS',
        screens: [{ screen: 'news', off: true }, { screen: 'faq', name: { en: 'Ask us' } }, { screen: 'x' }],
      },
    }),
  );
  expect((await get(site, '/faq')).text).toContain('<h1>Ask us</h1>');
  expect((await get(site, '/news')).status).toBe(404);
  expect((await get(site, '/frontapi/en/news')).status).toBe(404);
  expect(site.upstream.calls.filter(({ address }) => address.startsWith('news')).length).toBeLessThan(2);
  expect(JSON.stringify(site.gateway.faults())).toContain('screens');
  await site.close();
});

it('of a folder beside a CMS replace those of the CMS', async () => {
  const folder = await makeFolder({
    'screens.yaml': '- { screen: faq, name: { en: Ask us } }\n- { screen: news, off: true }\n',
  });
  const upstream = await startUpstream();
  const site = await startSite({ FRONTAPI_URL: upstream.url, CONTENT_DIR: folder.dir, SEARCH: 'off' });
  expect((await get(site, '/faq')).text).toContain('<h1>Ask us</h1>');
  expect((await get(site, '/frontapi/en/site')).body.data.site.screens).toHaveLength(2);
  expect((await get(site, '/news')).status).toBe(404);
  await site.close();
  await upstream.close();
  await folder.remove();
});
