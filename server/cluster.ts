import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Config } from './config.ts';
import { purge } from './content-api/purge.ts';
import { urlOf } from './listen.ts';
import { forwardLines } from './observability/line-output.ts';
import type { Log } from './observability/log.ts';
import { exposition, measured, type ProcessMetrics } from './observability/metrics.ts';
import type { Serving } from './site.ts';

/*
 * WORKERS processes on one port. The primary keeps up their number, tells them what is purged, gathers what they measure, writes their
 * log and ends them. A worker ends when the primary says so, or when the primary is gone; signals are for the primary alone.
 */

const question = z.object({ id: z.number(), purge: purge.optional(), metrics: z.boolean().optional() });
type Question = Omit<z.output<typeof question>, 'id'>;
const toWorker = z.union([question, z.object({ stop: z.literal(true) })]);
const toPrimary = z.object({
  answered: z.number(),
  metrics: z.array(z.custom<object>((value) => typeof value === 'object' && value !== null)).optional(),
});
type Answer = z.output<typeof toPrimary>;

/** How long a worker may take for an answer: longer than it needs to start, which a question may have to wait for. */
const ANSWER_MS = 10_000;
/** A worker that has lived so long did not die of how it began. */
const SOUND_MS = 30_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Serves the site from several processes; resolves once all of them listen, rejects where one of them cannot.
 * @param embedded the base of the content folder's API, where no upstream is configured
 */
export async function startWorkers(
  { workers, host }: Config,
  { log, stdout }: Log,
  embedded?: string,
  metrics?: ProcessMetrics,
): Promise<Serving> {
  let isStopping = false;
  let isComplete = false;
  let asked = 0;
  /** Until a worker has ended and all that it has written is read. */
  const running = new Map<Worker, Promise<void>>();
  // The primary writes their output. Each of them would write a part of a line where the other's line is not at its end, and to
  // start a process that shares a pipe makes this pipe blocking for all who share it.
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
  cluster.setupPrimary({ args: embedded === undefined ? [] : [embedded], stdio: [...stdio] });

  /** @param deaths how often in a row its predecessors have died young */
  function fork(deaths = 0): Worker {
    const started = Date.now();
    const worker = cluster.fork();
    const closed = new Promise<void>((resolve) => worker.process.once('close', () => resolve()));
    running.set(worker, closed);
    void closed.then(() => running.delete(worker));
    readOutput(worker, { log, stdout });
    closeUntaken(worker);
    worker.on('error', (err) => log.error({ err, worker: worker.id }, 'a worker cannot be reached'));
    // Not at its exit, which a process that could not be started does not have.
    worker.process.once('close', (code, signal) => {
      if (isStopping || !isComplete) return;
      const young = Date.now() - started < SOUND_MS ? deaths + 1 : 0;
      const wait = young < 2 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (young - 2), LONGEST_WAIT_MS);
      log.error({ worker: worker.id, code, signal, wait }, 'a worker has died, another one follows');
      metrics?.workerRestarted();
      setTimeout(() => !isStopping && fork(young), wait);
    });
    return worker;
  }

  const askAll = (what: Question): Promise<Answer[]> => {
    asked += 1;
    const id = asked;
    return Promise.all(living().map((worker) => ask(worker, what, id))).then((answers) => answers.flat());
  };

  const [address] = await Promise.all(Array.from({ length: workers }, () => listening(fork())));
  isComplete = true;

  return {
    url: urlOf(host, address?.port ?? 0),
    async purge(what) {
      await askAll({ purge: what });
    },
    async metrics() {
      const answers = await askAll({ metrics: true });
      return exposition(answers.flatMap((answer) => (answer.metrics ? [answer.metrics] : [])));
    },
    async stop() {
      isStopping = true;
      // A worker that cannot be told has ended, or ends because the channel is gone.
      for (const worker of living()) worker.send({ stop: true }, ignore);
      await Promise.all(running.values());
    },
  };
}

const living = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
const ignore = () => {};

/** Ends every worker at once, and whatever it does. */
export function killWorkers(): void {
  for (const worker of living()) worker.process.kill('SIGKILL');
}

/** Rejects where a worker ends before it listens. */
function listening(worker: Worker): Promise<{ port: number }> {
  return new Promise((resolve, reject) => {
    worker.once('listening', resolve);
    // Not at its exit: what it says of the cause may still be on its way.
    worker.process.once('close', (code, signal) =>
      reject(new Error(`a worker ended with ${code ?? signal} before it listened`)),
    );
  });
}

/** Writes the lines of a worker's log, and one line for what Node itself says of it on stderr. */
function readOutput({ id, process: { stdout: lines, stderr } }: Worker, { log, stdout }: Log): void {
  if (lines) forwardLines(lines, stdout);
  stderr?.on('data', (chunk: Buffer) => log.warn({ worker: id, text: String(chunk) }, 'a worker wrote to stderr'));
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

/** Resolves with the answer, or with none where the worker ends: the one that follows it has nothing to purge. Rejects after ANSWER_MS. */
function ask(worker: Worker, what: Question, id: number): Promise<Answer[]> {
  let resolve: (answers: Answer[]) => void = ignore;
  let reject: (error: Error) => void = ignore;
  const promise = new Promise<Answer[]>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  const answered = (message: unknown) => {
    const { data } = toPrimary.safeParse(message);
    if (data?.answered === id) resolve([data]);
  };
  const gone = () => resolve([]);
  const late = () => reject(new Error(`worker ${worker.id} has not answered for ${ANSWER_MS} ms`));
  const timer = setTimeout(late, ANSWER_MS);
  worker.on('message', answered);
  worker.on('exit', gone);
  worker.send({ id, ...what }, (error) => error && gone());
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', answered);
    worker.off('exit', gone);
  });
}

/** What a worker's share of the upstream is: all of them together ask no more than one process would. */
export const shareOf = (config: Config): Config => ({
  ...config,
  upstreamConcurrency: share(config.upstreamConcurrency, config.workers),
  upstreamBudget: config.upstreamBudget && share(config.upstreamBudget, config.workers),
});

const share = (all: number, workers: number) => Math.max(1, Math.floor(all / workers));

/**
 * Answers the primary of this worker.
 * @param stop called when the primary says so, and when it is gone
 */
export function obey(serving: Promise<Serving>, log: Logger, stop: (reason: string) => void): void {
  // A service manager and Ctrl-C signal every process of a group; the primary knows when a worker is to end.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, ignore);
  // In front of Node's own listener, which ends the process at once and cuts its answers off.
  process.prependListener('disconnect', () => {
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
    stop('the primary is gone');
  });
  process.on('message', async (message: unknown) => {
    const { data: order } = toWorker.safeParse(message);
    if (!order) return;
    if ('stop' in order) return stop('the primary stops');
    if (order.purge) await (await serving).purge(order.purge);
    const answer: Answer = { answered: order.id, ...(order.metrics && { metrics: await measured() }) };
    process.send?.(answer, undefined, undefined, (err) => {
      if (err) log.warn({ err }, 'the primary cannot be reached');
    });
  });
}
