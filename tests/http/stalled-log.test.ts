import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unlessTypical } from '../support/extents.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { type ServerOptions, spawnServer, startServer, type TestServer } from '../support/server.ts';

/* The built server where nobody reads its log, or nobody is left to read it. */

/** Their lines, with a long id, are more than a pipe holds (64 kB), and a Unix socket (208 kB). */
const REQUESTS = 1_500;
/** Their lines are more than that and the server's queue (4 MB) hold. */
const FLOOD = 16_000;
const CONNECTIONS = 20;
const LONG_ID = 'x'.repeat(128);

let folder: Folder;
let server: TestServer | undefined;
beforeEach(async () => {
  folder = await makeFolder(validFiles);
});
afterEach(async () => {
  server?.process.kill('SIGKILL');
  server = undefined;
  await folder.remove();
});

const start = async (environment: Record<string, string>, options?: ServerOptions) => {
  server = await startServer({ CONTENT_DIR: folder.dir, ...environment }, undefined, options);
  return server;
};

/** Requests a cached page so often; resolves with the statuses of the responses. Pipelined and without bodies: the log is what counts. */
async function ask(url: string, times: number): Promise<number[]> {
  const { hostname, port, host } = new URL(url);
  const head = `HEAD /blogs/two HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: Googlebot/2.1\r\nX-Request-Id: ${LONG_ID}\r\n`;
  const statuses = new Set<number>();
  const perConnection = times / CONNECTIONS;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect(Number(port), hostname);
      // The others follow once the page is in the cache of the worker that has this connection.
      socket.write(`${head}\r\n`);
      await once(socket, 'readable');
      socket.write(`${head}\r\n`.repeat(perConnection - 2));
      socket.write(`${head}Connection: close\r\n\r\n`);
      const received = [...(await text(socket)).matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
      expect(received).toHaveLength(perConnection);
      for (const status of received) statuses.add(status);
    }),
  );
  return [...statuses];
}

/** Two have all of it: one process and several, a socket and a FIFO. */
const KINDS = [
  { WORKERS: '1', stdout: 'fifo', isTypical: true },
  { WORKERS: '2', stdout: 'socket', isTypical: true },
  { WORKERS: '1', stdout: 'socket', isTypical: false },
  { WORKERS: '2', stdout: 'fifo', isTypical: false },
] as const;

describe.for(KINDS)('with $WORKERS workers, whose log goes into a $stdout', ({ WORKERS, stdout, isTypical }) => {
  const extent = unlessTypical(isTypical, 'exhaustive/every-form');
  it('is answering and ends in order while the log is not read', extent, async () => {
    const { url, stdout: reader, stop } = await start({ WORKERS }, { stdout });
    reader.pause();
    expect(await ask(url, REQUESTS)).toEqual([200]);
    expect(await stop()).toBe(0);
  });

  it('is answering and ends in order when the reader of the log is gone', extent, async () => {
    const { url, stdout: reader, stop } = await start({ WORKERS }, { stdout });
    reader.destroy();
    await once(reader, 'close');
    expect(await ask(url, REQUESTS)).toEqual([200]);
    expect(await stop()).toBe(0);
  });

  const flood = unlessTypical(isTypical && WORKERS === '2', 'exhaustive/flood');
  it('loses lines of a log that is not read for long, and says how many', { ...flood }, async () => {
    const { url, stdout: reader, log, stop } = await start({ WORKERS, MANAGEMENT_PORT: '0' }, { stdout });
    const lines = (msg: string) => log.filter((line) => line.msg === msg);
    // Every line of the start: one that came later would be counted among those that were dropped.
    await expect.poll(() => lines('listening')).toHaveLength(2);
    await expect.poll(() => lines('shows the site of an organisation')).toHaveLength(Number(WORKERS));
    reader.pause();
    expect(await ask(url, FLOOD)).toEqual([200]);
    reader.resume();
    const dropped = () => lines('log lines dropped').reduce((sum, { lines: count }) => sum + Number(count), 0);
    await expect.poll(() => lines('request').length + dropped()).toBe(FLOOD);
    expect(lines('log lines dropped')).toHaveLength(1);
    const management = log.find((line) => line.management);
    const metrics = await (await request(`${management?.url}/metrics`)).body.text();
    expect(Number(/^foyer_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1])).toBe(dropped());
    expect(dropped()).toBeGreaterThan(0);
    expect(await stop()).toBe(0);
  });

  it('says why it cannot start', extent, async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const PORT = String((other.address() as AddressInfo).port);
    const started = spawnServer({ CONTENT_DIR: folder.dir, PORT, WORKERS }, undefined, { stdout });
    const [output, [code]] = await Promise.all([text(started.stdout), once(started.child, 'exit')]);
    expect(code).toBe(1);
    expect(output).toContain('"msg":"cannot start"');
    expect(output).toContain('EADDRINUSE');
    other.close();
  });
});

it('ends where it cannot start and the reader of its log is gone', async () => {
  const { child, stdout } = spawnServer({ CONTENT_DIR: '/no/such/folder' });
  stdout.destroy();
  expect(await once(child, 'exit')).toEqual([1, null]);
});
