import PQueue from 'p-queue';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smallExample } from '../support/example-folder.ts';
import { startSite, type TestSite } from '../support/site.ts';

/* Every link of the example organisation's site in both editions, from the home page on. */

let folder: Awaited<ReturnType<typeof smallExample>>;
let site: TestSite;
beforeAll(async () => {
  folder = await smallExample();
  site = await startSite({ CONTENT_DIR: folder.dir, UPSTREAM_TIMEOUT: '30000', LOCALES: 'en,ne' });
});
afterAll(async () => {
  await site.close();
  await folder.remove();
});

interface Found {
  status: number;
  ids: Set<string>;
  links: string[];
  /** The paths of the page's editions, itself included. */
  alternates: string[];
}

/** A table's links combine filters, orders and pages to thousands of addresses: those with one of them are visited. */
const COMBINED = /\/data\/[^?]*\?.*&/;

async function visit(address: string): Promise<Found> {
  const { status, headers, text = '' } = await request(site.app).get(address);
  const isPage = headers['content-type']?.startsWith('text/html') ?? false;
  const html = isPage ? text.replace(/<script[\s\S]*?<\/script>/g, '') : '';
  const alternates = [...html.matchAll(/hrefLang="(?:en|ne)" href="https:\/\/www\.himal\.example([^"]*)"/g)];
  return {
    status,
    alternates: alternates.map(([, path = '']) => (path || '/').replaceAll('&amp;', '&')),
    ids: new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)),
    links: [...html.matchAll(/<(?:a|link) [^>]*?href="([^"]+)"|<(?:img|source) [^>]*?src(?:set)?="([^"\s]+)/gi)]
      .map(([, href, src]) => (href ?? src ?? '').replaceAll('&amp;', '&'))
      .filter((link) => (link.startsWith('/') && !link.startsWith('//')) || link.startsWith('#')),
  };
}

it('leads somewhere, without a detour, and to every page of the sitemap', async () => {
  const visited = new Map<string, Found>();
  // As many as a server of this size scales in time: of hundreds of images at once it would send placeholders.
  const queue = new PQueue({ concurrency: 16 });
  const jumps: { from: string; to: string; id: string }[] = [];
  let waiting = ['/'];
  while (waiting.length > 0) {
    const found = await queue.addAll(waiting.map((address) => async () => ({ address, ...(await visit(address)) })));
    const next = new Set<string>();
    for (const { address, ...page } of found) {
      visited.set(address, page);
      for (const link of page.links) {
        const [path = '', id] = link.split('#');
        const to = path || address;
        if (id) jumps.push({ from: address, to, id: decodeURIComponent(id) });
        next.add(to);
      }
    }
    waiting = [...next].filter((address) => !visited.has(address) && !COMBINED.test(address));
  }
  const lost = [...visited]
    .filter(([, { status }]) => status !== 200)
    .map(([address, { status }]) => `${status} ${address}`);
  expect(lost).toEqual([]);
  const editions = [...visited].flatMap(([address, { alternates }]) =>
    alternates.map((to) => ({ address, to, alternates })),
  );
  expect(editions.length).toBeGreaterThan(200);
  // Each alternate was found by links, and names the same editions.
  expect(editions.filter(({ to, alternates }) => visited.get(to)?.alternates.join() !== alternates.join())).toEqual([]);
  const nowhere = jumps.filter(({ to, id }) => !visited.get(to)?.ids.has(id));
  expect(nowhere).toEqual([]);

  const { text: sitemap } = await request(site.app).get('/sitemap.xml');
  const listed = [...sitemap.matchAll(/<loc>https:\/\/www\.himal\.example(.*?)<\/loc>/g)].map(([, path = '']) => path);
  expect(listed.length).toBeGreaterThanOrEqual(100);
  expect(listed.filter((path) => !visited.has(path))).toEqual([]);
});
