import request from 'supertest';
import { request as send } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { POLLING } from '../support/polling.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startUpstream, type TestUpstream } from '../support/upstream.ts';

/* What visitors and others may ask the search, through a built server. */

let upstream: TestUpstream;
let server: TestServer;
beforeAll(async () => {
  upstream = await startUpstream();
  server = await startServer({
    SEARCH: 'own',
    FRONTAPI_URL: upstream.url,
    LOG_LEVEL: 'trace',
    PAGE_CACHE_MB: '10',
    SITE_URL: 'https://www.himal.example',
  });
  await vi.waitUntil(() => server.log.some(({ msg }) => msg === 'the search is complete'), POLLING);
});
afterAll(async () => {
  const code = await server.stop();
  await upstream.close();
  expect(code).toBe(0);
});

const USER_AGENT = 'Googlebot/2.1';
async function raw(path: string) {
  const { statusCode, headers, body } = await send(server.url + path, { headers: { 'user-agent': USER_AGENT } });
  return { status: statusCode, headers, text: await body.text() };
}
const api = (query: string) => raw(`/frontapi/en/search?${query}`);
const answerOf = async (query: string) => JSON.parse((await api(query)).text).data;

describe('a search', () => {
  it('is answered by the API and shown by the page', async () => {
    const { results, pagination } = await answerOf('q=closure');
    expect(results).toMatchObject([{ kind: 'notice', id: '2', href: '/notice/2' }]);
    expect(pagination).toMatchObject({ current_page: 1, total: 1 });
    const page = await raw('/search?q=closure');
    expect(page.status).toBe(200);
    expect(page.text).toContain('href="/notice/2"');
  });

  it('has pages, and none after the last', async () => {
    const { results, pagination } = await answerOf('q=blog&page=2');
    expect(results.length).toBeGreaterThan(0);
    expect(pagination).toMatchObject({ current_page: 2, last_page: 2 });
    expect((await api('q=blog&page=3')).status).toBe(404);
    expect((await raw('/search?q=blog&page=3')).status).toBe(404);
  });

  it('may be for nothing', async () => {
    expect(await answerOf('')).toMatchObject({ results: [] });
    expect(await answerOf('q=')).toMatchObject({ results: [] });
    expect((await raw('/search')).status).toBe(200);
  });

  it('has suggestions for a half-typed word', async () => {
    const { results } = await answerOf('q=clos&suggest=1');
    expect(results[0]).toMatchObject({ kind: 'notice', id: '2' });
    expect(results.length).toBeLessThanOrEqual(8);
  });
});

const encode = encodeURIComponent;
const HOSTILE: [string, string, number][] = [
  ['a regular expression', encode('.*(a+)+$[^x]{1,99}|\\1'), 200],
  ['100 characters', 'x'.repeat(100), 200],
  ['101 characters', 'x'.repeat(101), 400],
  ['100 characters outside the BMP', encode('🙏'.repeat(100)), 200],
  ['101 characters outside the BMP', encode('🙏'.repeat(101)), 400],
  ['1,000 characters', 'x'.repeat(1_000), 400],
  ['control characters', '%01%02%07%1B[31m%7F%C2%85', 200],
  ['NUL', 'closure%00', 200],
  ['line breaks', 'closure%0D%0AX-Injected:%201', 200],
  ['a lone surrogate', 'closure%ED%A0%80', 200],
  ['wrong UTF-8', '%FF%FE%C3', 200],
  ['a broken escape', '%E0%A4%A', 200],
  ['a single percent sign', '%', 200],
  ['HTML', encode('<script>alert(1)</script>"\'><img src=x onerror=alert(1)>'), 200],
  ['marks', encode('</mark><mark>closure'), 200],
  ['__proto__', '__proto__', 200],
  ['constructor', 'constructor', 200],
  ['toString', 'toString', 200],
  ['hasOwnProperty', 'hasOwnProperty', 200],
  ['punctuation', encode('?!.,;:…—«»'), 200],
  ['emoji', encode('👩‍👩‍👧🏽🎉'), 200],
  ['combining marks', encode('\u0301'.repeat(90)), 200],
  ['joiners', encode('\u200d\u200c'.repeat(40)), 200],
  ['a reversal of direction', encode('\u202eclosure\u202c'), 200],
  [
    'twelve words with typing errors',
    encode('meetng bokk closre tendr divdend formm accunt polcy qarter blogg numbr summry').slice(0, 300),
    200,
  ],
  ['sixteen short words', encode('ab cd ef gh ij kl mn op qr st uv wx yz zz yy xx'), 200],
  ['Nepali words with typing errors', encode('लाभाश बितरन सुचन कारयालय साखाा ठेगान समपर्क फोनन'), 200],
  ['a query template', encode('{{7*7}}%{7*7}%s%n'), 200],
  ['SQL', encode("' OR 1=1; DROP TABLE notices; --"), 200],
  ['a path', encode('../../../../etc/passwd'), 200],
];

