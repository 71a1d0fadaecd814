import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { YOUNG_HEAP_MB } from '@foyer/runtime';
import type { Logger } from 'pino';
import type { Call } from './call.ts';
import { AnswerNormaliser, type Calendar, type NormaliserOptions } from './normalise-answer.ts';
import type { NormaliseResult, UpstreamResponse } from './normalise-result.ts';

export interface Job {
  id: number;
  call: Call;
  response: UpstreamResponse;
  calendar?: Calendar;
}

/**
 * A longer response is normalised in the worker thread: no response may block the event loop for more than 50 ms. HTML
 * that was written to be slow takes up to 8 ms per kilobyte, ordinary HTML 0.5 ms. A list needs only the beginnings of its
 * texts, up to 1 ms per kilobyte.
 */
const INLINE_BYTES = 8_192;
const INLINE_LIST_BYTES = 40_000;
/** The thread is terminated without a result for this long. Each slow part has a bound of its own; this one is for unforeseen cases. */
const JOB_TIMEOUT_MS = 10_000;
/** The thread ends after this long without a job: the site's next long answer may be minutes away. */
const IDLE_MS = 10_000;
/** An answer of 5 MB needs some 60 MB of the thread's heap. */
const MAX_HEAP_MB = 512;

/** Normalises responses: short ones at once, long ones in a worker thread, so that the event loop stays free. */
export class Normaliser {
  readonly #options: NormaliserOptions;
  readonly #log: Logger;
  readonly #inline: AnswerNormaliser;
  readonly #threadFile?: string;
  /** Jobs that the thread has not finished, in its order. */
  readonly #pending = new Map<number, (result: NormaliseResult) => void>();
  #worker?: Worker;
  /** Terminates a thread without progress, or without a job. */
  #watchdog?: NodeJS.Timeout;
  #lastId = 0;

  /** @param threadFile the built normaliser-thread.ts; none: every response is normalised at once */
  constructor(options: NormaliserOptions, log: Logger, threadFile?: string) {
    this.#options = options;
    this.#log = log;
    this.#inline = new AnswerNormaliser(options);
    this.#threadFile = threadFile && resolve(threadFile);
  }

  /** Never rejects. */
  normalise(call: Call, response: UpstreamResponse, calendar?: Calendar): Promise<NormaliseResult> {
    if (this.#threadFile === undefined || response.bytes.length <= inlineBytes(call))
      return Promise.resolve(this.#inline.normalise(call, response, calendar));
    const worker = this.#worker ?? this.#start(this.#threadFile);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((settle) => {
      this.#pending.set(id, settle);
      if (this.#pending.size === 1) this.#watch();
      worker.postMessage({ id, call, response, calendar } satisfies Job);
    });
  }

  close(): void {
    this.#terminate('the process ends');
  }

  #start(threadFile: string): Worker {
    const worker = new Worker(threadFile, {
      workerData: this.#options,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    worker.unref();
    worker.on('message', ({ id, result }: { id: number; result: NormaliseResult }) => {
      this.#pending.get(id)?.(result);
      this.#pending.delete(id);
      this.#watch();
    });
    worker.on('error', (error) => worker === this.#worker && this.#fail(error.message));
    worker.on('exit', (code) => worker === this.#worker && this.#fail(`exit code ${code}`));
    this.#worker = worker;
    return worker;
  }

  #watch(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = (
      this.#pending.size > 0
        ? setTimeout(() => this.#fail(`no progress in ${JOB_TIMEOUT_MS} ms`), JOB_TIMEOUT_MS)
        : setTimeout(() => this.#terminate('idle'), IDLE_MS)
    ).unref();
  }

  #fail(reason: string): void {
    this.#log.error({ reason, answers: this.#pending.size }, 'the thread that reads long answers has ended');
    this.#terminate(reason);
  }

  /** Fails all pending jobs; the next long answer starts a new thread. */
  #terminate(reason: string): void {
    clearTimeout(this.#watchdog);
    const worker = this.#worker;
    this.#worker = undefined;
    const message = `upstream: the answer could not be read: ${reason}`;
    for (const settle of this.#pending.values()) settle({ kind: 'failed', status: 502, message });
    this.#pending.clear();
    void worker?.terminate();
  }
}

/** The list of questions contains their complete answers, so it has the bound of a single text. */
const inlineBytes = ({ list, path }: Call): number => (list && path !== 'faq' ? INLINE_LIST_BYTES : INLINE_BYTES);
