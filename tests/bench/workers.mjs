import { itemAt, median, ratio } from './figures.mjs';
import { load } from './load.mjs';
import { startFoyer } from './process.mjs';

/* What a second worker brings where every page is rendered: on both cores, which the load generator shares. */

const ROUNDS = 5;

export const title = 'Workers';

export async function run() {
  const servers = [1, 2].map(async (workers) => ({
    workers,
    rates: /** @type {number[]} */ ([]),
    server: await startFoyer({ WORKERS: String(workers), PAGE_CACHE_MB: '0' }, { core: '0,1' }),
  }));
  const started = await Promise.all(servers);
  for (const { server } of started) await load(server.url, { seconds: 3 });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { server, rates } of started) rates.push((await load(server.url, { seconds: 4 })).rate);
  }
  const rows = started.map(({ workers, rates, server }) => ({
    workers,
    'requests/s': Math.round(median(rates)),
    'of one': ratio(median(rates), median(itemAt(started, 0).rates)),
    'memory MB': server.memory(),
  }));
  for (const { server } of started) await server.stop();
  return { text: 'Page cache off, uncompressed, 32 connections.', rows };
}
