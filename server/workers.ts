import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Config } from './config.ts';
import { type Purge, purge } from './frontapi/purge.ts';
import { urlOf } from './listen.ts';
import type { Serving } from './site.ts';

/* WORKERS processes on one port: the primary keeps up their number, tells them what is purged, and ends them in order. */

const toWorker = z.object({ purge, id: z.number() });
const toPrimary = z.object({ purged: z.number() });

/** A worker that has lived so long did not die of how it began. */
const SOUND = 30_000;
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

/**
 * Serves the site from several processes; resolves once all of them listen, rejects where one of them cannot.
 * @param embedded the base of the content folder's API, where no upstream is configured
 */
export async function startWorkers({ workers, host }: Config, log: Logger, embedded?: string): Promise<Serving> {
  let isStopping = false;
  let asked = 0;
  cluster.setupPrimary({ args: embedded === undefined ? [] : [embedded] });

  /** @param deaths how often in a row its predecessors have died young */
  function fork(deaths = 0): Worker {
    const started = Date.now();
    const worker = cluster.fork();
    closeUntaken(worker);
    worker.once('exit', (code, signal) => {
      if (isStopping || !isComplete) return;
      const young = Date.now() - started < SOUND ? deaths + 1 : 0;
      const wait = young < 2 ? 0 : Math.min(FIRST_WAIT * 2 ** (young - 2), LONGEST_WAIT);
      log.error({ worker: worker.id, code, signal, wait }, 'a worker has died, another one follows');
      setTimeout(() => !isStopping && fork(young), wait);
    });
    return worker;
  }

  let isComplete = false;
  const [address] = await Promise.all(Array.from({ length: workers }, () => listening(fork())));
  isComplete = true;

  return {
    url: urlOf(host, address?.port ?? 0),
    async purge(what) {
      asked += 1;
      await Promise.all(living().map((worker) => tell(worker, what, asked)));
    },
    async stop() {
      isStopping = true;
      const ends = living().map((worker) => once(worker, 'exit'));
      for (const worker of living()) worker.process.kill('SIGTERM');
      await Promise.all(ends);
    },
  };
}

const living = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

/** Rejects where a worker ends before it listens. */
function listening(worker: Worker): Promise<{ port: number }> {
  return new Promise((resolve, reject) => {
    worker.once('listening', resolve);
    worker.once('exit', (code) => reject(new Error(`a worker ended with ${code} before it listened`)));
  });
}

const handedOver = z.object({ act: z.literal('newconn'), seq: z.number() });
const taken = z.object({ ack: z.number() });
const closable = z.custom<{ close(): void }>(
  (value) => typeof value === 'object' && value !== null && 'close' in value,
);

/**
 * Closes the connections that a dead worker had been handed and had not taken: Node's primary forgets them, open, and
 * whoever is at the other end waits for ever. What is read here is Node's own between primary and worker.
 */
function closeUntaken(worker: Worker): void {
  const untaken = new Map<number, { close(): void }>();
  const { process: child } = worker;
  child.send = new Proxy(child.send, {
    apply(send, self, given: unknown[]) {
      const message = handedOver.safeParse(given[0]).data;
      const connection = closable.safeParse(given[1]).data;
      if (message && connection) untaken.set(message.seq, connection);
      return Reflect.apply(send, self, given);
    },
  });
  child.on('internalMessage', (message: unknown) => {
    const { data } = taken.safeParse(message);
    if (data) untaken.delete(data.ack);
  });
  worker.once('exit', () => {
    for (const connection of untaken.values()) connection.close();
  });
}

/** Resolves once a worker has purged it, or is no more: the one that follows it has nothing to purge. */
function tell(worker: Worker, what: Purge, id: number): Promise<void> {
  return new Promise((resolve) => {
    const answered = (message: unknown) => {
      if (toPrimary.safeParse(message).data?.purged === id) done();
    };
    const done = () => {
      worker.off('message', answered);
      worker.off('exit', done);
      resolve();
    };
    worker.on('message', answered);
    worker.on('exit', done);
    worker.send({ purge: what, id }, (error) => error && done());
  });
}

/** What a worker's share of the upstream is: all of them together ask no more than one process would. */
export const shareOf = (config: Config): Config => ({
  ...config,
  upstreamConcurrency: share(config.upstreamConcurrency, config.workers),
  upstreamBudget: config.upstreamBudget && share(config.upstreamBudget, config.workers),
});

const share = (all: number, workers: number) => Math.max(1, Math.floor(all / workers));

/** Does as the primary says. */
export function obey(site: Serving): void {
  process.on('message', async (message: unknown) => {
    // Metrics are gathered over the same channel.
    const { data: told } = toWorker.safeParse(message);
    if (!told) return;
    await site.purge(told.purge);
    process.send?.({ purged: told.id });
  });
}
