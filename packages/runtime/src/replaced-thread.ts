import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { withTimeout } from './with-timeout.ts';

export interface ThreadOptions<FromThread> {
  /** What the log calls it: the thread of the search. */
  name: string;
  file: URL;
  data: object;
  maxHeapMb: number;
  /** For what is new in the heap: V8's default, up to 48 MB, is faster where much is made and dropped. */
  youngHeapMb?: number;
  log: Logger;
  /** Called for each message but log lines. */
  onMessage(message: FromThread): void;
  /** It has ended, and is replaced unless it was to end. */
  onEnd?(): void;
}

/** A thread that is replaced when it ends. */
export interface ReplacedThread<ToThread> {
  restarts(): number;
  /** @returns false while there is no thread */
  post(message: ToThread): boolean;
  /** Asks it to end by a message, which it answers with `closed`; ends it after `timeoutMs`. */
  close(message: ToThread, timeoutMs: number): Promise<void>;
}

/** A thread that ends is replaced after a pause, doubled each time. */
const FIRST_RESTART_PAUSE_MS = 1_000;
const MAX_RESTART_PAUSE_MS = 60_000;

/** Starts a worker thread and writes its log lines. One that ends is replaced. */
export function startThread<ToThread, FromThread>({
  name,
  file,
  data,
  maxHeapMb,
  youngHeapMb,
  log,
  onMessage,
  onEnd,
}: ThreadOptions<FromThread>): ReplacedThread<ToThread> {
  let worker: Worker | undefined;
  let isClosing = false;
  let restarts = 0;

  function start(): void {
    const thread = new Worker(file, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: youngHeapMb },
    });
    worker = thread;
    thread.on('message', (message: FromThread | { line: string } | { closed: true }) => {
      if (typeof message !== 'object' || message === null) return;
      if ('line' in message) writeLine(log, message.line);
      else if ('closed' in message) void thread.terminate();
      else onMessage(message);
    });
    thread.on('error', (err) => log.error({ err }, `the thread of the ${name} has failed`));
    thread.on('exit', (code) => {
      worker = undefined;
      onEnd?.();
      if (isClosing) return;
      const pauseMs = Math.min(FIRST_RESTART_PAUSE_MS * 2 ** restarts, MAX_RESTART_PAUSE_MS);
      restarts += 1;
      log.error({ code, pauseMs }, `the thread of the ${name} has ended and will be replaced`);
      setTimeout(() => !isClosing && start(), pauseMs).unref();
    });
  }
  start();

  return {
    restarts: () => restarts,
    post(message) {
      worker?.postMessage(message);
      return worker !== undefined;
    },
    async close(message, timeoutMs) {
      isClosing = true;
      if (!worker) return;
      const thread = worker;
      const exited = once(thread, 'exit');
      thread.postMessage(message);
      await withTimeout(exited, timeoutMs, () => new Error('no end in time')).catch(() => thread.terminate());
    },
  };
}

/** A log line of the thread, which has its own level. */
function writeLine(log: Logger, line: string): void {
  const { level, msg, ...fields }: { level: number; msg?: string } = JSON.parse(line);
  const name = log.levels.labels[level];
  if (
    name === 'error' ||
    name === 'warn' ||
    name === 'info' ||
    name === 'debug' ||
    name === 'trace' ||
    name === 'fatal'
  )
    log[name](fields, msg);
}
