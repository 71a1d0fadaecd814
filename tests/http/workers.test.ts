// @module-tag repeated

import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { blogs } from '../support/content.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { listen } from '../support/listen.ts';
import { type ServerOptions, startServer, type TestServer } from '../support/server.ts';
import { data, silence, startUpstream, type TestUpstream } from '../support/upstream.ts';

/* Several processes on one port. */

const TOKEN = 'a-secret-of-the-cms-and-us';
const WORKERS = 2;
let server: TestServer;

const start = (environment: Record<string, string>, options?: ServerOptions) =>
  startServer(
    { WORKERS: String(WORKERS), MANAGEMENT_PORT: '0', PURGE_TOKEN: TOKEN, ...environment },
    undefined,
    options,
  );

/** Over a connection of its own: the next one goes to the next worker. */
async function get(path: string): Promise<string> {
  const { body } = await request(server.url + path, { reset: true, headers: { 'user-agent': 'Googlebot/2.1' } });
  return body.text();
}
const fromAll = (path: string) => Promise.all(Array.from({ length: WORKERS * 4 }, () => get(path)));
const lines = (msg: string) => server.log.filter((line) => line.msg === msg);
const idsOfWorkers = () => new Set(lines('request').map(({ worker }) => worker));

/** The processes below the server's own. */
async function pidsOfWorkers(): Promise<number[]> {
  const { pid } = server.process;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').map(Number);
}

describe('workers of one folder of content', () => {
  let folder: Folder;
  let cdn: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    folder = await makeFolder(validFiles);
    cdn = await listen((_, response) => void response.end('{}'));
    server = await start({ CONTENT_DIR: folder.dir, PURGE_WEBHOOK: cdn.url });
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    await cdn.close();
    await folder.remove();
  });

  it('share one port and one folder of content', async () => {
    await fromAll('/blogs/two');
    await expect.poll(() => idsOfWorkers().size).toBe(WORKERS);
    expect(lines('listening').map(({ workers }) => workers)).toEqual([WORKERS, undefined]);
    const reloads = lines('content reloaded').length;
    await folder.write({ 'blogs/two.md': '---\nid: 2\nname: Two\n---\nText shared.\n' });
    await expect
      .poll(async () => (await fromAll('/blogs/two')).every((text) => text.includes('Text shared.')))
      .toBe(true);
    await expect.poll(() => lines('content reloaded')).toHaveLength(reloads + 1);
  });

  it('that do not answer leave the others with the change, and catch up with it; shared caches hear of it then', async () => {
    const purged = 'shared caches are purged';
    const unconfirmed = 'a change of the content is not confirmed';
    const before = lines(unconfirmed).length;
    let known = 0;
    await fromAll('/blogs/two');
    const [stuck = 0] = await pidsOfWorkers();
    process.kill(stuck, 'SIGSTOP');
    try {
      await folder.write({ 'blogs/two.md': '---\nid: 2\nname: Two\n---\nText late.\n' });
      await expect.poll(() => lines(unconfirmed)).toHaveLength(before + 1);
      // What the other processes have caused is over.
      const after = () => server.log.slice(server.log.findLastIndex(({ msg }) => msg === unconfirmed));
      await expect.poll(() => after().filter(({ msg }) => msg === purged).length).toBeGreaterThan(0);
      known = lines(purged).length;
    } finally {
      process.kill(stuck, 'SIGCONT');
    }
    await expect
      .poll(async () => (await fromAll('/blogs/two')).every((text) => text.includes('Text late.')))
      .toBe(true);
    await expect.poll(() => lines(purged).length).toBeGreaterThan(known);
    expect(await pidsOfWorkers()).toContain(stuck);
  });

  it('that die are replaced, nobody is turned away meanwhile, and what they have counted is not lost', async () => {
    const figure = async (name: string) => {
      const { body } = await request(`${server.log.find((line) => line.management)?.url}/metrics`);
      const lines = (await body.text()).split('\n').filter((line) => line.startsWith(name));
      return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    };
    await fromAll('/blogs/1');
    await expect.poll(() => idsOfWorkers().size).toBe(WORKERS);
    const counted = await figure('foyer_http_requests_total');
    const residentBytes = async (pid: number) =>
      Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
    const before = await pidsOfWorkers();
    expect(before).toHaveLength(WORKERS);
    const ofWorkers = (await Promise.all(before.map(residentBytes))).reduce((sum, bytes) => sum + bytes, 0);
    const ofPrimary = await residentBytes(server.process.pid ?? 0);
    expect(await figure('process_resident_memory_bytes')).toBeGreaterThan(ofWorkers + ofPrimary / 2);
    const restarts = await figure('foyer_worker_restarts_total');
    const deaths = lines('a worker has died and will be replaced').length;
    const [victim = 0] = before;
    process.kill(victim, 'SIGKILL');
    await expect.poll(() => lines('a worker has died and will be replaced')).toHaveLength(deaths + 1);
    const asked = await fromAll('/blogs/1');
    for (const text of asked) expect(text).toContain('<em>one</em>');
    await expect.poll(async () => (await pidsOfWorkers()).length).toBe(WORKERS);
    expect(await pidsOfWorkers()).not.toContain(victim);
    // On a busy machine a worker that has just started may be too slow for the first collection.
    await expect.poll(() => figure('foyer_worker_restarts_total')).toBe(restarts + 1);
    await expect.poll(() => figure('foyer_http_requests_total')).toBe(counted + asked.length);
  });
});

