import cluster, { type Worker } from 'node:cluster';
import { type Config, upstreamShare } from '@foyer/config';
import { faultSnapshot, type Purge, purge } from '@foyer/gateway';
import { type HandedKeys, handedKeys, openSealKeys } from '@foyer/images';
import { forwardLines, type Log, type ProcessMetrics } from '@foyer/runtime';
import type { Logger } from 'pino';
import * as z from 'zod';
import { urlOf } from './http/listen.ts';
import type { RunningSite } from './site.ts';

/*
 * WORKERS processes on one port. The primary starts and replaces the workers, forwards purges, collects metrics and faults, writes their log
 * lines and stops them. A worker stops on the primary's message, or when the primary is gone; signals are for the primary only.
 */

const workerRequest = z.object({
  id: z.number(),
  purge: purge.optional(),
  metrics: z.boolean().optional(),
  faults: z.boolean().optional(),
});
type WorkerRequest = Omit<z.output<typeof workerRequest>, 'id'>;
const messageToWorker = z.union([
  z.object({ stop: z.literal(true) }),
  z.object({ logLevel: z.string() }),
  workerRequest,
]);
const workerResponse = z.object({
  id: z.number(),
  metrics: z.array(z.custom<object>((value) => typeof value === 'object' && value !== null)).optional(),
  faults: z.array(faultSnapshot).optional(),
});
type WorkerResponse = z.output<typeof workerResponse>;
/** A worker has purged something by itself. */
const workerReport = z.object({ purged: purge });

/** The variable of a worker's environment with the primary's seal keys. */
const SEAL_KEYS = 'FOYER_SEAL_KEYS';
/** For a worker's response; longer than a start takes, during which a request has to wait. */
const RESPONSE_TIMEOUT_MS = 10_000;
/** A worker that ran this long did not end because of a failed start. */
const STABLE_AFTER_MS = 30_000;
/** A worker that keeps failing to start is replaced after a pause, doubled each time. */
const FIRST_RESTART_PAUSE_MS = 1_000;
const MAX_RESTART_PAUSE_MS = 30_000;

/**
 * Serves the site from several processes. Resolves when all workers listen, rejects if one cannot.
 * @param searchUrl of the search of this process
 * @param onPurged called when a worker has purged something by itself
 */
