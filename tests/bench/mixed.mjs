import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { quantile } from './figures.mjs';
import { startFoyer } from './process.mjs';

/* How long a kept page takes while others want pages that have to be made: at a steady rate, as visitors come. */

const RATE = 500;
const SECONDS = 10;
const SHARE = 0.05;
const ROUNDS = 3;

export const title = 'A kept page, while others are made';

export async function run() {
  const foyer = await startFoyer();
  const rows = [];
  await visits(foyer.url, SHARE, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const share of [0, SHARE]) {
      const { kept, made } = await visits(foyer.url, share, SECONDS);
      rows.push({
        'pages to be made': `${share * 100} %`,
        'kept: p50 ms': at(kept, 0.5),
        'kept: p99 ms': at(kept, 0.99),
        'made: p50 ms': made.length > 0 ? at(made, 0.5) : '',
        'made: p99 ms': made.length > 0 ? at(made, 0.99) : '',
      });
    }
  }
  await foyer.stop();
  return {
    text: `${RATE} requests a second for ${SECONDS} s; what has to be made is a search nobody made before.`,
    rows,
  };
}

let words = 0;

/** @param {string} url @param {number} share @param {number} seconds */
async function visits(url, share, seconds) {
  const pool = new Pool(url, { connections: 64 });
  /** @type {{ kept: number[], made: number[] }} */
  const times = { kept: [], made: [] };
  const under = [];
  const begun = performance.now();
  for (let number = 0; number < RATE * seconds; number += 1) {
    const due = begun + (number * 1000) / RATE;
    if (performance.now() < due) await wait(due - performance.now());
    // A timer may be early; a request that leaves late has waited all the same.
    const from = Math.min(performance.now(), due);
    const isMade = Math.floor((number + 1) * share) > Math.floor(number * share);
    if (isMade) words += 1;
    const path = isMade ? `/blogs?search=word${words}` : '/';
    under.push(
      pool.request({ path, method: 'GET', headers: { 'accept-encoding': 'br' } }).then(async ({ body }) => {
        await body.dump();
        times[isMade ? 'made' : 'kept'].push(performance.now() - from);
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