describe('a query with', () => {
  it.each(HOSTILE)('%s has a calm answer from the API', async (_, query, status) => {
    const answer = await api(`q=${query}`);
    expect(answer.status).toBe(status);
    const { error, data } = JSON.parse(answer.text);
    expect(error).toBe(status !== 200);
    if (status === 200) expect(data.results).toBeInstanceOf(Array);
    expect(answer.headers['x-injected']).toBeUndefined();
    expect((await api(`q=${query}&suggest=1`)).status).toBe(status);
  });

  it.each(HOSTILE)('%s has a calm page', async (_, query, status) => {
    const page = await raw(`/search?q=${query}`);
    expect(page.status).toBe(status);
    expect(page.text).not.toContain('<script>alert(1)');
    expect(page.text).not.toContain('onerror=alert(1)>');
    expect(page.headers['x-injected']).toBeUndefined();
  });

  it.each([10_000, 100_000])('%i characters is refused', async (characters) => {
    expect([414, 431]).toContain((await api(`q=${'x'.repeat(characters)}`)).status);
    expect((await api('q=closure')).status).toBe(200);
  });

  it.each(['__proto__', 'constructor', 'toString', 'nothing', '%00', '<b>', 'notice%27'])(
    'a kind %s has no results',
    async (kind) => {
      const answer = await api(`q=closure&kind=${kind}`);
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text).data.results).toEqual([]);
      expect((await api(`q=closure&fiscal_year=${kind}`)).status).toBe(200);
      expect((await raw(`/search?q=closure&kind=${kind}`)).status).toBeLessThan(500);
    },
  );

  it.each(['q=a&q=b', 'q=a&page=0', 'q=a&page=-1', 'q=a&page=1e9', 'q=a&per_page=51', `q=a&kind=${'x'.repeat(101)}`])(
    '%s is refused',
    async (query) => {
      expect((await api(query)).status).toBe(400);
    },
  );

  it.each(['q=closure&__proto__=1', 'q=closure&constructor[prototype]=1', 'q=closure&unknown=1'])(
    '%s is answered without the rest',
    async (query) => {
      expect((await answerOf(query)).results).toHaveLength(1);
    },
  );

  it('a method other than GET is refused', async () => {
    const { statusCode, body } = await send(`${server.url}/frontapi/en/search?q=a`, { method: 'POST' });
    await body.dump();
    expect(statusCode).toBe(405);
  });

  it('all of these at once leaves the server well', async () => {
    const queries = Array.from({ length: 60 }, (_, index) => `q=${HOSTILE[index % HOSTILE.length]?.[1]}${index}`);
    const statuses = await Promise.all(queries.map(async (query) => (await api(query)).status));
    for (const status of statuses) expect([200, 400, 503]).toContain(status);
    await expect.poll(async () => (await api('q=closure')).status).toBe(200);
    expect(server.log.filter(({ level }) => level >= 50)).toEqual([]);
  });
});

describe('what a visitor searches for', () => {
  const SECRET = 'gopyaprashna';

  it('is in no line of the log, at any level', async () => {
    const before = server.log.length;
    const headers = {
      'user-agent': USER_AGENT,
      referer: `${server.url}/search?q=${SECRET}`,
    };
    const paths = [
      `/search?q=${SECRET}`,
      `/search?page=7&q=${SECRET}`,
      `/frontapi/en/search?q=${SECRET}`,
      `/frontapi/en/search?kind=notice&q=${SECRET}&suggest=1`,
      `/frontapi/en/search?q=${SECRET}&page=9`,
      `/frontapi/en/search?q=${SECRET}&q=${SECRET}`,
      `/frontapi/en/search?q=${SECRET.repeat(20)}`,
      `/search?q=${SECRET.repeat(20)}`,
      `/notice?search=${SECRET}`,
    ];
    for (const path of paths) {
      const { body } = await send(server.url + path, { headers });
      await body.dump();
    }
    await expect
      .poll(() => server.log.slice(before).filter(({ msg }) => msg === 'request').length)
      .toBeGreaterThanOrEqual(paths.length);
    expect(JSON.stringify(server.log)).not.toContain(SECRET);
  });

  it('is stored by shared caches for ten seconds, and by browsers not at all', async () => {
    for (const { headers } of [await api('q=closure'), await raw('/search?q=closure')])
      expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=10');
  });
});

describe('the address of a search', () => {
  it('is for no crawler', async () => {
    expect((await raw('/search?q=closure')).text).toMatch(/<meta name="robots" content="[^"]*noindex/);
    expect((await request(server.url).get('/sitemap.xml')).text).not.toContain('/search');
  });
});
