import { setTimeout as wait } from 'node:timers/promises';
import request from 'supertest';
import { request as ask } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { unlessTypical } from '../support/extents.ts';
import { listen } from '../support/listen.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { type Behaviour, data, later } from '../support/upstream.ts';

/* A flood of calls that a visitor has invented, on an upstream that takes its time: pages that were never seen are there for everyone. */

let site: TestSite;
let server: Awaited<ReturnType<typeof listen>>;
afterEach(async () => {
  await server.close();
  await site.close();
});

const UPSTREAM_MS = 200;
const CONNECTIONS = 100;
/** Between the requests of a connection: a thousand requests a second are a flood. */
const FLOOD_PAUSE_MS = 100;

const list = (name: string, page: number): Behaviour =>
  later(
    UPSTREAM_MS,
    data({
      [name]: { data: [{ id: page, name: `Item ${page}` }], current_page: page, last_page: 3, per_page: 1, total: 3 },
      filters: { category: [{ value: 'saving', label: 'Saving', count: 1 }] },
    }),
  );

async function startSlow() {
  site = await startSite({ UPSTREAM_TIMEOUT: '8000' });
  server = await listen(site.app);
  const answer = site.upstream.answer.bind(site.upstream);
  for (const call of ['blogs', 'news'])
    answer(call, (response, incoming) => {
      const { searchParams } = new URL(incoming.url ?? '', 'http://x');
      return list(call, Number(searchParams.get('page') ?? 1))(response, incoming);
    });
}

/** So many connections that ask, one request after the other, until the end. */
function flood(addressOf: (number: number) => string) {
  let isOver = false;
  let number = 0;
  const statuses = new Map<number, number>();
  const ended = Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (!isOver) {
        number += 1;
        const { statusCode, body } = await ask(server.url + addressOf(number), { reset: true });
        await body.dump();
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
        await wait(FLOOD_PAUSE_MS);
      }
    }),
  );
  return {
    statuses,
    async end() {
      isOver = true;
      await ended;
    },
  };
}

const page = (path: string) => request(site.app).get(path).set('User-Agent', 'Googlebot/2.1');

describe('a flood of', () => {
  const FLOODS: [string, (number: number) => string][] = [
    ['categories that there are not', (number) => `/frontapi/en/blogs?category=x${number}`],
    ['pages beyond the last', (number) => `/frontapi/en/blogs?page=${100 + number}`],
    ['lengths of a page', (number) => `/frontapi/en/blogs?per_page=${1 + (number % 50)}&category=x${number}`],
    ['searches', (number) => `/frontapi/en/news?search=x${number}`],
    ['items', (number) => `/frontapi/en/blogs/x${number}`],
    ['pages of the site', (number) => `/blogs?category=x${number}`],
    ['categories of their own', (number) => `/frontapi/en/category/x${number}?page=${number}`],
  ];

  for (const [index, [name, addressOf]] of FLOODS.entries())
    it(`${name} takes no page away`, unlessTypical(index === 0, 'exhaustive/flood'), async () => {
      await startSlow();
      await page('/blogs').expect(200);
      const attack = flood(addressOf);
      await wait(500);
      // Never seen before, and each in its turn: a page of its own, an item of a list, a list's next page, a filter of a list.
      for (const path of [
        '/notice',
        '/album',
        '/blogs/1',
        '/blogs?page=2',
        '/blogs?category=saving',
        '/faq',
        '/contact',
      ])
        expect([path, (await page(path)).status]).toEqual([path, 200]);
      await attack.end();
      // Invented calls wait, or are refused for a while.
      expect(attack.statuses.size).toBeGreaterThan(0);
      expect([...attack.statuses.keys()].filter((status) => ![200, 404, 503, 504].includes(status))).toEqual([]);
    });
});
