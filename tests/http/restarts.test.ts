import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { expect, it } from 'vitest';
import { makeFolder, validFiles } from '../support/folder.ts';
import { startServer, type TestServer } from '../support/server.ts';

/* A rolling update: two servers, a load balancer with readiness probes, and visitors all the time. */

const VISITORS = 8;
const PROBE_INTERVAL_MS = 50;
const THINK_MS = 50;
/** The delay is long enough for a probe on a busy machine. */
const SHUTDOWN_DELAY = '4000';
const PATHS = ['/', '/blogs', '/blogs/1', '/faq', '/notice', '/frontapi/en/blogs', '/robots.txt'];

it('loses no request over two restarts', () => loseNothingOver(2));

it('loses no request over ten restarts', { tags: ['exhaustive/soak'], timeout: 400_000 }, () => loseNothingOver(10));

async function loseNothingOver(restarts: number): Promise<void> {
  const folder = await makeFolder(validFiles);
  const environment = { CONTENT_DIR: folder.dir, SHUTDOWN_DELAY, SEARCH: 'own' };
  const servers = await Promise.all([startServer(environment), startServer(environment)]);
  const ready = new Set<TestServer>();
  let isOver = false;
  const probe = async () => {
    while (!isOver) {
      await Promise.all(
        servers.map(async (server) => {
          const status = await request(`${server.url}/readyz`, { reset: true }).then(
            async ({ statusCode, body }) => body.dump().then(() => statusCode),
            () => 0,
          );
          if (status === 200) ready.add(server);
          else ready.delete(server);
        }),
      );
      await wait(PROBE_INTERVAL_MS);
    }
  };

  const statuses = new Map<number | string, number>();
  const visit = async (visitor: number) => {
    // Persistent connections, as those of a load balancer.
    const agent = new Agent({ connections: 1 });
    for (let turn = visitor; !isOver; turn += 1) {
      const choice = [...ready];
      const server = choice[turn % choice.length];
      const outcome = await request(`${server?.url}${PATHS[turn % PATHS.length]}`, { dispatcher: agent }).then(
        async ({ statusCode, body }) => body.dump().then(() => statusCode),
        (error: unknown) => String(error),
      );
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
      await wait(THINK_MS);
    }
    await agent.close();
  };

  const probing = probe();
  await expect.poll(() => ready.size).toBe(2);
  const visiting = Array.from({ length: VISITORS }, (_, visitor) => visit(visitor));
  for (let restart = 0; restart < restarts; restart += 1) {
    const index = restart % 2;
    const old = servers[index];
    expect(await old?.stop()).toBe(0);
    if (old) ready.delete(old);
    const fresh = await startServer(environment);
    servers[index] = fresh;
    await expect.poll(() => ready.has(fresh)).toBe(true);
  }
  isOver = true;
  await Promise.all([probing, ...visiting]);
  for (const server of servers) expect(await server.stop()).toBe(0);
  expect([...statuses.keys()]).toEqual([200]);
  expect(statuses.get(200)).toBeGreaterThan(50 * restarts);
  await folder.remove();
}
