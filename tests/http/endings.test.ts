// @module-tag repeated

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unlessTypical } from '../support/extents.ts';
import { runningProcesses } from '../support/processes.ts';
import { type ServerOptions, spawnServer, startServer, type TestServer } from '../support/server.ts';
import { data, startUpstream, type TestUpstream } from '../support/upstream.ts';

/* How the built server ends, as a process group: by signals to all of it, to its primary, and by the loss of its primary. */

/** Signals are handled meanwhile. */
const SECOND_SIGNAL_MS = 300;
const GROUP: ServerOptions = { detached: true };

let upstream: TestUpstream;
const groups: number[] = [];
beforeEach(async () => {
  upstream = await startUpstream();
});
afterEach(async () => {
  for (const group of groups.splice(0)) if (processesOf(group) > 0) process.kill(-group, 'SIGKILL');
  await upstream.close();
});

async function start(environment: Record<string, string>, stdout?: ServerOptions['stdout']) {
  const server = await startServer({ FRONTAPI_URL: upstream.url, ...environment }, undefined, { ...GROUP, stdout });
  return { server, group: groupOf(server.process.pid) };
}

function groupOf(pid: number | undefined): number {
  if (pid === undefined) throw new Error('the server was not started');
  groups.push(pid);
  return pid;
}

const processesOf = (given: number) => runningProcesses().filter(({ group }) => group === given).length;
const ended = (group: number) => expect.poll(() => processesOf(group)).toBe(0);

/** A request that is in flight until it is answered. @param reset whether its connection is for it alone */
async function slowRequest({ url }: TestServer, reset = true) {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  upstream.answer('blogs/3', async (response, given) => {
    await answered;
    await data({ blog: { id: 3, name: 'In the end' } })(response, given);
  });
  const text = request(`${url}/blogs/3`, { reset, headers: { 'user-agent': 'Googlebot/2.1' } }).then(
    ({ body }) => body.text(),
    (error: unknown) => String(error),
  );
  await expect.poll(() => upstream.calls.some(({ address }) => address === 'blogs/3')).toBe(true);
  return { text, answer };
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number);
}

/** Waits until no signal waits for the process any more. */
function taken(pid: number): void {
  while (!/^ShdPnd:\t0+$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')));
}

const stopping = (server: TestServer) => expect.poll(() => server.log.some(({ msg }) => msg === 'stopping')).toBe(true);

describe.each(['1', '2'])('%s workers', (WORKERS) => {
  /** What is begun and ended is the same; with several there is more of it. */
  const ofSeveral = unlessTypical(WORKERS === '2', 'exhaustive/every-form');
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`end what they have begun when their group gets ${signal}`, signal === 'SIGTERM' ? {} : ofSeveral, async () => {
      const { server, group } = await start({ WORKERS });
      const slow = await slowRequest(server);
      const exit = once(server.process, 'exit');
      process.kill(-group, signal);
      await stopping(server);
      await wait(SECOND_SIGNAL_MS);
      slow.answer();
      expect(await slow.text).toContain('In the end');
      expect(await exit).toEqual([0, null]);
      await ended(group);
      expect(server.log.at(-1)?.msg).toBe('stopped');
    });

  it('take two Ctrl-C at once for one: npm passes on what the group has got already', async () => {
    const { server, group } = await start({ WORKERS });
    const slow = await slowRequest(server);
    const exit = once(server.process, 'exit');
    process.kill(-group, 'SIGINT');
    // Two that wait together would be one.
    taken(group);
    process.kill(group, 'SIGINT');
    await stopping(server);
    slow.answer();
    expect(await slow.text).toContain('In the end');
    expect(await exit).toEqual([0, null]);
  });

  it('end at once at a second signal', async () => {
    const { server, group } = await start({ WORKERS, SHUTDOWN_GRACE: '60000' });
    const slow = await slowRequest(server);
    const exit = once(server.process, 'exit');
    process.kill(group, 'SIGTERM');
    await stopping(server);
    process.kill(group, 'SIGTERM');
    expect(await exit).toEqual([1, null]);
    await ended(group);
    expect(await slow.text).toContain('other side closed');
  });

  it('end in order where a signal comes while they start', ofSeveral, async () => {
    const { child, stdout } = spawnServer(
      // Its warning is the first line.
      { FRONTAPI_URL: upstream.url, WORKERS, SITE_TIMEZONE: 'x' },
      undefined,
      GROUP,
    );
    const group = groupOf(child.pid);
    const exit = once(child, 'exit');
    await once(stdout, 'data');
    process.kill(-group, 'SIGTERM');
    stdout.resume();
    expect(await exit).toEqual([0, null]);
    await ended(group);
  });

  it('leave nothing behind where they cannot start', ofSeveral, async () => {
    const { child, stdout } = spawnServer(
      { FRONTAPI_URL: upstream.url, WORKERS, PORT: new URL(upstream.url).port },
      undefined,
      GROUP,
    );
    const group = groupOf(child.pid);
    stdout.resume();
    expect(await once(child, 'exit')).toEqual([1, null]);
    await ended(group);
  });

  it('say so and end where the management port is taken', ofSeveral, async () => {
    const { child, stdout } = spawnServer(
      { FRONTAPI_URL: upstream.url, WORKERS, MANAGEMENT_PORT: new URL(upstream.url).port },
      undefined,
      GROUP,
    );
    const group = groupOf(child.pid);
    let output = '';
    stdout.on('data', (chunk) => {
      output += chunk;
    });
    expect(await once(child, 'exit')).toEqual([1, null]);
    await ended(group);
    expect(output).toMatch(/EADDRINUSE.*"msg":"cannot start"/);
  });
});

