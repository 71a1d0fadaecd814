import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../support/extents.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { listen } from '../support/listen.ts';
import { startSite, type TestSite } from '../support/site.ts';

/* Files and their ranges (RFC 9110, 14): assets, pictures as they are, documents. */

const TEXT = 'abcdefghij';
let folder: Folder;
let site: TestSite;
let server: Awaited<ReturnType<typeof listen>>;
let script: string;
beforeAll(async () => {
  folder = await makeFolder({
    ...validFiles,
    'media/rates.txt': TEXT,
    'media/report 1.pdf': TEXT,
    'media/.hidden': TEXT,
    'media/deep/x.bin': TEXT,
  });
  site = await startSite({ CONTENT_DIR: folder.dir });
  server = await listen(site.app);
  script = (await readdir('dist/client')).find((name) => /^vendor-\w+\.js$/.test(name)) ?? '';
});
afterAll(async () => {
  await server.close();
  await site.close();
  await folder.remove();
});

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Over a plain socket: what a client library would make of headers and encodings is not what is tested. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const lines = Object.entries({ Host: 'x', Connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    const chunks: Buffer[] = [];
    connect(Number(new URL(server.url).port), '127.0.0.1')
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('error', reject)
      .on('close', () => {
        const answer = Buffer.concat(chunks);
        const end = answer.indexOf('\r\n\r\n');
        const [first = '', ...rest] = answer.subarray(0, end).toString('latin1').split('\r\n');
        const pairs = rest.map((line) => [
          line.slice(0, line.indexOf(':')).toLowerCase(),
          line.slice(line.indexOf(':') + 2),
        ]);
        resolve({
          status: Number(first.split(' ')[1]),
          headers: Object.fromEntries(pairs),
          body: answer.subarray(end + 4),
        });
      })
      .write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  });
}

const range = (value: string) => ({ Range: value });

describe('a range of a document', () => {
  it.each([
    ['bytes=0-0', 'a', 'bytes 0-0/10'],
    ['bytes=2-4', 'cde', 'bytes 2-4/10'],
    ['bytes=7-', 'hij', 'bytes 7-9/10'],
    ['bytes=-2', 'ij', 'bytes 8-9/10'],
    ['bytes=-99', TEXT, 'bytes 0-9/10'],
    ['bytes=8-99', 'ij', 'bytes 8-9/10'],
    ['bytes=9-9', 'j', 'bytes 9-9/10'],
  ])('%s is %s', async (value, text, contentRange) => {
    const { status, headers, body } = await ask('/media/rates.txt', range(value));
    expect([status, String(body), headers['content-range']]).toEqual([206, text, contentRange]);
    expect(headers['content-length']).toBe(String(text.length));
  });

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=5-2', 'bytes=-0'])('%s cannot be had', async (value) => {
    const { status, headers, body } = await ask('/media/rates.txt', range(value));
    expect([status, headers['content-range'], String(body)]).toEqual([416, 'bytes */10', 'Not available\n']);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.etag).toBeUndefined();
  });

  it.each(['items=0-1', 'bytes', 'bytes=', 'bytes=a-b', 'x', 'bytes=0-1,3-4', 'BYTES'])(
    '%s is the whole, or what is meant by it',
    async (value) => {
      const { status, body } = await ask('/media/rates.txt', range(value));
      if (status === 416) expect(value).toMatch(/^bytes=/);
      else expect([status, String(body)]).toEqual([200, TEXT]);
    },
  );

  it('is had only while the document is the one that it was asked of', async () => {
    const { headers } = await ask('/media/rates.txt');
    const same = await ask('/media/rates.txt', { ...range('bytes=0-1'), 'If-Range': headers.etag ?? '' });
    expect([same.status, String(same.body)]).toEqual([206, 'ab']);
    const other = await ask('/media/rates.txt', { ...range('bytes=0-1'), 'If-Range': '"other"' });
    expect([other.status, String(other.body)]).toEqual([200, TEXT]);
    const known = await ask('/media/rates.txt', { ...range('bytes=0-1'), 'If-None-Match': headers.etag ?? '' });
    expect([known.status, known.body.length]).toEqual([304, 0]);
  });

  it('is only for GET', async () => {
    const { status, headers, body } = await ask('/media/rates.txt', range('bytes=0-1'), 'HEAD');
    expect([status, headers['content-length'], headers['accept-ranges'], body.length]).toEqual([200, '10', 'bytes', 0]);
  });
});

