import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { expect, it } from 'vitest';
import { startRedis } from '../support/redis.ts';
import { UPSTREAM_SCREENS } from '../support/screens.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { failure, later, reset, startUpstream, type TestUpstream } from '../support/upstream.ts';

/* Many visitors on every screen while the upstream comes and goes. */

const TTL = 1;
const CONNECTIONS = 200;
/** Between the requests of one visitor: without it the load would measure how fast this machine is. */
const THINK_MS = 50;
/** Twice through the upstream's states. */
const SECONDS = 5;

/** Up, slow, failing, gone: half a second each, all calls alike. */
const flap = async (upstream: TestUpstream, signal: AbortSignal) => {
  const calls = [...new Set(upstream.calls.map(({ address }) => address))];
  const behaviours = [() => {}, later(300, failure(503)), failure(500), reset];
  for (let turn = 0; !signal.aborted; turn += 1) {
    upstream.behave();
    const behaviour = behaviours[turn % behaviours.length];
    if (turn % behaviours.length > 0 && behaviour) for (const call of calls) upstream.answer(call, behaviour);
    await wait(500, undefined, { signal }).catch(() => {});
  }
  upstream.behave();
};

async function load(servers: TestServer[], signal: AbortSignal): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const pools = servers.map(({ url }) => new Pool(url, { connections: CONNECTIONS / servers.length }));
  const visitors = Array.from({ length: CONNECTIONS }, async (_, visitor) => {
    const pool = pools[visitor % pools.length];
    for (let step = visitor; !signal.aborted && pool; step += 7) {
      const path = UPSTREAM_SCREENS[step % UPSTREAM_SCREENS.length] ?? '/';
      const { statusCode, body } = await pool.request({ path, method: 'GET', headersTimeout: 0 });
      await body.dump();
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      await wait(THINK_MS);
    }
  });
  await Promise.all(visitors);
  await Promise.all(pools.map((pool) => pool.close()));
  return statuses;
}

const memoryOf = async ({ process: { pid } }: TestServer): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
};

it.each([
  { replicas: 1, shared: false },
  { replicas: 3, shared: true },
])(
  'with $replicas processes nobody who asks for what was seen gets an error, and the upstream is asked no more than once for each answer and its time',
  { tags: ['exhaustive/soak'] },
  async ({ replicas, shared }) => {
    const upstream = await startUpstream();
    const redis = shared ? await startRedis() : undefined;
    const servers = await Promise.all(
      Array.from({ length: replicas }, () =>
        startServer({
          FRONTAPI_URL: upstream.url,
          CONTENT_TTL: String(TTL),
          SEARCH: 'own',
          ...(redis && { REDIS_URL: redis.url }),
        }),
      ),
    );
    for (const server of servers)
      for (const path of UPSTREAM_SCREENS) expect((await fetch(server.url + path)).status, path).toBe(200);
    const before = upstream.calls.length;
    const started = Date.now();
    const over = AbortSignal.timeout(SECONDS * 1000);
    const [statuses] = await Promise.all([load(servers, over), flap(upstream, over)]);
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThan(500);

    const counts = new Map<string, number>();
    for (const { address } of upstream.calls.slice(before)) counts.set(address, (counts.get(address) ?? 0) + 1);
    // One for each time that an answer is fresh, at its shortest, and one more attempt for each that failed.
    const times = Math.ceil((Date.now() - started) / (TTL * 900)) + 1;
    for (const [address, count] of counts) expect(count, address).toBeLessThanOrEqual(times * 2);

    const memory = await Promise.all(servers.map(memoryOf));
    expect(Math.max(...memory)).toBeLessThan(600_000);
    await Promise.all(servers.map((server) => server.stop()));
    await redis?.kill();
    await upstream.close();
  },
);
