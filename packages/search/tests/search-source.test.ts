import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../config/src/config.ts';
import type { ContentSource } from '../../gateway/src/content-source.ts';
import { withSearch } from '../src/search-source.ts';

/* Calls of the search while nothing listens at its address: before its thread has started, and while it is replaced. */

const servers: Server[] = [];
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  for (const server of servers.splice(0)) server.close();
});

const NOTHING_ELSE: ContentSource = {
  get: async () => {
    throw new Error('only the search is called');
  },
};

async function listenOn(server: Server, port = 0): Promise<number> {
  servers.push(server);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('it does not listen on a port');
  return address.port;
}

/** A port that drops its connections, as one that is reserved; how many there were; and the search behind it. */
async function reserve() {
  let connections = 0;
  const reserved = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const port = await listenOn(reserved);
  const { source, close } = withSearch(NOTHING_ELSE, readConfig({}), `http://127.0.0.1:${port}/`);
  closers.push(close);
  const search = (signal = new AbortController().signal, isUnlisted = true) =>
    source.get('search?q=zebra', { priority: 'visitor', isUnlisted, signal }, async ({ bytes, status }) => {
      if (status >= 400) return { kind: 'refused', message: 'no' };
      return { kind: 'answer', answer: { data: JSON.parse(String(bytes)), faults: [] } };
    });
  const release = async () => {
    reserved.close();
    await once(reserved, 'close');
  };
  return { port, search, release, connections: () => connections };
}

describe('a search before its server listens', () => {
  it('waits for it', async () => {
    const { port, search, release, connections } = await reserve();
    const found = search();
    await expect.poll(connections).toBeGreaterThan(1);
    await release();
    await listenOn(
      createHttpServer((_, response) => response.end('{"status":"success","data":{"results":[]}}')),
      port,
    );
    expect((await found).data).toMatchObject({ data: { results: [] } });
  });

  it('fails after a while, in words for a search', async () => {
    const { search, connections } = await reserve();
    await expect(search()).rejects.toMatchObject({
      status: 503,
      retryAfterMs: 2_000,
      message: 'the search does not answer: it is starting, or its thread is being replaced',
    });
    expect(connections()).toBeGreaterThan(5);
  });

  it('pauses no other searches, if it was answered before', async () => {
    const { port, search, release } = await reserve();
    await expect(search(undefined, false)).rejects.toMatchObject({ status: 503, retryAfterMs: 2_000 });
    await release();
    await listenOn(
      createHttpServer((_, response) => response.end('{"status":"success","data":{"results":[]}}')),
      port,
    );
    expect((await search()).data).toMatchObject({ data: { results: [] } });
  });

  it('is given up with its caller', async () => {
    const { search, connections } = await reserve();
    const leaving = new AbortController();
    const failed = expect(search(leaving.signal)).rejects.toMatchObject({ status: 503 });
    await expect.poll(connections).toBeGreaterThan(1);
    leaving.abort(new Error('the visitor has gone'));
    await failed;
    expect(connections()).toBeLessThan(10);
  });

  it('is not repeated where the server has answered', async () => {
    const { port, search, release } = await reserve();
    await release();
    let calls = 0;
    const failing = createHttpServer((_, response) => {
      calls += 1;
      response.writeHead(500).end('{"status":"error","message":"It is broken."}');
    });
    await listenOn(failing, port);
    await expect(search()).rejects.toMatchObject({ status: 503 });
    // A call that fails for a moment is made twice anyway.
    expect(calls).toBeLessThanOrEqual(2);
  });
});
