import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { BufferedPage } from '../../../server/pages/buffered-page.ts';
import { exchange } from '../../support/exchange.ts';
import { POLLING } from '../../support/polling.ts';

const HTML = Buffer.from(`<!doctype html>${'<p>The same words, again and again. ॐ</p>'.repeat(200)}`);
const HEADERS = ['Cache-Control', 'public', 'X-Frame-Options', 'DENY'];
const page = (status = 200, html = HTML) => new BufferedPage(status, html, HEADERS);

async function send(
  buffered: BufferedPage,
  headers: Record<string, string> = {},
  { method = 'GET', extra }: { method?: string; extra?: readonly string[] } = {},
) {
  const { request, response, sent } = exchange('/', headers, method);
  const result = await buffered.send(request, response, extra);
  return { ...sent(), result };
}
const accepting = (encoding: string) => ({ 'accept-encoding': encoding });

describe('a representation', () => {
  it.each([
    [undefined, undefined, 'id', (body: Buffer) => body],
    ['', undefined, 'id', (body: Buffer) => body],
    ['deflate', undefined, 'id', (body: Buffer) => body],
    ['gzip', 'gzip', 'gz', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', 'gz', gunzipSync],
    ['br;q=0, *;q=0.1', 'gzip', 'gz', gunzipSync],
    ['br', 'br', 'bq', brotliDecompressSync],
    ['gzip, deflate, br, zstd', 'br', 'bq', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0.1', 'br', 'bq', brotliDecompressSync],
  ])('for Accept-Encoding %s is in %s', async (accepted, encoding, etagEnd, decode) => {
    const buffered = page();
    const headers = accepted === undefined ? {} : accepting(accepted);
    for (let times = 0; times < 2; times += 1) {
      const { status, headers: sent, body, result } = await send(buffered, headers);
      expect(status).toBe(200);
      expect(sent['content-encoding']).toBe(encoding);
      expect(sent.etag).toMatch(new RegExp(`^"[\\w-]{22}-${etagEnd}"$`));
      expect(sent).toMatchObject({
        'cache-control': 'public',
        'x-frame-options': 'DENY',
        vary: 'Accept-Encoding',
        'content-type': 'text/html; charset=utf-8',
        'content-length': String(body.length),
      });
      expect(decode(body)).toEqual(HTML);
      expect(result).toEqual({ status: 200, bytes: body.length });
    }
  });

  it('that is ready is sent in the same turn, also a compressed one', async () => {
    const buffered = page();
    const { request, response } = exchange('/');
    expect(buffered.send(request, response)).not.toBeInstanceOf(Promise);
    await send(buffered, accepting('gzip'));
    const again = exchange('/', accepting('gzip'));
    expect(buffered.send(again.request, again.response)).not.toBeInstanceOf(Promise);
  });

  it('is compressed once for all who request it meanwhile', async () => {
    const buffered = page();
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => send(buffered, accepting('br'))));
    for (const other of others) expect(other.body).toBe(first?.body);
  });

  it('finds a header in any case', async () => {
    const { headers } = await send(page(), { 'Accept-Encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
  });
});

describe('an ETag', () => {
  it('is another one in each encoding, and for each HTML', async () => {
    const etags = [];
    for (const buffered of [page(), page(200, Buffer.from('<p>Other.</p>'))])
      for (const encoding of ['identity', 'gzip', 'br'])
        etags.push((await send(buffered, accepting(encoding))).headers.etag);
    expect(new Set(etags).size).toBe(6);
    expect((await send(page())).headers.etag).toBe(etags[0]);
  });

  it('of any encoding makes a 304, which repeats it', async () => {
    const buffered = page();
    for (const encoding of ['identity', 'gzip', 'br']) {
      const etag = (await send(buffered, accepting(encoding))).headers.etag ?? '';
      for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, `${etag}, "other"`]) {
        const { status, headers, body, result } = await send(buffered, {
          'if-none-match': ifNoneMatch,
          ...accepting('br'),
        });
        expect(status).toBe(304);
        expect(headers).toEqual({
          'cache-control': 'public',
          'x-frame-options': 'DENY',
          vary: 'Accept-Encoding',
          etag,
        });
        expect(body).toHaveLength(0);
        expect(result).toEqual({ status: 304, bytes: 0 });
      }
    }
  });

  it('that is not the page’s makes none', async () => {
    const { headers } = await send(page());
    for (const ifNoneMatch of ['"other"', '', '""', String(headers.etag).slice(0, -2), `x${headers.etag?.slice(1)}`])
      expect((await send(page(), { 'if-none-match': ifNoneMatch })).status, ifNoneMatch).toBe(200);
  });

  it('makes no 304 of an error', async () => {
    const { headers } = await send(page(404));
    const { status, body } = await send(page(404), { 'if-none-match': String(headers.etag) });
    expect(status).toBe(404);
    expect(body).toEqual(HTML);
  });
});

it('answers HEAD with the headers of GET, and without a body', async () => {
  const buffered = page();
  for (const headers of [{}, accepting('gzip')]) {
    const get = await send(buffered, headers);
    const head = await send(buffered, headers, { method: 'HEAD' });
    expect(head.headers).toEqual(get.headers);
    expect(head.status).toBe(200);
    expect(head.body).toHaveLength(0);
    expect(head.result).toEqual({ status: 200, bytes: 0 });
  }
});

it('sends the extra headers of each response, of 304 too', async () => {
  const buffered = page();
  const extras = [['Age', '1'], ['Age', '1'], ['Age', '2', 'X-Request-Id', 'abc'], []];
  for (const extra of extras) {
    const { headers } = await send(buffered, {}, { extra });
    expect([headers.age, headers['x-request-id']]).toEqual([extra[1], extra[3]]);
    const condition = { 'if-none-match': String(headers.etag) };
    expect((await send(buffered, condition, { extra })).headers.age).toBe(extra[1]);
  }
  const [shared = []] = extras;
  const encoded = [
    await send(buffered, {}, { extra: shared }),
    await send(buffered, accepting('gzip'), { extra: shared }),
  ];
  expect(encoded.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip']);
});

it('is compressed with the best quality after two responses with the fast one', async () => {
  const buffered = page();
  const fast = await send(buffered, accepting('br'));
  await send(buffered, accepting('gzip'));
  expect((await send(buffered, accepting('br'))).headers.etag).toBe(fast.headers.etag);
  await vi.waitFor(async () => {
    const best = await send(buffered, accepting('br'));
    expect(best.headers.etag).toMatch(/-br"$/);
    expect(best.body.length).toBeLessThan(fast.body.length);
    expect(best.headers['content-length']).toBe(String(best.body.length));
    expect(brotliDecompressSync(best.body)).toEqual(HTML);
  }, POLLING);
  const condition = { 'if-none-match': String(fast.headers.etag), ...accepting('br') };
  expect((await send(buffered, condition)).status).toBe(304);
});

it('takes no less memory than its representations', async () => {
  const buffered = page();
  let bytes = 0;
  for (const encoding of ['identity', 'gzip', 'br']) bytes += (await send(buffered, accepting(encoding))).body.length;
  expect(buffered.bytes).toBeGreaterThanOrEqual(bytes);
});
