// @module-tag repeated

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { openUpstream as openSource } from '../../packages/cms/src/open-upstream.ts';
import { readConfig } from '../../packages/config/src/config.ts';
import { openFolderSource } from '../../packages/folder/src/folder-source.ts';
import { openGateway } from '../../packages/gateway/src/open-gateway.ts';
import type { Purge } from '../../packages/gateway/src/purge.ts';
import { openSearch } from '../../packages/search/src/search-process.ts';
import { openSite, type SiteProcess } from '../../server/site.ts';
import { unlessTypical } from '../support/extents.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { listen } from '../support/listen.ts';
import { runningProcesses } from '../support/processes.ts';
import { startServer, type TestServer } from '../support/server.ts';
import type { LogLine } from '../support/site.ts';
import { data, failure, hold, silence, startUpstream, type TestUpstream } from '../support/upstream.ts';

/* The thread of the search, and the processes that use it. */

const TOKEN = 'a-secret-of-the-cms-and-us';
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function openUpstream(): Promise<TestUpstream> {
  const upstream = await startUpstream();
  closers.push(() => upstream.close());
  return upstream;
}
async function openFolder(files: Record<string, string>): Promise<Folder> {
  const folder = await makeFolder(files);
  closers.push(() => folder.remove());
  return folder;
}
async function openServer(environment: Record<string, string>): Promise<TestServer> {
  const server = await startServer({ SEARCH: 'own', MANAGEMENT_PORT: '0', PURGE_TOKEN: TOKEN, ...environment });
  closers.push(async () => server.process.exitCode ?? server.process.signalCode ?? (await server.stop()));
  return server;
}
/** Over a connection of its own: with several workers the next one answers it. */
async function get(url: string) {
  const { statusCode, headers, body } = await request(url, { reset: true, headers: { 'user-agent': 'Googlebot/2.1' } });
  return { status: statusCode, headers, text: await body.text() };
}
const isComplete = ({ log }: TestServer) => log.some(({ msg }) => msg === 'the search is complete');
const complete = (server: TestServer) => expect.poll(() => isComplete(server)).toBe(true);
/** The upstream's documents are no PDFs, and on a busy machine it is slow. */
const UNREMARKABLE = /^(?:the text of a document cannot be searched|content calls find no place)/;
const faults = ({ log }: { log: LogLine[] }) => log.filter(({ level, msg }) => level >= 40 && !UNREMARKABLE.test(msg));

