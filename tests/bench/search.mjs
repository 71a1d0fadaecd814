import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, Pool, request } from 'undici';
import { median, quantile } from './figures.mjs';
import { startFoyer } from './process.mjs';
import { fileName, randomNumbers, readVocabulary, searches, writeSearchContent } from './search-content.mjs';

/* The search over everything, on large and very large content folders. */

const SIZES = (process.env.BENCH_SIZES ?? '1000,5000').split(',').map(Number);
/** Searches of each kind, and how long they may take together. */
const SEARCHES = 100;
const SEARCHES_MS = 10_000;
const EDITS = 5;
const INDEX_TIMEOUT_MS = 600_000;
const STORE_TIMEOUT_MS = 60_000;
const EDIT_TIMEOUT_MS = 60_000;
/** The server without its search is measured once it is quiet. */
const QUIET_MS = 3_000;
/** Of kept pages, and of searches that are all different, for so long, so many times in turn. */
const PAGES_A_SECOND = 200;
const SEARCHES_A_SECOND = 50;
const FLOOD_SECONDS = 3;
const FLOOD_ROUNDS = 2;

export const title = 'The search over everything';

export async function run() {
  const rows = [];
  for (const size of SIZES) {
    const dir = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
    try {
      rows.push({ items: size, ...(await measure(dir, size)) });
    } finally {
      await rm(dir, { recursive: true });
    }
  }
  return {
    highlights: rows.map((row) => ({
      what: `the search over ${row.items} items: complete (processor time), and a word's p50 / p99, ms`,
      Foyer: `${row['complete ms (CPU)']}; ${row['one word ms (CPU)']}`,
      others: `again after a restart ${row['complete again ms (CPU)']}`,
    })),
    text: `Notices, news and blogs of 100 to 250 words, 40 % in Nepali and 60 % in English, of which half have a Nepali twin; no documents. From the start of the process until it listens, and until the search has read everything, with the processor time of the whole server until then in brackets; again with the index that is stored in DATA_DIR, as it is after a restart, without the edits. Memory: without the thread of the search, with the complete index, after all searches. Searches, of the API and one after the other, none twice: p50 / p99 of ${SEARCHES}, or of as many as ${SEARCHES_MS / 1000} s allow, with the server's processor time for one in brackets. Edit: from the writing of a file until a search finds its new word, median and longest of ${EDITS}. Kept pages: p99 of the home page and a notice at ${PAGES_A_SECOND} requests a second, alone and beside ${SEARCHES_A_SECOND} requests a second for pages of searches that are all different, medians of ${FLOOD_ROUNDS} rounds of ${FLOOD_SECONDS} s in turn; of these pages p50 / p99 and the statuses.`,
    rows,
  };
}

/** @param {string} dir @param {number} size */
async function measure(dir, size) {
  const [contentDir, dataDir] = [await mkdtemp(join(dir, 'content-')), await mkdtemp(join(dir, 'data-'))];
  const vocabulary = await readVocabulary();
  await writeSearchContent(contentDir, size, vocabulary);
  const env = { CONTENT_DIR: contentDir, DATA_DIR: dataDir, LOCALES: 'en,ne' };
  /** @param {string[]} args */
  const start = (...args) =>
    startFoyer(env, { args: [...args, 'dist/server/index.mjs'], path: '/healthz', core: '0,1' });

  const plain = await start('--import', './tests/bench/without-search.mjs');
  await wait(QUIET_MS);
  const memory = [plain.memory()];
  await plain.stop();

  const server = await start();
  const built = await completed(server);
  memory.push(server.memory());
  // An incomplete index is not stored; all of it but an edit can be measured.
  const { isComplete } = built;
  const stored = isComplete ? await storedIndex(dataDir) : undefined;
  const times = [];
  for (const [kind, queryOf] of Object.entries(searches(vocabulary)))
    times.push([`${kind} ms (CPU)`, await timesOf(server, queryOf, kind === '3 letters typed')]);
  memory.push(server.memory());
  const edits = [];
  for (let turn = 0; isComplete && turn < EDITS; turn += 1)
    edits.push(await edit(contentDir, server.url, turn, vocabulary.en));
  const flood = await floods(server.url);
  await server.stop();

  const restarted = stored && (await restart(start));
  return {
    'listens ms': built.listens,
    'complete ms (CPU)': built.complete,
    'restart: listens ms': restarted?.listens ?? '',
    'complete again ms (CPU)': restarted?.complete ?? '',
    'stored MB': stored ? (stored.bytes / 1e6).toFixed(2) : '',
    'memory MB': memory.join(' → '),
    ...Object.fromEntries(times),
    'edit ms': isComplete ? `${Math.round(median(edits))} / ${Math.round(Math.max(...edits))}` : '',
    ...flood,
  };
}

