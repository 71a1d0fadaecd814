import { median } from './figures.mjs';
import { load } from './load.mjs';
import { startQuiet } from './process.mjs';

/*
 * For developers, by name only: what it takes to render each screen of the example. Processor time is steadier than time where
 * other work goes on, but not still: compare two builds in turn.
 */

const ROUNDS = 5;
const SECONDS = 1;
/** By their name. @type {Record<string, string>} */
const SCREENS = {
  home: '/',
  list: '/blogs',
  article: '/blogs/1',
  notice: '/notice/1',
  reports: '/report',
  'service centres': '/service-center',
  search: '/search?q=loan',
};

export const title = 'Rendering';

export async function run({ rounds = ROUNDS, seconds = SECONDS } = {}) {
  const server = await startQuiet({ PAGE_CACHE_MB: '0' });
  const screens = Object.entries(SCREENS).map(([name, path]) => ({ name, path, times: /** @type {number[]} */ ([]) }));
  // The first is for warming up.
  for (let turn = 0; turn <= rounds; turn += 1) {
    for (const { name, path, times } of screens) {
      const before = server.cpu();
      const { requests, failures } = await load(server.url + path, { seconds });
      if (failures > 0) throw new Error(`${name}: ${failures} failures`);
      if (turn > 0) times.push((server.cpu() - before) / requests);
    }
  }
  const rows = await Promise.all(
    screens.map(async ({ name, path, times }) => ({
      screen: name,
      address: path,
      'CPU µs': Math.round(median(times)),
      least: Math.round(Math.min(...times)),
      most: Math.round(Math.max(...times)),
      'HTML kB': ((await (await fetch(server.url + path)).arrayBuffer()).byteLength / 1000).toFixed(1),
    })),
  );
  await server.stop();
  return {
    text: `One server, page cache off, uncompressed, 32 connections; processor time for a page, medians of ${rounds} rounds of ${seconds} s.`,
    rows,
  };
}
