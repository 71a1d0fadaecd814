// @module-tag repeated

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { startServer, type TestServer } from '../support/server.ts';

/* The built server among those who mean no good, or whose network is bad. */

let folder: Folder;
let server: TestServer;
let port: number;
beforeAll(async () => {
  folder = await makeFolder(validFiles);
  server = await startServer({ CONTENT_DIR: folder.dir });
  port = Number(new URL(server.url).port);
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  await folder.remove();
});

/** What comes back for raw bytes, until the server closes the connection or says no more. */
function send(bytes: string | Buffer, waitsForAnswer = false): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.setTimeout(waitsForAnswer ? 20_000 : 1_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      // One answer is enough.
      if (Buffer.concat(chunks).includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.write(bytes);
    // Whoever has said all that he says; what is not a whole request is then answered too.
    if (!waitsForAnswer) socket.end();
  });
}

/** The status of an answer; 0: the connection was closed without one. */
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

const HOST = 'Host: www.example.org\r\n';
/** The status of the answer, and what was sent. */
const BAD: Record<string, [status: number | readonly number[], bytes: string]> = {
  'no request': [400, 'nonsense\r\n\r\n'],
  'no version': [200, 'GET /\r\n\r\n'],
  'an unknown version': [400, `GET / HTTP/9.9\r\n${HOST}\r\n`],
  'no host': [400, 'GET / HTTP/1.1\r\n\r\n'],
  'two hosts': [200, `GET / HTTP/1.1\r\n${HOST}${HOST}\r\n`],
  'a header without a name': [400, `GET / HTTP/1.1\r\n${HOST}: x\r\n\r\n`],
  'a header with NUL': [400, `GET / HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`],
  'folded headers': [400, `GET / HTTP/1.1\r\n${HOST}X: a\r\n b\r\n\r\n`],
  'a long line': [431, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`],
  'a long path': [414, `GET /${'a'.repeat(4_000)} HTTP/1.1\r\n${HOST}\r\n`],
  'a long header': [431, `GET / HTTP/1.1\r\n${HOST}X: ${'a'.repeat(20_000)}\r\n\r\n`],
  // Of more than two thousand Node.js 20 leaves out the others, 24 and 26 refuse them.
  'many headers': [[200, 431], `GET / HTTP/1.1\r\n${HOST}${'X: a\r\n'.repeat(3_000)}\r\n`],
  'two lengths': [400, `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
  'a length and chunks': [
    400,
    `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  'a wrong chunk': [400, `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`],
  'an unknown encoding': [400, `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: rot13\r\n\r\n`],
  'an unknown method': [400, `BREW / HTTP/1.1\r\n${HOST}\r\n`],
  CONNECT: [0, `CONNECT www.example.org:443 HTTP/1.1\r\n${HOST}\r\n`],
  TRACE: [405, `TRACE / HTTP/1.1\r\n${HOST}\r\n`],
  'an upgrade': [200, `GET / HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
  'an expectation': [417, `GET / HTTP/1.1\r\n${HOST}Expect: 200-maybe\r\n\r\n`],
  'another origin': [200, `GET http://elsewhere.example/ HTTP/1.1\r\n${HOST}\r\n`],
  'an asterisk': [405, `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`],
  'a fragment': [308, `GET /#x HTTP/1.1\r\n${HOST}\r\n`],
  'half an escape': [400, `GET /%e0%a4 HTTP/1.1\r\n${HOST}\r\n`],
  'NUL in the path': [400, `GET /%00 HTTP/1.1\r\n${HOST}\r\n`],
  'dots in the assets': [308, `GET /assets/..%2f..%2fserver/index.mjs HTTP/1.1\r\n${HOST}\r\n`],
  'backslashes in the media': [308, `GET /media/..\\..\\site.yaml HTTP/1.1\r\n${HOST}\r\n`],
  'two pages': [400, `GET /blogs?page=1&page=2 HTTP/1.1\r\n${HOST}\r\n`],
  'a list of pages': [200, `GET /blogs?page[]=1 HTTP/1.1\r\n${HOST}\r\n`],
  'bytes that are no text': [400, `GET /\xff\xfe HTTP/1.1\r\n${HOST}\r\n`],
  'a wrong range': [200, `GET /robots.txt HTTP/1.1\r\n${HOST}Range: bytes=9-1\r\n\r\n`],
  'a wrong condition': [200, `GET / HTTP/1.1\r\n${HOST}If-None-Match: "\r\nIf-Modified-Since: never\r\n\r\n`],
};

/** Bytes of memory that the server holds. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

const INTERNAL = /\bat .*\(.*:\d+:\d+\)|node_modules|\/server\/|\.mjs:|\.ts:/;

describe('a malformed request', () => {
  it.each(Object.entries(BAD))(
    'with %s has the status of its fault, and the answer tells nothing of the inside',
    async (_, row) => {
      const [status, bytes] = row;
      const answer = await send(Buffer.from(bytes, 'latin1'), true);
      expect([status].flat(), answer.slice(0, 200)).toContain(statusOf(answer));
      expect(answer).not.toMatch(INTERNAL);
      expect(answer).not.toContain('elsewhere.example');
    },
  );

  it('of thousands does no harm', { tags: ['exhaustive/flood'] }, async () => {
    // Always the same: a failure can be had again.
    let seed = 42;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    const good = [
      ...Object.values(BAD).map(([, bytes]) => bytes),
      `GET / HTTP/1.1\r\n${HOST}\r\n`,
      `GET /blogs?page=2 HTTP/1.1\r\n${HOST}\r\n`,
    ];
    const faults: string[] = [];
    const spoilt = () => {
      const bytes = Buffer.from(good[random(good.length)] ?? '', 'latin1');
      for (let times = random(6); times >= 0; times -= 1) bytes[random(bytes.length)] = random(256);
      return bytes.subarray(0, 1 + random(bytes.length * 2));
    };
    const growths: number[] = [];
    let before = await memory();
    for (let round = 1; round <= 40; round += 1) {
      const requests = Array.from({ length: 100 }, spoilt);
      const answers = await Promise.all(requests.map((bytes) => send(bytes)));
      for (const [index, answer] of answers.entries()) {
        const status = /^HTTP\/1\.1 (5\d\d)/.exec(answer)?.[1];
        if ((status && status !== '501' && status !== '505') || INTERNAL.test(answer))
          faults.push(`${JSON.stringify(String(requests[index]))}: ${answer.slice(0, 100)}`);
      }
      if (round % 10 > 0) continue;
      const now = await memory();
      growths.push(now - before);
      before = now;
    }
    expect(faults).toEqual([]);
    // What 1,000 requests left behind would be seen after each 1,000; what the collector has not come to yet, not each time.
    expect(Math.min(...growths)).toBeLessThan(10_000_000);
    expect(server.log.filter(({ level }) => level >= 50)).toEqual([]);
    expect((await request(server.url)).statusCode).toBe(200);
  });
});

describe('500 slow connections', () => {
  it('cost others nothing, and are cut off', async () => {
    const { body } = await request(server.url);
    const large = /(\/assets\/vendor-[^" ]+\.js)/.exec(await body.text())?.[1];
    expect(large).toBeDefined();
    const slow = new Set<Socket>();
    let isOver = false;
    /** One that comes again as long as it may. */
    const open = (kind: 'headers' | 'body' | 'reading') => {
      const socket = connect(port, '127.0.0.1');
      slow.add(socket);
      socket.on('error', () => {});
      let drip: NodeJS.Timeout | undefined;
      socket.on('close', () => {
        slow.delete(socket);
        clearInterval(drip);
        if (!isOver) open(kind);
      });
      if (kind === 'reading') {
        // Asks for more than the network holds, and reads none of it.
        socket.write(`GET ${large} HTTP/1.1\r\n${HOST}\r\n`.repeat(4));
        socket.pause();
        return;
      }
      const isHeaders = kind === 'headers';
      socket.write(
        isHeaders ? `GET / HTTP/1.1\r\n${HOST}` : `POST / HTTP/1.1\r\n${HOST}Content-Length: 100000\r\n\r\n`,
      );
      drip = setInterval(() => socket.write(isHeaders ? 'X: a\r\n' : 'a'), 500);
    };
    const opening = (async () => {
      for (let number = 0; number < 167; number += 1) {
        for (const kind of ['headers', 'body', 'reading'] as const) open(kind);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const statuses = new Set<number>();
    const until = Date.now() + 10_000;
    while (Date.now() < until) {
      for (const path of ['/', '/blogs', '/healthz']) {
        const { statusCode, body } = await request(server.url + path, { reset: true });
        await body.dump();
        statuses.add(statusCode);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await opening;
    expect([...statuses]).toEqual([200]);
    expect(slow.size).toBeGreaterThan(450);
    isOver = true;
    // Headers have ten seconds, a request that is not read to its end none.
    await expect.poll(() => [...slow].filter((socket) => !socket.isPaused()).length).toBe(0);
    for (const socket of slow) socket.destroy();
  });
});

it.each([1, 2])(
  'more connections than %d processes may open take nothing from a visitor, and end none',
  async (workers) => {
    const folder = await makeFolder({
      ...validFiles,
      'blogs/long.md': `---\nid: 3\nname: Long\n---\n${'Text. '.repeat(3_000)}`,
    });
    const limited = await startServer({ CONTENT_DIR: folder.dir, WORKERS: String(workers) }, undefined, {
      before: 'ulimit -n 256;',
    });
    const { port } = new URL(limited.url);
    const silent = await Promise.all(
      Array.from({ length: 300 * workers }, async () => {
        const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
        await once(socket.resume(), 'connect');
        return socket;
      }),
    );
    // What the processes do not take is closed, not kept by the primary.
    await expect.poll(() => silent.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(64 * workers);
    for (const path of ['/', '/blogs/long', '/frontapi/en/blogs']) {
      const { statusCode, body } = await request(limited.url + path, { reset: true });
      await body.dump();
      expect([path, statusCode]).toEqual([path, 200]);
    }
    for (const socket of silent) socket.destroy();
    const crowded = limited.log.filter(({ msg }) => String(msg).startsWith('nearly all connections'));
    expect([1, workers]).toContain(crowded.length);
    expect(await limited.stop()).toBe(0);
    await folder.remove();
  },
);
