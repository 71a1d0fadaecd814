import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { itemAt, quantile } from './figures.mjs';
import { startFoyer } from './process.mjs';
import { testUpstream } from './upstream.mjs';

/* Visitors on every screen, while the upstream is well, and while it comes and goes: up, slow, failing, gone. */

const CONNECTIONS = 200;
const SECONDS = 10;
const ROUNDS = 1;
const TTL = 1;
const PATHS =
  '/ /blogs /blogs?page=2 /blogs/1 /news /news/1 /notice /notice/2 /album /album/1 /career /career/1/show /department /department/1 /report /downloads /faq /category/saving /services/demat /about /contact /companyInfo /bod /service-center'.split(
    ' ',
  );

export const title = 'An upstream that comes and goes';

export async function run() {
  const { startUpstream, later, reset, failure } = await testUpstream();
  const rows = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const flapping of [false, true]) {
      const upstream = await startUpstream();
      const server = await startFoyer(
        { FRONTAPI_URL: upstream.url, CONTENT_TTL: String(TTL), LOG_LEVEL: 'info' },
        { core: '0,1' },
      );
      for (const path of PATHS) await (await fetch(server.url + path)).arrayBuffer();
      const [calls, memory] = [upstream.calls.length, server.memory()];
      const over = AbortSignal.timeout(SECONDS * 1000);
      if (flapping) void flap(upstream, [() => {}, later(300, failure(503)), failure(500), reset], over);
      const { statuses, times } = await load(server.url, over);
      const keys = new Set(upstream.calls.map(({ address }) => address)).size;
      rows.push({
        upstream: flapping ? 'flapping' : 'well',
        'requests a second': Math.round(times.length / SECONDS),
        'p50 ms': Math.round(quantile(times, 0.5)),
        'p99 ms': Math.round(quantile(times, 0.99)),
        statuses: JSON.stringify(Object.fromEntries(statuses)),
        'calls per answer and TTL': ((upstream.calls.length - calls) / keys / (SECONDS / TTL)).toFixed(2),
        'memory MB': `${memory} → ${server.memory()}`,
      });
      await server.stop();
      await upstream.close();
    }
  }
  return {
    text: `${CONNECTIONS} visitors on ${PATHS.length} screens for ${SECONDS} s, answers fresh for ${TTL} s.`,
    rows,
  };
}

/** Visitors who go from screen to screen, each waiting for an answer before the next request. @param {string} url @param {AbortSignal} over */
async function load(url, over) {
  const pool = new Pool(url, { connections: CONNECTIONS });
  /** @type {Map<number, number>} */
  const statuses = new Map();
  /** @type {number[]} */
  const times = [];
  const visitors = Array.from({ length: CONNECTIONS }, async (_, visitor) => {
    for (let step = visitor; !over.aborted; step += 7) {
      const started = performance.now();
      const { statusCode, body } = await pool.request({ path: itemAt(PATHS, step % PATHS.length), method: 'GET' });
      await body.dump();
      times.push(performance.now() - started);
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
  });
  await Promise.all(visitors);
  await pool.close();
  return { statuses, times: times.sort((a, b) => a - b) };
}

/**
 * @param {import('../support/upstream.ts').TestUpstream} upstream
 * @param {import('../support/upstream.ts').Behaviour[]} manners
 * @param {AbortSignal} signal
 */
async function flap(upstream, manners, signal) {
  const calls = [...new Set(upstream.calls.map(({ address }) => address))];
  for (let turn = 0; !signal.aborted; turn += 1) {
    upstream.behave();
    const index = turn % manners.length;
    if (index > 0) for (const call of calls) upstream.answer(call, itemAt(manners, index));
    await wait(500);
  }
  upstream.behave();
}
