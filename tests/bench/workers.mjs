import { itemAt, median, ratio } from './figures.mjs';
import { load } from './load.mjs';
import { startQuiet } from './process.mjs';

/* What a second worker brings, where every page is rendered and where all are cached: on both cores, which the load generator shares. */

const ROUNDS = 2;
const SECONDS = 2;
const CORES = '0,1';

/** @type {Record<string, { env: NodeJS.ProcessEnv, encoding: string }>} */
const PAGES = {
  rendered: { env: { PAGE_CACHE_MB: '0' }, encoding: 'identity' },
  cached: { env: {}, encoding: 'br' },
};

export const title = 'Workers';

export async function run() {
  const rows = [];
  for (const [pages, how] of Object.entries(PAGES)) rows.push(...(await measure(pages, how)));
  return {
    text: `Page cache off and uncompressed, or cached and in brotli; 32 connections, medians of ${ROUNDS} rounds of ${SECONDS} s in turn. The load generator shares the two cores with the servers, and takes the more of them the faster these are: with cached pages, what a second worker brings is more than the ratio. CPU is of all workers, for a request.`,
    rows,
  };
}

/** @param {string} pages @param {typeof PAGES[string]} how */
async function measure(pages, { env, encoding }) {
  const servers = [1, 2].map(async (workers) => ({
    workers,
    results: /** @type {{ rate: number, cpu: number }[]} */ ([]),
    server: await startQuiet({ WORKERS: String(workers), ...env }, { core: CORES }),
  }));
  const started = await Promise.all(servers);
  for (const { server } of started) await load(server.url, { encoding, seconds: SECONDS, core: CORES });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { server, results } of started) {
      const before = server.cpu();
      const { rate, requests } = await load(server.url, { encoding, seconds: SECONDS, core: CORES });
      results.push({ rate, cpu: (server.cpu() - before) / requests });
    }
  }
  /** @param {(typeof started)[number]} server @param {'rate' | 'cpu'} figure */
  const of = ({ results }, figure) => median(results.map((result) => result[figure]));
  const rows = started.map((each) => ({
    pages,
    workers: each.workers,
    'requests/s': Math.round(of(each, 'rate')),
    'of one': ratio(of(each, 'rate'), of(itemAt(started, 0), 'rate')),
    'CPU µs': Math.round(of(each, 'cpu')),
    'memory MB': each.server.memory(),
  }));
  for (const { server } of started) await server.stop();
  return rows;
}