async function purge(server: TestServer, what: object) {
  const management = server.log.find((line) => line.management);
  const { statusCode, body } = await request(`${management?.url}/purge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(what),
  });
  await body.dump();
  expect(statusCode).toBe(200);
}

for (const workers of [1, 2])
  describe(`${workers} processes`, unlessTypical(workers > 1, 'exhaustive/every-form'), () => {
    const WORKERS = String(workers);

    it('have one index, and a purge reaches every answer', async () => {
      const upstream = await openUpstream();
      const server = await openServer({ FRONTAPI_URL: upstream.url, WORKERS, PAGE_CACHE_MB: '10' });
      await complete(server);
      const fromAll = (path: string) => Promise.all(Array.from({ length: workers * 4 }, () => get(server.url + path)));
      for (const { text } of await fromAll('/frontapi/en/search?q=closure')) expect(text).toContain('Book closure');
      for (const { text } of await fromAll('/search?q=closure')) expect(text).toContain('Book closure');
      if (workers > 1)
        await expect
          .poll(() => new Set(server.log.filter(({ msg }) => msg === 'request').map(({ worker }) => worker)).size)
          .toBe(workers);
      // One thread has read the content, for all of them.
      expect(upstream.calls.filter(({ address }) => address === 'faq?per_page=50').length).toBeLessThanOrEqual(1);
      expect(server.log.filter(({ msg }) => msg === 'the search is complete')).toHaveLength(1);
      upstream.answer('notice', data({ notices: [{ id: 1, name: 'Zebra', created_at: '2024-01-01' }] }));
      upstream.answer('notice/2', failure(404));
      upstream.answer('notice/1', data({ notice: { id: 1, name: 'Zebra', created_at: '2024-01-01' } }));
      await purge(server, { entity: 'notice' });
      for (const { text } of await fromAll('/frontapi/en/search?q=closure')) expect(text).not.toContain('Book closure');
      for (const { text } of await fromAll('/search?q=closure')) expect(text).not.toContain('Book closure');
      await expect
        .poll(async () => (await get(`${server.url}/frontapi/en/search?q=zebra+${Math.random()}`)).text)
        .toContain('Zebra');
      expect(await server.stop()).toBe(0);
      expect(faults(server)).toEqual([]);
    });

    it('follow a content folder', async () => {
      const folder = await openFolder({ ...validFiles, 'notice/a.md': '---\nid: 1\nname: Zebra\n---\nText.\n' });
      const server = await openServer({ CONTENT_DIR: folder.dir, WORKERS });
      await complete(server);
      expect((await get(`${server.url}/search?q=zebra`)).text).toContain('href="/notice/1"');
      await folder.write({ 'notice/a.md': '---\nid: 1\nname: Lion\n---\nText.\n' });
      await expect.poll(async () => (await get(`${server.url}/search?q=lion`)).text).toContain('href="/notice/1"');
      await expect.poll(async () => (await get(`${server.url}/search?q=zebra`)).text).not.toContain('href="/notice/1"');
      expect(await server.stop()).toBe(0);
    });

    it('end at once while the index is being built', async () => {
      const upstream = await openUpstream();
      for (const address of ['notice', 'faq', 'page', 'contact']) upstream.answer(address, silence);
      const server = await openServer({ FRONTAPI_URL: upstream.url, WORKERS, UPSTREAM_TIMEOUT: '30000' });
      await expect.poll(() => upstream.calls.some(({ address }) => address === 'contact')).toBe(true);
      expect(isComplete(server)).toBe(false);
      expect(await server.stop()).toBe(0);
      expect(server.log.some(({ msg }) => msg === 'not stopped in time')).toBe(false);
      expect(server.log.at(-1)?.msg).toBe('stopped');
    });
  });

describe('a restart', () => {
  it('finds everything before the upstream has answered', async () => {
    const upstream = await openUpstream();
    const { dir } = await openFolder({});
    const environment = { FRONTAPI_URL: upstream.url, DATA_DIR: dir };
    const first = await openServer(environment);
    await complete(first);
    expect(await first.stop()).toBe(0);
    expect(await readdir(join(dir, 'search'))).toContain('index.json.br');
    for (const address of ['notice', 'faq', 'page', 'contact', 'about']) upstream.answer(address, silence);
    const second = await openServer(environment);
    await expect
      // An answer is fresh for seconds: another query each time.
      .poll(async () => (await get(`${second.url}/frontapi/en/search?q=closure+${Math.random()}`)).text)
      .toContain('"kind":"notice","id":"2"');
    expect(isComplete(second)).toBe(false);
    expect(await second.stop()).toBe(0);
  });
});

describe('the thread', () => {
  /** Starts the search and a site in this process. `kill` ends the thread, and each that replaces it, until `revive`. */
  async function openThread(environment: Record<string, string>) {
    const { dir } = await openFolder({});
    const [order, built] = [join(dir, 'kill'), pathToFileURL(join(process.cwd(), 'dist/server/search-thread.mjs'))];
    await writeFile(
      join(dir, 'search-thread.mjs'),
      `import { appendFileSync, existsSync } from 'node:fs';
appendFileSync(${JSON.stringify(join(dir, 'starts'))}, '.');
const isToEnd = () => existsSync(${JSON.stringify(order)});
if (isToEnd()) process.exit(7);
setInterval(() => isToEnd() && process.exit(7), 10);
await import(${JSON.stringify(built.href)});\n`,
    );
    const log: LogLine[] = [];
    const sink = new Writable({
      write(line, _encoding, done) {
        log.push(JSON.parse(String(line)));
        done();
      },
    });
    const logger = pino({ base: undefined }, sink);
    const config = readConfig({ SITE_URL: 'https://www.himal.example', ...environment });
    const search = await openSearch(config, logger, pathToFileURL(`${dir}/`));
    const site: SiteProcess = await openSite({ config, log: logger, searchUrl: search.url, distDir: 'dist' });
    closers.push(() => site.close());
    closers.push(() => search.close());
    await search.start(site);
    const { url, close } = await listen(site.app);
    closers.push(close);
    /** Purges the site's gateway, which the search follows. */
    const purgeAll = async (what: Purge = { all: true }) => {
      site.gateway.purgeLocal(what);
      await search.followed();
    };
    return {
      search,
      log,
      url,
      site,
      purgeAll,
      kill: () => writeFile(order, ''),
      revive: () => rm(order),
      starts: async () => (await readFile(join(dir, 'starts'))).length,
    };
  }

  it('that has ended is replaced, at its address, and meanwhile the site does without it', async () => {
    const upstream = await openUpstream();
    const { search, log, url, kill, revive, site, starts, purgeAll } = await openThread({ FRONTAPI_URL: upstream.url });
    await expect.poll(() => search.figures().isComplete).toBe(true);
    expect((await get(`${search.url}search?q=closure`)).text).toContain('Book closure');
    await kill();
    await expect.poll(() => log.some(({ code }) => code === 7)).toBe(true);
    const page = await get(`${url}/search?q=closure`);
    expect(page.status).toBe(503);
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
    expect(page.text).toContain('</html>');
    expect((await get(`${url}/notice/2`)).status).toBe(200);
    // Of the CMS, to which its address in these words would lead, nothing is wrong.
    const failed = log.filter(({ msg }) => msg === 'content call failed');
    expect(failed.map(({ reason }) => reason)).toContainEqual(expect.stringMatching(/^the search does not answer: /));
    expect(JSON.stringify(failed)).not.toContain('FRONTAPI_URL');
    // The purge of a thread that has ended is answered.
    await purgeAll();
    await revive();
    await expect
      .poll(async () => (await get(`${search.url}search?q=closure`).catch(() => ({ text: '' }))).text)
      .toContain('Book closure');
    await expect.poll(async () => (await get(`${url}/search?q=closure`)).status).toBe(200);
    await site.gateway.purge({ entity: 'search' });
    expect((await get(`${url}/search?q=closure`)).text).toContain('Book closure');
    await purgeAll();
    expect((await get(`${search.url}search?q=closure`)).text).toContain('Book closure');
    expect(await starts()).toBeGreaterThan(1);
  });

  it('gets no answer to what its predecessor has asked', async () => {
    const { dir } = await openFolder({});
    // A thread that asks once, under the same number as its predecessor: the first for the notices, its successor for the contact.
    await writeFile(
      join(dir, 'search-thread.mjs'),
      `import { appendFileSync, readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
const starts = ${JSON.stringify(join(dir, 'starts'))};
appendFileSync(starts, '.');
const isFirst = readFileSync(starts).length === 1;
parentPort.on('message', (message) => {
  if ('reply' in message) parentPort.postMessage({ line: JSON.stringify({ level: 30, msg: 'reply', keys: Object.keys(message.value) }) });
  if ('close' in message) parentPort.postMessage({ closed: true });
});
parentPort.postMessage({ question: 1, call: isFirst ? 'notice' : 'contact', parameters: {}, locale: 'en' });
if (isFirst) setTimeout(() => process.exit(7), 100);\n`,
    );
    const upstream = await openUpstream();
    const [notices, contact] = [hold(data({ notices: [] })), hold(data({ contact: { name: 'Us' } }))];
    upstream.answer('notice', notices.behaviour);
    upstream.answer('contact', contact.behaviour);
    const lines: LogLine[] = [];
    const log = pino({ base: undefined }, { write: (line) => void lines.push(JSON.parse(line)) });
    const config = readConfig({ FRONTAPI_URL: upstream.url });
    const source = openSource(config, { url: upstream.url });
    const { gateway, close } = await openGateway(config, log, { source });
    const search = await openSearch(config, log, pathToFileURL(`${dir}/`));
    await search.start({ gateway });
    const asked = (call: string) => upstream.calls.some(({ address }) => address === call);
    await expect.poll(() => asked('contact')).toBe(true);
    notices.release();
    await gateway.get('notice');
    contact.release();
    const replies = () => lines.filter(({ msg }) => msg === 'reply').map(({ keys }) => keys);
    await expect.poll(replies).toEqual([['contact']]);
    await search.close();
    await close();
    await source.close();
  });

  it('that is closed while it waits for its replacement is not replaced', async () => {
    const upstream = await openUpstream();
    const { search, log, kill, starts } = await openThread({ FRONTAPI_URL: upstream.url });
    await kill();
    await expect.poll(() => log.some(({ code }) => code === 7)).toBe(true);
    await search.close();
    // The pause before a replacement is a second.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await starts()).toBe(1);
    // Another process may have its port by now.
    const text = await get(`${search.url}search?q=closure`).then((response) => response.text, String);
    expect(text).not.toContain('Book closure');
  });

  it('answers many purges, and leaves no listener behind', async () => {
    const upstream = await openUpstream();
    const { log, purgeAll } = await openThread({ FRONTAPI_URL: upstream.url });
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    for (let times = 0; times < 12; times += 1) await purgeAll({ entity: 'nothing' });
    await Promise.all(Array.from({ length: 12 }, () => purgeAll({ entity: 'nothing' })));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
    // A purge without an answer would be logged; on a busy machine some are late.
    expect(log.filter(({ msg }) => /purge/.test(msg)).length).toBeLessThan(12);
  });

  it('asks the upstream once for what pages have asked, and leaves places for visitors', async () => {
    const upstream = await openUpstream();
    let [current, most] = [0, 0];
    const held = hold(data({ notices: [] }));
    upstream.answer('notice', async (response, incoming) => {
      current += 1;
      most = Math.max(most, current);
      await held.behaviour(response, incoming);
      current -= 1;
    });
    const { search, url, purgeAll } = await openThread({ FRONTAPI_URL: upstream.url, UPSTREAM_CONCURRENCY: '4' });
    const purges = [purgeAll({ entity: 'notice' }), purgeAll({ entity: 'notice' })];
    await expect.poll(() => current).toBe(1);
    expect((await get(`${url}/contact`)).status).toBe(200);
    held.release();
    await Promise.all(purges);
    await expect.poll(() => search.figures().isComplete).toBe(true);
    expect(most).toBe(1);
    expect(upstream.calls.filter(({ address }) => address === 'contact')).toHaveLength(1);
  });

  it('that cannot start holds nothing else up, and is tried again', async () => {
    const { dir } = await openFolder({});
    const config = readConfig({});
    const log = pino({ level: 'silent' });
    const content = await openFolderSource({ dir: 'content', timeZone: 'UTC', log }, () => {});
    const { gateway, close } = await openGateway(config, log, { source: content });
    const search = await openSearch(config, log, pathToFileURL(`${dir}/`));
    await search.start({ gateway }, content);
    await expect.poll(() => search.figures().restarts).toBeGreaterThan(1);
    gateway.purgeLocal({ all: true });
    await search.followed();
    await search.close();
    await close();
    content.close();
  });
});

describe('the processes of a server', () => {
  it('are gone after its end, with their threads', async () => {
    const folder = await openFolder(validFiles);
    const server = await openServer({ CONTENT_DIR: folder.dir, WORKERS: '2' });
    await complete(server);
    const { pid } = server.process;
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);
    expect(children).toHaveLength(2);
    expect(await server.stop()).toBe(0);
    const running = runningProcesses().map((process) => process.pid);
    for (const child of [...children, Number(pid)]) expect(running).not.toContain(child);
    expect(server.log.some(({ msg }) => msg === 'not stopped in time')).toBe(false);
  });
});
