import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Call } from './call.ts';
import type { ReadingOptions } from './field-parsers.ts';
import { AnswerReader, type Outcome, type Response } from './normalise-answer.ts';

export type JobOptions = Omit<ReadingOptions, 'dropped'>;

export interface Job {
  id: number;
  call: Call;
  response: Response;
}

/**
 * Bytes of a response that is read at once: nothing that one request causes may hold the event loop longer than 50 ms. HTML
 * made to be slow takes up to 8 ms for each of its kilobytes, ordinary HTML half a millisecond. Of a list only the
 * beginnings of texts are read, which takes up to 1 ms for each kilobyte.
 */
const INLINE_BYTES = 8_192;
const INLINE_LIST_BYTES = 40_000;
/** Milliseconds. The parts that could take long are bounded by themselves; this is for what is not foreseen. */
const JOB_TIMEOUT_MS = 10_000;
/** Of the thread: an answer of 5 MB takes some 60 MB while it is read. */
const MAX_HEAP_MB = 512;

/** Reads responses: short ones at once, long ones in a thread of their own, so that visitors are served meanwhile. */
export class Reader {
  readonly #options: JobOptions;
  readonly #log: Logger;
  readonly #inline: AnswerReader;
  readonly #thread?: string;
  /** What the thread has not answered yet, in the order in which it reads. */
  readonly #pending = new Map<number, (outcome: Outcome) => void>();
  #worker?: Worker;
  /** Ends a thread that makes no progress. */
  #watchdog?: NodeJS.Timeout;
  #lastId = 0;

  /** @param thread the built file of reader-thread.ts; none: everything is read at once */
  constructor(options: JobOptions, log: Logger, thread?: string) {
    this.#options = options;
    this.#log = log;
    this.#inline = new AnswerReader(options);
    this.#thread = thread && resolve(thread);
    // Before it is needed: the first visitors would wait for its start.
    if (this.#thread) this.#start(this.#thread);
  }

  /** Never rejects. */
  read(call: Call, response: Response): Promise<Outcome> {
    if (this.#thread === undefined || response.bytes.length <= inlineBytes(call))
      return Promise.resolve(this.#inline.read(call, response));
    const worker = this.#worker ?? this.#start(this.#thread);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((settle) => {
      this.#pending.set(id, settle);
      if (this.#pending.size === 1) this.#watch();
      worker.postMessage({ id, call, response } satisfies Job);
    });
  }

  close(): void {
    this.#end('the process ends');
  }

  #start(thread: string): Worker {
    const worker = new Worker(thread, {
      workerData: this.#options,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    worker.unref();
    worker.on('message', ({ id, outcome }: { id: number; outcome: Outcome }) => {
      this.#pending.get(id)?.(outcome);
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
    if (this.#pending.size > 0)
      this.#watchdog = setTimeout(() => this.#fail(`no progress in ${JOB_TIMEOUT_MS} ms`), JOB_TIMEOUT_MS).unref();
  }

  #fail(reason: string): void {
    this.#log.error({ reason, answers: this.#pending.size }, 'the thread that reads long answers has ended');
    this.#end(reason);
  }

  /** What is being read fails; the next long answer has a new thread. */
  #end(reason: string): void {
    clearTimeout(this.#watchdog);
    const worker = this.#worker;
    this.#worker = undefined;
    const message = `upstream: the answer could not be read: ${reason}`;
    for (const settle of this.#pending.values()) settle({ kind: 'failed', status: 502, message });
    this.#pending.clear();
    void worker?.terminate();
  }
}

/** Questions come with the whole of their answers. */
const inlineBytes = ({ list, path }: Call): number => (list && path !== 'faq' ? INLINE_LIST_BYTES : INLINE_BYTES);