describe('a primary', () => {
  it('that is killed takes its workers with it, once they have answered', async () => {
    const { server, group } = await start({ WORKERS: '2' });
    const slow = await slowRequest(server);
    const exit = once(server.process, 'exit');
    server.process.kill('SIGKILL');
    await exit;
    // The one that answers nothing has ended.
    await expect.poll(() => processesOf(group)).toBe(1);
    slow.answer();
    expect(await slow.text).toContain('In the end');
    await ended(group);
  });

  it('that is killed takes its workers with it, whatever they wait for', async () => {
    const { server, group } = await start({ WORKERS: '2', SHUTDOWN_GRACE: '500' });
    const slow = await slowRequest(server);
    server.process.kill('SIGKILL');
    await ended(group);
    expect(await slow.text).not.toContain('In the end');
  });

  it('that is killed takes workers with it whose log was not read', async () => {
    const { server, group } = await start({ WORKERS: '2' }, 'fifo');
    server.stdout.pause();
    // Each has a signal of its own: on one for all of them Node would warn of a leak.
    const visits = Array.from({ length: 500 }, () =>
      request(`${server.url}/faq`, { signal: AbortSignal.timeout(5_000) }).then(({ body }) => body.dump()),
    );
    await Promise.allSettled(visits);
    server.process.kill('SIGKILL');
    await ended(group);
  });

  it('ends a worker that hangs', async () => {
    const { server, group } = await start({ WORKERS: '2', SHUTDOWN_GRACE: '300' });
    const [worker = 0] = await childrenOf(group);
    process.kill(worker, 'SIGSTOP');
    const exit = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    expect(await exit).toEqual([1, null]);
    await ended(group);
    expect(server.log.at(-1)?.msg).toBe('not stopped in time');
  });

  it('does not end with a worker that gets a signal by itself', async () => {
    const { server, group } = await start({ WORKERS: '2' });
    const workers = await childrenOf(group);
    for (const worker of workers) {
      process.kill(worker, 'SIGTERM');
      taken(worker);
    }
    // They answer in turn: by its second answer each has done what the signal asks of it.
    for (let visits = 0; visits < 8; visits += 1)
      expect((await request(`${server.url}/healthz`, { reset: true })).statusCode).toBe(200);
    expect(await childrenOf(group)).toEqual(workers);
    expect(await server.stop()).toBe(0);
    await ended(group);
  });
});

it('closes a connection once its last request is answered', async () => {
  const { server } = await start({ SHUTDOWN_GRACE: '60000' });
  const slow = await slowRequest(server, false);
  const stopped = server.stop();
  await stopping(server);
  slow.answer();
  expect(await slow.text).toContain('In the end');
  expect(await stopped).toBe(0);
});

it('goes on after SIGHUP, and writes a longer log from one SIGUSR2 to the next, in workers and threads too', async () => {
  const { server, group } = await start({
    WORKERS: '2',
    SEARCH: 'own',
    PREVIEW_PORT: '0',
    PREVIEW_TOKEN: 'the-token-of-a-preview',
  });
  const said = (fields: object) => expect.poll(() => server.log).toContainEqual(expect.objectContaining(fields));
  await said({ msg: 'listening', preview: true });
  const preview = server.log.find(({ msg, preview }) => msg === 'listening' && preview)?.url;
  process.kill(-group, 'SIGHUP');
  await said({ msg: 'SIGHUP: nothing is reopened' });
  /** Whether a request that is logged at `debug` only has its line before one that is logged in any case. */
  const logsProbes = async (url: unknown) => {
    const [probe, other] = [crypto.randomUUID(), crypto.randomUUID()];
    await fetch(`${url}/healthz`, { headers: { 'x-request-id': probe } });
    await fetch(`${url}/robots.txt`, { headers: { 'x-request-id': other } });
    await said({ id: other });
    return server.log.some(({ id }) => id === probe);
  };
  for (const [logLevel, hasProbes] of [
    ['debug', true],
    ['info', false],
  ]) {
    process.kill(-group, 'SIGUSR2');
    await said({ msg: 'the level of the log has changed', logLevel });
    for (const url of [server.url, preview]) await expect.poll(() => logsProbes(url)).toBe(hasProbes);
  }
  expect(await server.stop()).toBe(0);
});