describe('whatever a range says', () => {
  it('is a part of the document, all of it, or refused', { tags: ['properties'] }, async () => {
    const position = fc.oneof(
      fc.nat({ max: 12 }).map(String),
      fc.constantFrom('', '-', 'x', '00', '1e1', '99999999999999999999'),
    );
    const header = fc.oneof(
      fc.tuple(
        fc.constantFrom('bytes=', 'bytes =', 'Bytes=', 'items=', ''),
        position,
        fc.constantFrom('-', ''),
        position,
      ),
      fc
        .array(fc.tuple(position, fc.constant('-'), position, fc.constantFrom(',', ', ')))
        .map((parts) => ['bytes=', ...parts.flat()]),
    );
    await fc.assert(
      fc.asyncProperty(header, async (parts) => {
        const { status, headers, body } = await ask('/media/rates.txt', range(parts.join('')));
        expect([200, 206, 416]).toContain(status);
        if (status === 200) expect(String(body)).toBe(TEXT);
        if (status === 416) expect(headers['content-range']).toBe('bytes */10');
        if (status === 206) {
          const [, from, to] = /^bytes (\d+)-(\d+)\/10$/.exec(headers['content-range'] ?? '') ?? [];
          expect(String(body)).toBe(TEXT.slice(Number(from), Number(to) + 1));
        }
      }),
      { seed: 14, numRuns: examples(300) },
    );
  });
});

describe('an asset', () => {
  it.each([
    ['identity', '', (bytes: Buffer) => bytes],
    ['gzip', '.gz', gunzipSync],
    ['br', '.br', brotliDecompressSync],
  ] as const)('is sent whole in %s, whatever range is asked for', async (encoding, ending, unpack) => {
    const stored = await readFile(`dist/client/${script}${ending}`);
    const whole = await ask(`/assets/${script}`, { 'Accept-Encoding': encoding });
    expect(whole.status).toBe(200);
    expect(whole.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    expect(whole.headers).toMatchObject({
      vary: 'Accept-Encoding',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(unpack(whole.body).equals(await readFile(`dist/client/${script}`))).toBe(true);
    for (const value of ['bytes=0-0', 'bytes=5-2', 'items=0-1']) {
      const { status, body } = await ask(`/assets/${script}`, { 'Accept-Encoding': encoding, ...range(value) });
      expect([status, body.equals(stored)], value).toEqual([200, true]);
    }
  });

  it('has a tag for each encoding, by which a browser that has it is answered', async () => {
    const tags = await Promise.all(
      ['identity', 'gzip', 'br'].map(async (encoding) => {
        const { headers } = await ask(`/assets/${script}`, { 'Accept-Encoding': encoding });
        const again = await ask(`/assets/${script}`, {
          'Accept-Encoding': encoding,
          'If-None-Match': headers.etag ?? '',
        });
        expect([again.status, again.body.length]).toEqual([304, 0]);
        return headers.etag;
      }),
    );
    expect(new Set(tags).size).toBe(3);
  });

  it('is not to be had by the names of its packed forms', async () => {
    for (const ending of ['.br', '.gz', '.map']) expect((await ask(`/assets/${script}${ending}`)).status).toBe(404);
  });
});

describe('media', () => {
  it('that are hidden, folders, or not there are 404, and never cached', async () => {
    for (const name of ['.hidden', 'deep', 'none.txt', 'rates.txt/x']) {
      const { status, headers, body } = await ask(`/media/${name}`);
      expect([status, headers['cache-control'], String(body)], name).toEqual([404, 'no-store', 'Not found\n']);
    }
  });

  it('open in the browser where it can show them, and are for keeping otherwise', async () => {
    const pdf = await ask('/media/report%201.pdf');
    expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', 'content-disposition': 'inline' });
    expect(pdf.headers['content-security-policy']).toBeUndefined();
    const other = await ask('/media/deep/x.bin');
    expect(other.headers['content-disposition']).toBe('attachment');
    expect(other.headers['content-security-policy']).toContain('sandbox');
    expect(other.headers['cache-control']).toBe('public, max-age=3600');
  });
});
