import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { resetClock, skipTime } from '../support/clock.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { listen } from '../support/listen.ts';
import { eachKind } from '../support/pictures.ts';
import { POLLING } from '../support/polling.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data } from '../support/upstream.ts';

/*
 * What is ready is answered in front of Express, and is what is made inside it. A parameter that nothing reads leads to the same
 * response by Express: only the address as it is has its response in memory.
 */

const BY_EXPRESS = 'nothing-reads-it=1';
const ENCODINGS = [undefined, 'gzip', 'gzip, deflate, br, zstd'];
/** As few clients send them. */
const RARE_ENCODINGS = [
  '',
  'identity',
  'deflate',
  'deflate, gzip',
  'gzip;q=1, br;q=0.1',
  'br;q=0, gzip;q=0.5',
  '*',
  'x, "y',
];

let folder: Folder;
let site: TestSite;
let server: Awaited<ReturnType<typeof listen>>;
const startOn = async (environment: Record<string, string>) => {
  site = await startSite(environment);
  server = await listen(site.app);
};
const stop = async () => {
  await server.close();
  await site.close();
};

type Headers = Record<string, string | string[]>;

interface Answer {
  status?: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

async function ask(path: string, headers: Headers = {}, method = 'GET'): Promise<Answer> {
  const sent = request(server.url + path, { method, headers: { 'user-agent': 'Googlebot/2.1', ...headers } }).end();
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

const byExpress = (path: string) => path + (path.includes('?') ? '&' : '?') + BY_EXPRESS;
const accepting = (encoding: string | undefined): Headers =>
  encoding === undefined ? {} : { 'accept-encoding': encoding };

function decoded({ headers, body }: Answer): Buffer {
  if (body.length === 0) return body;
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, deflate: inflateSync }[
    headers['content-encoding'] ?? ''
  ];
  return decode?.(body) ?? body;
}

/** What has to be the same. What differs belongs to the moment or to the way of one response. */
function essence(answer: Answer) {
  const { date, age, 'x-request-id': _, 'server-timing': _t, 'cache-status': status, ...headers } = answer.headers;
  // A file of the disk has its time; a response in memory its length, one that is compressed while it is sent has none.
  const { 'last-modified': _m, 'content-length': length, 'transfer-encoding': _e, ...rest } = headers;
  return {
    status: answer.status,
    headers: { ...rest, 'cache-status': String(status).replace(/ttl=-?\d+/, 'ttl') },
    length: headers['content-encoding'] ? undefined : length,
    // Many times faster to compare than the bytes.
    body: createHash('sha256').update(decoded(answer)).digest('hex'),
  };
}

async function expectSame(path: string, headers: Headers = {}, method = 'GET') {
  const fast = await ask(path, headers, method);
  const slow = await ask(byExpress(path), headers, method);
  const what = `${method} ${path} ${JSON.stringify(headers)}`;
  expect(essence(fast), what).toEqual(essence(slow));
  if (fast.headers['transfer-encoding'] === undefined && method === 'GET' && fast.status !== 304)
    expect(fast.headers['content-length'], what).toBe(String(fast.body.length));
  return fast;
}

/** Every encoding, method and condition. */
async function expectAllSame(path: string, rare: readonly string[] = RARE_ENCODINGS) {
  for (const method of ['GET', 'HEAD']) {
    for (const encoding of ENCODINGS) {
      const { headers } = await expectSame(path, accepting(encoding), method);
      const etag = String(headers.etag);
      const matching = [
        etag,
        etag.startsWith('W/') ? etag.slice(2) : `W/${etag}`,
        `"other", ${etag}`,
        `${etag} ,"other"`,
        ['"other"', etag],
      ];
      for (const condition of [...matching, '"other"', '"one", "two"', '*', '', etag.slice(0, -2)]) {
        const headers = { ...accepting(encoding), 'if-none-match': condition };
        const { status } = await expectSame(path, headers, method);
        if (matching.includes(condition)) expect(status).toBe(304);
      }
    }
    for (const encoding of rare) await expectSame(path, accepting(encoding), method);
  }
  const { headers } = await ask(path);
  for (const cacheControl of ['no-cache', 'max-age=0', 'max-age=0, no-cache'])
    await expectSame(path, { 'if-none-match': String(headers.etag), 'cache-control': cacheControl });
}

afterEach(() => {
  resetClock();
  vi.restoreAllMocks();
});

describe('a content folder with two editions', () => {
  beforeAll(async () => {
    const { 'turned.jpg': picture = '' } = await eachKind();
    folder = await makeFolder({ ...validFiles, 'media/turned.jpg': picture });
    await startOn({ CONTENT_DIR: folder.dir, LOCALES: 'en,ne', CONTENT_TTL: '3600' });
  });
  afterAll(async () => {
    await stop();
    await folder.remove();
  });

  it.each(['/', '/ne', '/blogs/two'])('has the page %s', async (path) => {
    await ask(path);
    // Their best compression is another representation: it comes after the second response.
    for (const encoding of ENCODINGS) for (let times = 0; times < 3; times += 1) await ask(path, accepting(encoding));
    await vi.waitFor(async () => expect((await ask(path, accepting('br'))).headers.etag).toMatch(/-br"$/), POLLING);
    expect((await ask(path)).headers).toHaveProperty('server-timing');
    // A page has no form of its own in deflate: Express would compress it while it is sent.
    await expectAllSame(
      path,
      RARE_ENCODINGS.filter((encoding) => encoding !== 'deflate'),
    );
  });

  it('has a page that does not exist, which is kept for ten seconds', async () => {
    await ask('/nothing');
    const { headers } = await ask('/nothing');
    expect(headers).toHaveProperty('server-timing');
    for (const method of ['GET', 'HEAD'])
      for (const condition of [String(headers.etag), '*', '"other"'])
        expect((await expectSame('/nothing', { 'if-none-match': condition }, method)).status).toBe(404);
  });

  it('has its pictures', async () => {
    const path = '/media/@256/-/turned.jpg.webp';
    expect((await ask(path)).status).toBe(200);
    const get = vi.spyOn(site.pictures, 'get');
    await vi.waitFor(async () => {
      get.mockClear();
      await ask(path);
      expect(get).not.toHaveBeenCalled();
    }, POLLING);
    await expectAllSame(path);
  });

  it.each([
    ['/frontapi/en/site', '/frontapi/en/site'],
    ['/frontapi/en/home', '/frontapi/en/home'],
    ['/frontapi/en/blogs', '/frontapi/en/blogs'],
    ['/frontapi/ne/blogs', '/frontapi/ne/blogs'],
    ['/frontapi/en/blogs/two', '/frontapi/en/blogs/{id}'],
    ['/frontapi/en/blogs?per_page=5&search=two', '/frontapi/en/blogs'],
  ])('has the answer %s', async (path, route) => {
    const answer = vi.spyOn(site.gateway, 'answer');
    // What the folder's pictures are like is known a little later: then its answers are made anew.
    const { headers, status } = await vi.waitFor(async () => {
      answer.mockClear();
      const sent = await ask(path, { 'x-request-id': 'of-an-answer' });
      expect(answer).not.toHaveBeenCalled();
      return sent;
    }, POLLING);
    expect(status).toBe(200);
    expect(headers['cache-status']).toMatch(/^foyer; hit; ttl=\d+$/);
    await expect
      .poll(() => site.requests.findLast(({ id }) => id === 'of-an-answer'))
      .toMatchObject({ route, path: path.split('?')[0], cache: 'hit', status: 200 });
    await expectAllSame(path);
  });

  it('does not have an edition within another, or what is no call', async () => {
    await ask('/frontapi/ne/blogs');
    for (const path of ['/frontapi/en/ne/blogs', '/frontapi/ne/ne/blogs'])
      expect((await expectSame(path)).status, path).toBe(404);
    for (const method of ['POST', 'OPTIONS'])
      expect((await expectSame('/frontapi/en/blogs', {}, method)).status).toBe(405);
  });
});

describe('an answer of an upstream', () => {
  beforeAll(() => startOn({ CONTENT_TTL: '10' }));
  afterAll(stop);
  const path = '/frontapi/en/faq';
  const text = async () => (await ask(path)).body.toString();

  it('is sent by Express while it is stale, which has it renewed', async () => {
    await ask(path);
    site.upstream.answer('faq', data({ faqs: [{ id: 1, question: 'What is new?', answer: 'This.' }] }));
    expect(await text()).not.toContain('What is new?');
    skipTime(12_000);
    const { headers, body } = await ask(path);
    expect(headers['cache-status']).toMatch(/^foyer; hit; ttl=(-\d+|0)$/);
    expect(body.toString()).not.toContain('What is new?');
    await vi.waitFor(async () => expect(await text()).toContain('What is new?'), POLLING);
    await expectSame(path);
  });

  it('is gone at once when it is purged', async () => {
    await ask(path);
    site.upstream.answer('faq', data({ faqs: [{ id: 1, question: 'What is newer?', answer: 'This.' }] }));
    expect(await text()).not.toContain('What is newer?');
    site.gateway.purgeLocal({ entity: 'faq' });
    expect(await text()).toContain('What is newer?');
    await ask(path);
    site.gateway.forget();
    expect((await ask(path)).headers['cache-status']).toMatch(/miss/);
  });

  it('is compressed once, for all who ask at once', async () => {
    const long = 'A long answer, again and again. '.repeat(200);
    site.upstream.answer('faq', data({ faqs: [{ id: 1, question: 'How long?', answer: long }] }));
    site.gateway.forget();
    await ask(path);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(path, accepting('br'))));
    for (const answer of answers) {
      expect(answer.headers['content-encoding']).toBe('br');
      expect(answer.headers['content-length']).toBe(String(answer.body.length));
      expect(answer.headers.vary).toBe('Accept-Encoding');
      expect(decoded(answer).toString()).toContain(long.trim());
    }
    for (const encoding of ENCODINGS) await expectSame(path, accepting(encoding), 'HEAD');
  });
});
