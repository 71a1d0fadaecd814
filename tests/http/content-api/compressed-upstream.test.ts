import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Upstream } from '../../../packages/cms/src/upstream.ts';
import { type Behaviour, startUpstream, type TestUpstream } from '../../support/upstream.ts';

let server: TestUpstream;
let upstream: Upstream;
beforeEach(async () => {
  server = await startUpstream();
  upstream = new Upstream({
    url: server.url,
    authorization: 'Bearer key',
    timeoutMs: 2000,
    concurrency: 2,
    maxBytes: 100_000,
  });
});
afterEach(async () => {
  await upstream.close();
  await server.close();
});

const get = (address: string) =>
  upstream.get(
    address,
    { priority: 'visitor', isUnlisted: false, signal: new AbortController().signal },
    async ({ bytes }) => ({ kind: 'answer', answer: { data: JSON.parse(String(bytes)).data, faults: [] } }),
  );

const packed =
  (encoding: string, body: Buffer): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(body);
  };

it('unpacks an answer', async () => {
  const text = JSON.stringify({ error: false, data: { a: 'पैसा' } });
  server.answer('a', packed('gzip', gzipSync(text)));
  server.answer('b', packed('br', brotliCompressSync(text)));
  expect((await get('a')).data).toEqual({ a: 'पैसा' });
  expect((await get('b')).data).toEqual({ a: 'पैसा' });
});

it.each(['GZIP', 'x-gzip', 'X-GZip'])('unpacks what is named %s', async (encoding) => {
  server.answer('a', packed(encoding, gzipSync(JSON.stringify({ error: false, data: 1 }))));
  expect((await get('a')).data).toBe(1);
});

it('stops unpacking at the cap', async () => {
  server.answer('bomb', packed('gzip', gzipSync(Buffer.alloc(50_000_000, ' '))));
  await expect(get('bomb')).rejects.toMatchObject({
    status: 502,
    message: expect.stringContaining('larger than 100000'),
  });
});

it('tries once more what arrives broken', async () => {
  const whole = gzipSync(JSON.stringify({ error: false, data: 1 }));
  server.answer('cut', packed('gzip', whole.subarray(0, whole.length - 12)));
  await expect(get('cut')).rejects.toMatchObject({ status: 502 });
  expect(server.calls).toHaveLength(2);
});

it('sends its authorization, and follows no redirect', async () => {
  server.answer('moved', (response) => {
    response.writeHead(302, { location: 'https://elsewhere.example/' }).end();
  });
  await expect(get('moved')).rejects.toMatchObject({ status: 502 });
  expect(server.calls[0]?.headers.authorization).toBe('Bearer key');
});
