import { resolve } from 'node:path';
import { parentPort, type Transferable, Worker } from 'node:worker_threads';

/** The thread had begun to work, and has ended without a result: the job has probably ended it. */
export class JobError extends Error {
  override readonly name = 'JobError';
}

export interface JobThreadOptions {
  /** The built script, which calls `serveJobs`. */
  file: string;
  /** The script's `workerData`. */
  data?: object;
  maxHeapMb: number;
  /** The thread is ended if it has not started, or has no next result, within this time. */
  timeoutMs: number;
  /** The thread has ended by itself, or for lack of time. @param jobs those that are lost */
  onFailure(reason: string, jobs: number): void;
}

type Message<Result> = { isReady: true } | { result: Result };

interface Thread<Result> {
  worker: Worker;
  /** Those who wait for its next messages, in their order. */
  waiting: { resolve(message: Message<Result>): void; reject(error: Error): void }[];
}

/** For what is new in the heap of a thread in the background: V8's default grows to 33 MB in each, and never shrinks. */
export const YOUNG_HEAP_MB = 6;
/** A thread without a job ends after this long: the next job may be minutes away, and memory is needed elsewhere. */
const IDLE_MS = 10_000;

/** A worker thread for jobs that may take long, or kill it. It is started by the first job, and by the next one after its end. */
export class JobThread<Job, Result> {
  readonly #options: JobThreadOptions;
  #thread?: Thread<Result>;
  #started?: Promise<Thread<Result>>;
  /** Ends a thread that says nothing, or has nothing to do. */
  #timer?: NodeJS.Timeout;
  #isClosed = false;

  constructor(options: JobThreadOptions) {
    this.#options = options;
  }

  /** Rejects with a JobError, or with another error if the thread cannot work. Jobs are done one after another. */
  async run(job: Job, transferred: readonly Transferable[] = []): Promise<Result> {
    if (this.#isClosed) throw new Error('the process ends');
    this.#started ??= this.#start();
    const thread = await this.#started;
    // First: it throws for what cannot be sent, and then no one may wait for its result, which would be another's.
    thread.worker.postMessage(job, transferred);
    const message = await this.#next(thread).catch((cause: Error) => {
      throw this.#isClosed ? cause : new JobError(cause.message, { cause });
    });
    if (!('result' in message)) throw new Error('the thread is ready a second time');
    return message.result;
  }

  /** Ends the thread; what it does is lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end(new Error('the process ends'));
  }

  async #start(): Promise<Thread<Result>> {
    const { file, data, maxHeapMb } = this.#options;
    const worker = new Worker(resolve(file), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    worker.unref();
    const thread: Thread<Result> = { worker, waiting: [] };
    worker.on('message', (message: Message<Result>) => {
      thread.waiting.shift()?.resolve(message);
      this.#watch(thread);
    });
    worker.on('error', ({ message }) => this.#failed(thread, `the thread has ended: ${message}`));
    worker.on('exit', (code) => this.#failed(thread, `the thread has ended: exit code ${code}`));
    this.#thread = thread;
    await this.#next(thread);
    return thread;
  }

  #next(thread: Thread<Result>): Promise<Message<Result>> {
    return new Promise((resolve, reject) => {
      if (thread !== this.#thread) return reject(new Error('the thread has ended'));
      thread.waiting.push({ resolve, reject });
      if (thread.waiting.length === 1) this.#watch(thread);
    });
  }

  #watch(thread: Thread<Result>): void {
    if (thread !== this.#thread) return;
    const { timeoutMs } = this.#options;
    clearTimeout(this.#timer);
    this.#timer = (
      thread.waiting.length > 0
        ? setTimeout(() => this.#failed(thread, `the thread has no result after ${timeoutMs} ms`), timeoutMs)
        : setTimeout(() => void this.#end(new Error('idle')), IDLE_MS)
    ).unref();
  }

  #failed(thread: Thread<Result>, reason: string): void {
    if (thread !== this.#thread) return;
    this.#options.onFailure(reason, thread.waiting.length);
    void this.#end(new Error(reason));
  }

  async #end(error: Error): Promise<void> {
    clearTimeout(this.#timer);
    const thread = this.#thread;
    this.#thread = undefined;
    this.#started = undefined;
    for (const { reject } of thread?.waiting.splice(0) ?? []) reject(error);
    await thread?.worker.terminate();
  }
}

/** Does the jobs of a JobThread, in its script, one after another. @param work never throws or rejects */
export function serveJobs<Job, Result>(work: (job: Job) => Result | Promise<Result>): void {
  const post = (message: Message<Result>) => parentPort?.postMessage(message);
  let last = Promise.resolve();
  parentPort?.on('message', (job: Job) => {
    last = last.then(async () => post({ result: await work(job) }));
  });
  post({ isReady: true });
}