describe('workers', () => {
  let folder: Folder | undefined;
  let upstream: TestUpstream | undefined;
  afterEach(async () => {
    expect(await server.stop()).toBe(0);
    await upstream?.close();
    await folder?.remove();
    folder = upstream = undefined;
  });

  it('are all told what is purged, before the CMS has its answer', async () => {
    upstream = await startUpstream();
    server = await start({ FRONTAPI_URL: upstream.url });
    const texts = await fromAll('/blogs/3');
    for (const text of texts) expect(text).toContain('Blog number 3');
    // One seal of a picture, whichever worker has answered.
    const pictures = texts.flatMap((text) => [...text.matchAll(/~([\w-]{16})\/(http\/[^\s",]+)\.[a-z]+[\s",]/g)]);
    const sealed = new Set(pictures.map(([, seal, picture]) => `${seal} ${picture}`));
    expect(sealed.size).toBe(new Set(pictures.map(([, , picture]) => picture)).size);
    expect(pictures).not.toEqual([]);
    upstream.answer('blogs/3', data({ blog: { ...blogs[0], id: 3, name: 'Renamed' } }));
    expect((await get('/blogs/3')).includes('Renamed')).toBe(false);
    const [management] = server.log.filter((line) => line.management);
    const { statusCode, body } = await request(`${management?.url}/purge`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ path: '/blogs/3' }),
    });
    await body.dump();
    expect(statusCode).toBe(200);
    for (const text of await fromAll('/blogs/3')) expect(text).toContain('Renamed');
  });

  it('that are killed under load take only what they were answering with them', async () => {
    folder = await makeFolder(validFiles);
    server = await start({ CONTENT_DIR: folder.dir });
    await fromAll('/blogs/two');
    const faults: number[] = [];
    let answered = 0;
    let isOver = false;
    const visitors = Array.from({ length: 12 }, async () => {
      while (!isOver) {
        await get('/blogs/two').then(
          () => {
            answered += 1;
          },
          () => faults.push(Date.now()),
        );
      }
    });
    const seen = (count: number) => expect.poll(() => answered).toBeGreaterThan(count);
    await seen(300);
    const killed = Date.now();
    const [victim = 0] = await pidsOfWorkers();
    process.kill(victim, 'SIGKILL');
    await expect.poll(async () => (await pidsOfWorkers()).length).toBe(WORKERS);
    await seen(answered + 300);
    isOver = true;
    await Promise.all(visitors);
    // Each visitor had one request under way at most.
    expect(faults.length).toBeLessThanOrEqual(12);
    for (const moment of faults) expect(moment - killed).toBeLessThan(1000);
  });

  it('that keep dying are replaced ever more slowly', async () => {
    folder = await makeFolder(validFiles);
    server = await start({ CONTENT_DIR: folder.dir });
    const killed: number[] = [];
    for (let times = 1; times <= 3; times += 1) {
      const newest = Math.max(...(await pidsOfWorkers()));
      killed.push(newest);
      process.kill(newest, 'SIGKILL');
      await expect.poll(() => lines('a worker has died and will be replaced')).toHaveLength(times);
      if (times < 3) await expect.poll(async () => (await pidsOfWorkers()).length).toBe(WORKERS);
    }
    const pauses = lines('a worker has died and will be replaced').map(({ pauseMs }) => pauseMs);
    expect(pauses).toEqual([0, 1000, 2000]);
  });

  it('ask an upstream no more than its budget, all together', async () => {
    upstream = await startUpstream();
    server = await start({ FRONTAPI_URL: upstream.url, UPSTREAM_BUDGET: '12', WORKERS: '3', SEARCH: 'own' });
    await expect.poll(() => upstream?.calls.length).toBe(12);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(upstream.calls).toHaveLength(12);
  });

  it('close what they cannot take: the primary keeps nothing for them', async () => {
    upstream = await startUpstream();
    for (const call of ['site', 'home', 'sliders']) upstream.answer(call, silence);
    const environment = {
      FRONTAPI_URL: upstream.url,
      UPSTREAM_TIMEOUT: '60000',
      SHUTDOWN_GRACE: '1',
      SEARCH: 'upstream',
    };
    server = await start(environment, { before: 'ulimit -n 256;' });
    const { port } = new URL(server.url);
    const sockets: Socket[] = [];
    for (let count = 0; count < 200; count += 1) {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
      socket.resume().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      sockets.push(socket);
      // Its request arrives before the next one: none is closed because it is silent.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    // (256 - 128) / 2 of each worker.
    await expect.poll(() => sockets.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(WORKERS * 64);
    for (const socket of sockets) socket.destroy();
  });

  it('end with what they have begun', async () => {
    upstream = await startUpstream();
    server = await start({ FRONTAPI_URL: upstream.url });
    let answer = () => {};
    upstream.answer('blogs/3', async (response, given) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      data({ blog: { ...blogs[0], id: 3, name: 'In the end' } })(response, given);
    });
    const page = get('/blogs/3');
    await expect.poll(() => upstream?.calls.some(({ address }) => address === 'blogs/3')).toBe(true);
    const ended = server.stop();
    await expect.poll(() => lines('stopping').length).toBeGreaterThan(WORKERS);
    answer();
    expect(await page).toContain('In the end');
    expect(await ended).toBe(0);
  });
});
