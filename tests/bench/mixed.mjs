import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { quantile } from './figures.mjs';
import { startQuiet } from './process.mjs';

/* How long a cached page takes while others want pages that have to be rendered: at a steady rate, as visitors come. */

const RATE = 500;
const SECONDS = 6;
const SHARE = 0.05;
const ROUNDS = 2;

export const title = 'A cached page, while others are rendered';

export async function run() {
  const foyer = await startQuiet();
  /** @type {Record<string, string>[]} */
  const rows = [];
  await visits(foyer.url, SHARE, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const share of [0, SHARE]) {
      const { cached, rendered } = await visits(foyer.url, share, SECONDS);
      rows.push({
        'pages to be rendered': `${share * 100} %`,
        'cached: p50 ms': at(cached, 0.5),
        'cached: p99 ms': at(cached, 0.99),
        'rendered: p50 ms': rendered.length > 0 ? at(rendered, 0.5) : '',
        'rendered: p99 ms': rendered.length > 0 ? at(rendered, 0.99) : '',
      });
    }
  }
  await foyer.stop();
  const [alone, beside] = [0, 1].map((index) => rows.at(-2 + index)?.['cached: p99 ms']);
  return {
    highlights: [
      {
        what: 'a cached page while one of twenty is rendered: p99, ms',
        Foyer: String(beside),
        others: `alone ${alone}`,
      },
    ],
    text: `${RATE} requests a second for ${SECONDS} s; the pages to render are searches that were never requested before.`,
    rows,
  };
}

let words = 0;

/** @param {string} url @param {number} share @param {number} seconds */
async function visits(url, share, seconds) {
  const pool = new Pool(url, { connections: 64 });
  /** @type {{ cached: number[], rendered: number[] }} */
  const times = { cached: [], rendered: [] };
  const under = [];
  const begun = performance.now();
  for (let number = 0; number < RATE * seconds; number += 1) {
    const due = begun + (number * 1000) / RATE;
    if (performance.now() < due) await wait(due - performance.now());
    // A timer may be early; a request that leaves late has waited all the same.
    const from = Math.min(performance.now(), due);
    const isRendered = Math.floor((number + 1) * share) > Math.floor(number * share);
    if (isRendered) words += 1;
    const path = isRendered ? `/blogs?search=word${words}` : '/';
    under.push(
      pool.request({ path, method: 'GET', headers: { 'accept-encoding': 'br' } }).then(async ({ body }) => {
        await body.dump();
        times[isRendered ? 'rendered' : 'cached'].push(performance.now() - from);
      }),
    );
  }
  await Promise.all(under);
  await pool.close();
  return times;
}

/** @param {number[]} times @param {number} share */
const at = (times, share) =>
  quantile(
    times.toSorted((a, b) => a - b),
    share,
  ).toFixed(2);
