import { setMaxListeners } from 'node:events';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { type Config, readConfig } from '../../../server/config.ts';
import { openGateway } from '../../../server/content-api/open-gateway.ts';
import { startContentServer } from '../../../server/content-folder/content-server.ts';
import { listAllPages, type PageEntry } from '../../../server/pages/inventory.ts';
import { type Locales, loadMessages } from '../../../shared/edition.ts';
import { type Folder, makeFolder, validFiles } from '../../support/folder.ts';

/* The sitemap reads the items of a content folder without their texts: it finds what it finds in the lists. */

const log = pino({ level: 'silent' });
const closings: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closings.reverse()) await close();
});

async function open(dir: string, locales: Locales) {
  const config: Config = readConfig({ CONTENT_DIR: dir, LOCALES: locales.join(',') });
  await Promise.all(locales.map(loadMessages));
  const content = await startContentServer({ dir, timeZone: config.site.timeZone, locales, log }, () => {});
  const { gateway, close } = await openGateway(config, log, { contentFolderUrl: content.url });
  closings.push(content.close, close);
  const pages = async (contentFolderUrl?: string): Promise<PageEntry[]> => {
    const entries: PageEntry[] = [];
    const { signal } = new AbortController();
    setMaxListeners(0, signal);
    const options = { gateway, contentFolderUrl, log, signal, onPage: (entry: PageEntry) => void entries.push(entry) };
    expect(await listAllPages(options)).toBe(true);
    return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
  };
  return { pages, url: content.url };
}

it.each<[Locales]>([[['en']], [['en', 'ne']], [['ne', 'en']]])(
  'of the example, in the editions %s',
  async (locales) => {
    const { pages, url } = await open('content', locales);
    const found = await pages(url);
    expect(found.length).toBeGreaterThan(100);
    expect(found).toEqual(await pages());
  },
);

async function manyBlogs(): Promise<Folder> {
  const blogs = Array.from({ length: 2_050 }, (_, index) => [
    `blogs/${index + 1}.md`,
    `---\nname: Blog ${index + 1}\ncreated_at: 2024-03-05\n${index === 7 ? 'published_at: 2041-01-01\n' : ''}---\nText.\n`,
  ]);
  return makeFolder({ ...validFiles, ...Object.fromEntries(blogs) });
}

it('of a folder with thousands of items, some of which are published later', async () => {
  const folder = await manyBlogs();
  closings.push(folder.remove);
  const { pages, url } = await open(folder.dir, ['en']);
  const found = (await pages(url)).filter(({ path }) => path.startsWith('/blogs/'));
  expect(found).toHaveLength(2_049);
  expect(found.map(({ path }) => path)).not.toContain('/blogs/8');
  const answer = async (address: string) => (await fetch(new URL(address, url))).status;
  expect(await answer('/listed-items/en/blogs?page=1')).toBe(200);
  for (const wrong of [
    'en/blogs',
    'en/blogs?page=0',
    'en/site?page=1',
    'en/services?page=1',
    'ne/blogs?page=1',
    'en/no?page=1',
  ])
    expect([wrong, await answer(`/listed-items/${wrong}`)]).toEqual([wrong, 404]);
});
