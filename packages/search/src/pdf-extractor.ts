import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { YOUNG_HEAP_MB } from '@foyer/runtime';
import type { Logger } from 'pino';
import type { PdfText } from './pdf-text.ts';

export interface Job {
  bytes: Uint8Array<ArrayBuffer>;
}

/** What the thread sends: once that it is ready, then for each job a text or why there is none. */
export type ThreadMessage = { kind: 'ready' } | ({ kind: 'text' } & PdfText) | { kind: 'fault'; reason: string };

/** The document has no text, now or later. Any other error says nothing about the document. */
export class PdfError extends Error {
  override readonly name = 'PdfError';
}

/** The thread is terminated without a text for this long. */
const EXTRACT_TIMEOUT_MS = 20_000;
/** It loads 1.5 MB of JavaScript: 0.2 s, on a busy machine longer. */
const START_TIMEOUT_MS = 20_000;
/** The heap of the thread; its buffers are bounded by bounded-buffers.ts. */
const MAX_HEAP_MB = 128;
/** The thread ends after this long without a document: its memory is needed for a few seconds after a start or a change. */
const IDLE_MS = 10_000;

/** A thread, and what it is to send next. */
interface Thread {
  worker: Worker;
  waiting?: { resolve: (message: ThreadMessage) => void; reject: (error: Error) => void };
}

/** Extracts the texts of PDFs, one at a time, in a worker thread that hostile documents may kill. */
export class PdfExtractor {
  readonly #threadFile?: string;
  readonly #log: Logger;
  #thread?: Thread;
  #idleTimer?: NodeJS.Timeout;
  #isClosed = false;

  /** @param threadFile the built pdf-thread.ts; none: texts are extracted in the calling thread, without bounds of time and memory */
  constructor(log: Logger, threadFile?: string) {
    this.#log = log;
    this.#threadFile = threadFile && resolve(threadFile);
  }

  /** Rejects with a PdfError, or with another error if the thread cannot work. One call at a time. */
  async extract(original: Buffer): Promise<PdfText> {
    // A copy, because a short Buffer may share its memory with others, and this memory is handed over.
    const bytes = new Uint8Array(original);
    if (this.#threadFile === undefined) return extractHere(bytes);
    clearTimeout(this.#idleTimer);
    try {
      const thread = this.#thread ?? (await this.#start(this.#threadFile));
      const message = await this.#run(thread, bytes);
      if (message.kind === 'fault') throw new PdfError(message.reason);
      if (message.kind === 'ready') throw new Error('the thread is ready a second time');
      return message;
    } finally {
      this.#idleTimer = setTimeout(() => this.#terminate(new Error('idle')), IDLE_MS).unref();
    }
  }

  /** Ends the thread; what it does is lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    await this.#terminate(new Error('the process ends'));
  }

  async #start(threadFile: string): Promise<Thread> {
    if (this.#isClosed) throw new Error('the process ends');
    const worker = new Worker(threadFile, {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    worker.unref();
    const thread: Thread = { worker };
    worker.on('message', (message: ThreadMessage) => {
      const { waiting } = thread;
      thread.waiting = undefined;
      waiting?.resolve(message);
    });
    worker.on('error', (error) => this.#ended(thread, error.message));
    worker.on('exit', (code) => this.#ended(thread, `exit code ${code}`));
    this.#thread = thread;
    await this.#next(thread, START_TIMEOUT_MS, 'did not start');
    return thread;
  }

  async #run(thread: Thread, bytes: Uint8Array<ArrayBuffer>): Promise<ThreadMessage> {
    const answer = this.#next(thread, EXTRACT_TIMEOUT_MS, 'found no text');
    thread.worker.postMessage({ bytes } satisfies Job, [bytes.buffer]);
    try {
      return await answer;
    } catch (error) {
      if (this.#isClosed) throw error;
      // The thread was ready, so the document has ended it.
      throw new PdfError(error instanceof Error ? error.message : String(error));
    }
  }

  /** The next message of the thread. Rejects, and ends the thread, if there is none in time or the thread ends. */
  #next(thread: Thread, timeoutMs: number, what: string): Promise<ThreadMessage> {
    return new Promise<ThreadMessage>((resolve, reject) => {
      const timer = setTimeout(
        () => void this.#terminate(new Error(`the thread ${what} in ${timeoutMs} ms`)),
        timeoutMs,
      ).unref();
      thread.waiting = {
        resolve(message) {
          clearTimeout(timer);
          resolve(message);
        },
        reject(error) {
          clearTimeout(timer);
          reject(error);
        },
      };
    });
  }

  #ended(thread: Thread, reason: string): void {
    if (thread !== this.#thread) return;
    if (!thread.waiting) this.#log.warn({ reason }, 'the thread that reads documents has ended between two of them');
    void this.#terminate(new Error(`the thread has ended: ${reason}`));
  }

  /** The next document starts a new thread. */
  async #terminate(error: Error): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    const waiting = thread?.waiting;
    if (thread) thread.waiting = undefined;
    waiting?.reject(error);
    await thread?.worker.terminate();
  }
}

/** Not written in the import, so that the build does not put PDF.js into the caller's bundle: it is in the thread's. */
const HERE: string = './pdf-text.ts';

async function extractHere(bytes: Uint8Array<ArrayBuffer>): Promise<PdfText> {
  const { pdfText, reasonOf }: typeof import('./pdf-text.ts') = await import(/* @vite-ignore */ HERE);
  return pdfText(bytes).catch((error: unknown) => {
    throw new PdfError(reasonOf(error));
  });
}