/** With the index that is stored. @param {() => Promise<import('./process.mjs').Server>} start */
async function restart(start) {
  const server = await start();
  const restarted = await completed(server);
  await server.stop();
  return restarted;
}

/** Of all searches: none is asked twice. */
let asked = 0;

/** The data of a search's answer; undefined after a failure. @param {string} url @param {string} query @param {string} [more] */
async function search(url, query, more = '') {
  const { statusCode, body } = await request(`${url}/frontapi/en/search?q=${encodeURIComponent(query)}${more}`);
  /** @type {{ data?: { results: { excerpt?: string }[], is_partial?: boolean } }} */
  const answer = JSON.parse(await body.text());
  return statusCode === 200 ? answer.data : undefined;
}

/** How long a server took to listen, and until its search has everything. @param {import('./process.mjs').Server} server */
async function completed({ url, startup, cpu }) {
  const listening = performance.now();
  for (;;) {
    asked += 1;
    const answer = await search(url, `everything ${asked}`);
    const passed = performance.now() - listening;
    const isComplete = answer !== undefined && !answer.is_partial;
    if (isComplete || passed > INDEX_TIMEOUT_MS) {
      const complete = `${isComplete ? '' : 'over '}${Math.round(startup + passed)} (${Math.round(cpu() / 1000)})`;
      return { listens: startup, complete, isComplete };
    }
    await wait(50);
  }
}

/** Resolves once the index is stored. @param {string} dataDir */
async function storedIndex(dataDir) {
  const file = join(dataDir, 'search', 'index.json.br');
  for (let waited = 0; waited < STORE_TIMEOUT_MS; waited += 100) {
    const found = await stat(file).catch(() => undefined);
    if (found) return { bytes: found.size };
    await wait(100);
  }
  throw new Error(`no stored index after ${STORE_TIMEOUT_MS} ms`);
}

/**
 * @param {import('./process.mjs').Server} server
 * @param {(turn: number) => string} queryOf
 * @param {boolean} isSuggestion
 */
async function timesOf({ url, cpu }, queryOf, isSuggestion) {
  const times = [];
  const [began, cpuBefore] = [performance.now(), cpu()];
  for (let turn = 0; turn < SEARCHES && performance.now() - began < SEARCHES_MS; turn += 1) {
    const from = performance.now();
    if (!(await search(url, queryOf(turn), isSuggestion ? '&suggest=1' : ''))) throw new Error('a search has failed');
    times.push(performance.now() - from);
  }
  return `${spread(times)} (${((cpu() - cpuBefore) / 1000 / times.length).toFixed(1)})`;
}

/** p50 / p99. @param {readonly number[]} times */
function spread(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return [0.5, 0.99].map((share) => quantile(sorted, share).toFixed(1)).join(' / ');
}

/**
 * Milliseconds until a notice is found by a word that was added to it.
 * @param {string} dir
 * @param {string} url
 * @param {number} turn
 * @param {readonly string[]} words that make each search another one
 */
async function edit(dir, url, turn, words) {
  const word = `zq${'bdfkm'[turn]}xwjzq`;
  const began = performance.now();
  await appendFile(join(dir, 'notice', fileName(turn + 1)), `\nThe new word is ${word}.\n`);
  for (;;) {
    asked += 1;
    const answer = await search(url, `${word} ${words[asked % words.length]}`);
    const passed = performance.now() - began;
    if (answer?.results.some(({ excerpt }) => excerpt?.includes(`<mark>${word}</mark>`))) return passed;
    if (passed > EDIT_TIMEOUT_MS) throw new Error(`${word} is not found after ${EDIT_TIMEOUT_MS} ms`);
    await wait(20);
  }
}