export async function startWorkers(
  config: Config,
  { log, stdout }: Log,
  searchUrl: string | undefined,
  metrics?: ProcessMetrics,
  onPurged: (what: Purge) => void = ignore,
): Promise<RunningSite> {
  const { workers, host } = config;
  // Not as an argument, which all users of the machine can read.
  const environment = { [SEAL_KEYS]: JSON.stringify((await openSealKeys(config, log)).toHand()) };
  let isStopping = false;
  let haveAllStarted = false;
  let lastId = 0;
  /** The newest metrics of each worker, and what workers that have ended have counted. */
  const newestMetrics = new Map<Worker, object[]>();
  let endedCounters: Promise<object[]> = Promise.resolve([]);
  /** Each promise resolves when the worker has ended and its output has been read. */
  const running = new Map<Worker, Promise<void>>();
  // The primary writes the workers' output: on a shared pipe their lines would mix, and starting a process that shares a pipe makes
  // the pipe blocking for all its writers.
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
  cluster.setupPrimary({ args: searchUrl === undefined ? [] : [searchUrl], stdio: [...stdio] });

  /** @param failedStarts of the predecessors in a row */
  function fork(failedStarts = 0): Worker {
    const startedAt = Date.now();
    const worker = cluster.fork({ ...environment, LOG_LEVEL: log.level });
    const closed = new Promise<void>((resolve) => worker.process.once('close', () => resolve()));
    running.set(worker, closed);
    void closed.then(() => {
      running.delete(worker);
      keepCounters(worker);
    });
    readOutput(worker, { log, stdout });
    closeOrphanedConnections(worker);
    worker.on('message', (message: unknown) => {
      const { data } = workerReport.safeParse(message);
      if (data) onPurged(data.purged);
    });
    worker.on('error', (err) => log.error({ err, worker: worker.id }, 'a worker cannot be reached'));
    // Not 'exit', which a process that could not be started does not emit.
    worker.process.once('close', (code, signal) => {
      if (isStopping || !haveAllStarted) return;
      const failures = Date.now() - startedAt < STABLE_AFTER_MS ? failedStarts + 1 : 0;
      const pauseMs = failures < 2 ? 0 : Math.min(FIRST_RESTART_PAUSE_MS * 2 ** (failures - 2), MAX_RESTART_PAUSE_MS);
      log.error({ worker: worker.id, code, signal, pauseMs }, 'a worker has died and will be replaced');
      metrics?.workerRestarted();
      setTimeout(() => !isStopping && fork(failures), pauseMs);
    });
    return worker;
  }

  log.on('level-change', (logLevel) => {
    for (const worker of runningWorkers()) worker.send({ logLevel }, ignore);
  });

  const requestAll = (request: WorkerRequest): Promise<WorkerResponse[]> => {
    lastId += 1;
    const id = lastId;
    const ask = async (worker: Worker) => {
      const responses = await sendRequest(worker, request, id);
      for (const { metrics } of responses) if (metrics && running.has(worker)) newestMetrics.set(worker, metrics);
      return responses;
    };
    return Promise.all(runningWorkers().map(ask)).then((all) => all.flat());
  };

  function keepCounters(worker: Worker): void {
    const newest = newestMetrics.get(worker);
    if (!newest) return;
    newestMetrics.delete(worker);
    endedCounters = endedCounters.then(async (ended) => {
      const { countersOf } = await import('@foyer/runtime/metrics');
      return countersOf([ended, newest]);
    });
  }

  const [address] = await Promise.all(Array.from({ length: workers }, () => listening(fork())));
  haveAllStarted = true;

  return {
    url: urlOf(host, address?.port ?? 0),
    async purge(what) {
      await requestAll({ purge: what });
    },
    async metrics() {
      const [responses, { exposition }] = await Promise.all([
        requestAll({ metrics: true }),
        import('@foyer/runtime/metrics'),
      ]);
      const live = responses.flatMap((response) => (response.metrics ? [response.metrics] : []));
      return exposition([...live, await endedCounters]);
    },
    async faults() {
      const responses = await requestAll({ faults: true });
      return responses.flatMap(({ faults }) => faults ?? []);
    },
    async stop() {
      isStopping = true;
      // A worker without a channel has ended, or ends because the channel is closed.
      for (const worker of runningWorkers()) worker.send({ stop: true }, ignore);
      await Promise.all(running.values());
    },
  };
}

const runningWorkers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
const ignore = () => {};

/** Kills every worker immediately. */
export function killWorkers(): void {
  for (const worker of runningWorkers()) worker.process.kill('SIGKILL');
}

/** Resolves when the worker listens, rejects if it ends before. */
function listening(worker: Worker): Promise<{ port: number }> {
  return new Promise((resolve, reject) => {
    worker.once('listening', resolve);
    // Not 'exit': its last log lines, with the cause, may not have arrived.
    worker.process.once('close', (code, signal) =>
      reject(new Error(`a worker ended with ${code ?? signal} before it listened`)),
    );
  });
}

/** Forwards a worker's log lines, and logs what Node writes to its stderr. */
function readOutput({ id, process: { stdout: lines, stderr } }: Worker, { log, stdout }: Log): void {
  if (lines) forwardLines(lines, stdout);
  stderr?.on('data', (chunk: Buffer) => log.warn({ worker: id, text: String(chunk) }, 'a worker wrote to stderr'));
}

const connectionMessage = z.object({ act: z.literal('newconn'), seq: z.number() });
const acknowledgement = z.object({ ack: z.number() });
const closable = z.custom<{ close(): void }>(
  (value) => typeof value === 'object' && value !== null && 'close' in value,
);

