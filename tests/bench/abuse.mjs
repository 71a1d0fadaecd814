import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { quantile } from './figures.mjs';
import { startFoyer } from './process.mjs';
import { testUpstream } from './upstream.mjs';

/* Floods of invented requests on a slow CMS, beside a visitor who asks for the home page and for pages that are in no cache yet. */

const CONNECTIONS = 250;
/** Requests a second. A flood that fills the processor is for what stands in front, which sees whose it is. */
const RATE = 500;
const SECONDS = 3;
const UPSTREAM_MS = 200;
const VISIT_MS = 20;

/** Its name has a hash. */
const { script } = JSON.parse(await readFile('dist/server/manifest.json', 'utf8'));

/** By what is asked for. @type {Record<string, (number: number) => string>} */
const FLOODS = {
  none: () => '',
  'categories that there are not': (number) => `/frontapi/en/blogs?category=x${number}`,
  'pages beyond the last': (number) => `/frontapi/en/blogs?page=${10_000 + number}`,
  'searches of a list of 2,000 items': (number) => `/frontapi/en/news?search=x${number}`,
  'items that there are not': (number) => `/blogs/x${number}`,
  'control characters': (number) => `/blogs/${number}%0a`,
  'names of pictures': (number) => `/media/@640/-/${':'.repeat(900)}${number}.jpg.avif`,
  'ranges of an asset': () => script,
  'the sitemap of 10,000 items': () => '/sitemap.xml',
};

export const title = 'Floods';

export async function run() {
  const rows = [];
  for (const name of Object.keys(FLOODS)) rows.push(await measure(name));
  return {
    text: `${CONNECTIONS} connections, ${RATE} requests a second for ${SECONDS} s, on a CMS that takes ${UPSTREAM_MS} ms for a call, with an empty DATA_DIR; beside them a visitor asks for the home page every ${VISIT_MS} ms, and for eight pages that were never asked for.`,
    rows,
  };
}

/** @param {string} name of a flood */
async function measure(name) {
  const { startUpstream, later, data } = await testUpstream();
  const upstream = await startUpstream();
  /** @param {number} count */
  const items = (count) =>
    Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      name: `Item ${index + 1}`,
      created_at: '2024-03-05 10:00:00',
      description: `<p>${'Some <b>text</b>. '.repeat(20)}</p>`,
    }));
  upstream.answer('blogs', later(UPSTREAM_MS, paged(items(10_000), 'blogs', data)));
  upstream.answer('news', later(UPSTREAM_MS, data({ news: items(2_000) })));
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-abuse-'));
  const server = await startFoyer({ FRONTAPI_URL: upstream.url, LOG_LEVEL: 'info', DATA_DIR: dataDir });
  for (const path of ['/', '/blogs', '/news']) await visit(server.url + path);
  const memory = server.memory();
  const flood = name === 'none' ? undefined : fork(import.meta.filename, [name, server.url]);
  await wait(1_000);
  /** @type {number[]} */
  const times = [];
  /** @type {Map<number, number>} */
  const statuses = new Map();
  const cold = ['/notice', '/album', '/faq', '/contact', '/bod', '/blogs/1', '/news/2', '/blogs?page=2'];
  const until = performance.now() + SECONDS * 1_000;
  for (let step = 0; performance.now() < until; step += 1) {
    const start = performance.now();
    await visit(`${server.url}/`);
    times.push(performance.now() - start);
    const path = step % 20 === 0 ? cold[step / 20] : undefined;
    if (path) {
      const status = await visit(server.url + path);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    await wait(VISIT_MS);
  }
  let answered = 0;
  if (flood) {
    flood.send('end');
    [answered] = await once(flood, 'message');
    flood.kill();
  }
  times.sort((a, b) => a - b);
  const row = {
    flood: name,
    'answered a second': Math.round(answered / SECONDS),
    'home p50 ms': Math.round(quantile(times, 0.5)),
    'home p99 ms': Math.round(quantile(times, 0.99)),
    'never asked for': JSON.stringify(Object.fromEntries(statuses)),
    'memory MB': `${memory} → ${server.memory()}`,
  };
  await server.stop();
  await upstream.close();
  const onDisk = await bytesIn(dataDir);
  await rm(dataDir, { recursive: true });
  return { ...row, 'disk kB': Math.round(onDisk / 1_000) };
}

/** What the files of a folder occupy. @param {string} dir @returns {Promise<number>} */
async function bytesIn(dir) {
  const entries = await readdir(dir, { recursive: true });
  const blocks = await Promise.all(entries.map(async (name) => (await stat(join(dir, name))).blocks));
  return blocks.reduce((sum, count) => sum + count * 512, 0);
}

/** @param {string} url */
async function visit(url) {
  const { statusCode, body } = await request(url, { headers: { 'user-agent': 'Googlebot/2.1' } });
  await body.dump();
  return statusCode;
}

/**
 * @param {object[]} items
 * @param {string} name
 * @param {typeof import('../support/upstream.ts').data} data
 * @returns {import('../support/upstream.ts').Behaviour}
 */
const paged = (items, name, data) => (response, incoming) => {
  const { searchParams } = new URL(incoming.url ?? '', 'http://x');
  const page = Number(searchParams.get('page') ?? 1);
  const per_page = Number(searchParams.get('per_page') ?? 12);
  const list = { current_page: page, last_page: Math.ceil(items.length / per_page), per_page, total: items.length };
  return data({ [name]: { ...list, data: items.slice((page - 1) * per_page, page * per_page) } })(response, incoming);
};

/**
 * In a process of its own: what the flood costs to make is not the visitor's time.
 * @param {(number: number) => string} pathOf
 * @param {string} url
 */
async function sendFlood(pathOf, url) {
  const agent = new Agent({ connections: CONNECTIONS });
  let number = 0;
  let answered = 0;
  let isOver = false;
  process.on('message', () => {
    isOver = true;
  });
  while (!isOver) {
    for (let sent = 0; sent < RATE / 100; sent += 1) {
      number += 1;
      const headers = { 'user-agent': 'Googlebot/2.1', range: 'bytes=5-2' };
      request(url + pathOf(number), { dispatcher: agent, headers }).then(
        async ({ body }) => {
          answered += 1;
          await body.dump();
        },
        () => {},
      );
    }
    await wait(10);
  }
  process.send?.(answered);
}

const [, , flood = '', url = ''] = process.argv;
const pathOf = FLOODS[flood];
if (process.send && pathOf) await sendFlood(pathOf, url);