/** Kept pages alone and beside searches. @param {string} url */
async function floods(url) {
  /** @type {Record<'alone' | 'beside', number[]>} */
  const p99 = { alone: [], beside: [] };
  const searchTimes = [];
  /** @type {Map<string, number>} */
  const statuses = new Map();
  await keptPages(url, 1);
  for (let round = 0; round < FLOOD_ROUNDS; round += 1) {
    p99.alone.push(quantile(await keptPages(url, FLOOD_SECONDS), 0.99));
    const flood = fork(import.meta.filename, ['flood', url, String(round)]);
    await once(flood, 'message');
    p99.beside.push(quantile(await keptPages(url, FLOOD_SECONDS), 0.99));
    flood.send('end');
    /** @type {{ status: string, ms: number }[][]} */
    const [answers = []] = await once(flood, 'message');
    flood.kill();
    for (const { status, ms } of answers) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      searchTimes.push(ms);
    }
  }
  return {
    'kept p99 ms': median(p99.alone).toFixed(2),
    'beside searches p99 ms': median(p99.beside).toFixed(2),
    'searched pages ms': spread(searchTimes),
    statuses: JSON.stringify(Object.fromEntries(statuses)),
  };
}

/** Times of pages from the cache, at a steady rate, in order. @param {string} url @param {number} seconds */
async function keptPages(url, seconds) {
  const pool = new Pool(url, { connections: 64 });
  /** @type {number[]} */
  const times = [];
  const under = [];
  const begun = performance.now();
  for (let number = 0; number < PAGES_A_SECOND * seconds; number += 1) {
    const due = begun + (number * 1000) / PAGES_A_SECOND;
    if (performance.now() < due) await wait(due - performance.now());
    // A timer may be early; a request that leaves late has waited all the same.
    const from = Math.min(performance.now(), due);
    const path = number % 2 === 0 ? '/' : '/notice/2';
    under.push(
      pool.request({ path, method: 'GET', headers: { 'accept-encoding': 'br' } }).then(async ({ statusCode, body }) => {
        await body.dump();
        if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
        times.push(performance.now() - from);
      }),
    );
  }
  await Promise.all(under);
  await pool.close();
  return times.sort((a, b) => a - b);
}

/** In a process of its own: what the searches cost to make is not the visitor's time. @param {string} url @param {number} seed */
async function flood(url, seed) {
  const { en, ne } = await readVocabulary();
  const random = randomNumbers(seed + 1);
  /** @param {readonly string[]} words */
  const any = (words) => words[Math.floor(random() * words.length)];
  const agent = new Agent({ connections: 250 });
  /** @type {{ status: string, ms: number }[]} */
  const answers = [];
  /** @type {Promise<void>[]} */
  const under = [];
  let isOver = false;
  process.on('message', () => {
    isOver = true;
  });
  const begun = performance.now();
  for (let number = 0; !isOver; number += 1) {
    const due = begun + (number * 1000) / SEARCHES_A_SECOND;
    if (performance.now() < due) await wait(due - performance.now());
    // It has begun.
    if (number === SEARCHES_A_SECOND / 5) process.send?.('begun');
    const query = `${any(number % 2 === 0 ? en : ne)} ${any(en)} x${Math.floor(random() * 1e6)}`;
    const from = performance.now();
    const answered = request(`${url}/search?q=${encodeURIComponent(query)}`, { dispatcher: agent }).then(
      async ({ statusCode, body }) => {
        await body.dump();
        return String(statusCode);
      },
      (error) => String(error.code),
    );
    under.push(answered.then((status) => void answers.push({ status, ms: performance.now() - from })));
  }
  await Promise.all(under);
  process.send?.(answers);
}

const [, , role = '', url = '', seed = ''] = process.argv;
if (process.send && role === 'flood') await flood(url, Number(seed));