/**
 * Closes connections that were sent to a worker and not acknowledged when it died. Node's primary leaves them open, so their
 * clients would wait for ever. The messages read here are those of Node's own protocol between primary and worker.
 */
function closeOrphanedConnections(worker: Worker): void {
  const unacknowledged = new Map<number, { close(): void }>();
  const { process: child } = worker;
  child.send = new Proxy(child.send, {
    apply(send, self, parameters: unknown[]) {
      const message = connectionMessage.safeParse(parameters[0]).data;
      const connection = closable.safeParse(parameters[1]).data;
      if (message && connection) unacknowledged.set(message.seq, connection);
      return Reflect.apply(send, self, parameters);
    },
  });
  child.on('internalMessage', (message: unknown) => {
    const { data } = acknowledgement.safeParse(message);
    if (data) unacknowledged.delete(data.ack);
  });
  worker.once('exit', () => {
    for (const connection of unacknowledged.values()) connection.close();
  });
}

/** Resolves with the response, or without one if the worker ends: its successor has nothing to purge. Rejects after RESPONSE_TIMEOUT_MS. */
function sendRequest(worker: Worker, request: WorkerRequest, id: number): Promise<WorkerResponse[]> {
  let resolve: (responses: WorkerResponse[]) => void = ignore;
  let reject: (error: Error) => void = ignore;
  const promise = new Promise<WorkerResponse[]>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  const onMessage = (message: unknown) => {
    const { data } = workerResponse.safeParse(message);
    if (data?.id === id) resolve([data]);
  };
  const onExit = () => resolve([]);
  const onTimeout = () => reject(new Error(`worker ${worker.id} has not answered for ${RESPONSE_TIMEOUT_MS} ms`));
  const timer = setTimeout(onTimeout, RESPONSE_TIMEOUT_MS);
  worker.on('message', onMessage);
  worker.on('exit', onExit);
  worker.send({ id, ...request }, (error) => error && onExit());
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', onMessage);
    worker.off('exit', onExit);
  });
}

/** The seal keys of the primary, so that the workers have the same. */
export const keysOfPrimary = (): HandedKeys => handedKeys.parse(JSON.parse(process.env[SEAL_KEYS] ?? 'null'));

/** Tells the primary what this worker has purged by itself. */
export const reportPurged = (purged: Purge): void => void process.send?.({ purged }, undefined, undefined, ignore);

/** Base of the API of the primary's search. */
export const searchUrlOfPrimary = (): string | undefined => process.argv[2];

/** A worker's configuration: all workers together have the concurrency and the budget of one process. */
export const workerConfig = (config: Config): Config => ({ ...config, ...upstreamShare(config, 1 / config.workers) });

/**
 * Serves the requests of the primary in this worker.
 * @param stop called when the primary stops this worker, and when the primary is gone
 */
export function followPrimary(site: Promise<RunningSite>, log: Logger, stop: (reason: string) => void): void {
  // Service managers and Ctrl-C signal every process of a group; the primary decides when a worker stops.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, ignore);
  // Before Node's own listener, which ends the process immediately, in-flight responses included.
  process.prependListener('disconnect', () => {
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
    stop('the primary is gone');
  });
  process.on('message', async (message: unknown) => {
    const { data: request } = messageToWorker.safeParse(message);
    if (!request) return;
    if ('stop' in request) return stop('the primary stops');
    if ('logLevel' in request) {
      log.level = request.logLevel;
      return;
    }
    if (request.purge) await (await site).purge(request.purge);
    const response: WorkerResponse = {
      id: request.id,
      ...(request.metrics && { metrics: await (await import('@foyer/runtime/metrics')).processMetrics() }),
      ...(request.faults && { faults: await (await site).faults() }),
    };
    process.send?.(response, undefined, undefined, (err) => {
      if (err) log.warn({ err }, 'the primary cannot be reached');
    });
  });
}
