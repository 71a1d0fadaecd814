import { fstatSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** Lines are written in batches of this size: a system call for each request would be too slow. */
const BATCH_CHARS = 8192;
/** How long a line waits for a full batch. */
const BATCH_MS = 100;
/** Queue for a slow reader: some 16,000 requests, a few seconds at full load. Beyond that the oldest lines are dropped. */
const QUEUE_BYTES = 4_000_000;
/** Pause before a full pipe is tried again; doubled each time. */
const RETRY_MS = 1;
const MAX_RETRY_MS = 100;
/** How long the end of the process waits for a slow reader. */
const FINISH_TIMEOUT_MS = 500;
const FINISH_RETRY_MS = 10;

const NEWLINE = 0x0a;

/**
 * Writes lines to a file descriptor and never blocks on it. A pipe or a socket is written to without blocking; lines that its reader does
 * not take wait in a bounded queue. Lines beyond the bound, and lines that cannot be written, are dropped and counted. A file or a
 * terminal takes each batch at once.
 */
export class LineOutput {
  readonly #fd: number;
  readonly #notice: (dropped: number) => string;
  readonly #queueBytes: number;
  /** Lines that do not yet fill a batch. */
  #lines = '';
  readonly #queue: Buffer[] = [];
  #queuedBytes = 0;
  /** Whether a part of the first batch has been written. */
  #isPartlyWritten = false;
  #batchTimer?: NodeJS.Timeout;
  #retryTimer?: NodeJS.Timeout;
  #retryMs = RETRY_MS;
  #dropped = 0;
  #unreported = 0;

  /** @param notice formats the line that is written in the place of dropped lines */
  constructor(fd: number, notice: (dropped: number) => string, queueBytes = QUEUE_BYTES) {
    this.#fd = fd;
    this.#notice = notice;
    this.#queueBytes = queueBytes;
    const kind = fstatSync(fd);
    // Opening the descriptor as a socket is the only way in Node to set O_NONBLOCK. Nothing is written to the socket itself: its
    // buffer could be neither dropped nor flushed at the end of the process.
    if (kind.isFIFO() || kind.isSocket()) new Socket({ fd, readable: false, writable: true });
  }

  /** Lines dropped since the start. */
  get droppedLines(): number {
    return this.#dropped;
  }

  /** @param line ends with a newline */
  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= BATCH_CHARS) this.#flush();
    else this.#batchTimer ??= setTimeout(() => this.#flush(), BATCH_MS).unref();
  }

  /** @param lines complete lines */
  writeBatch(lines: Buffer): void {
    this.#enqueue(lines);
    this.#drain();
  }

  /** Writes the queue, and blocks for FINISH_TIMEOUT_MS at most. Only for the end of the process. */
  finish(): void {
    this.#flush();
    const clock = new Int32Array(new SharedArrayBuffer(4));
    const end = performance.now() + FINISH_TIMEOUT_MS;
    for (this.#drain(true); this.#queue.length > 0 && performance.now() < end; this.#drain(true)) {
      Atomics.wait(clock, 0, 0, FINISH_RETRY_MS);
    }
  }

  #flush(): void {
    clearTimeout(this.#batchTimer);
    this.#batchTimer = undefined;
    if (this.#lines === '') return;
    const batch = Buffer.from(this.#lines);
    this.#lines = '';
    this.writeBatch(batch);
  }

  #enqueue(batch: Buffer): void {
    this.#queue.push(batch);
    this.#queuedBytes += batch.length;
    // The newest lines say why a process ends. A partly written batch stays: its line would break off.
    const first = this.#isPartlyWritten ? 1 : 0;
    while (this.#queuedBytes > this.#queueBytes && this.#queue.length > first + 1) this.#drop(first);
  }

  #drop(index: number): void {
    const [batch] = this.#queue.splice(index, 1);
    if (!batch) return;
    this.#queuedBytes -= batch.length;
    const lines = linesOf(batch);
    this.#dropped += lines;
    this.#unreported += lines;
  }

  #drain(isLast = false): void {
    if (this.#retryTimer && !isLast) return;
    while (this.#queue[0]) {
      const written = this.#writeHead(this.#queue[0]);
      if (written === 0) {
        this.#retryLater();
        return;
      }
      this.#retryMs = RETRY_MS;
    }
  }

  /** Writes as much of the first batch as the pipe accepts. @returns bytes, 0 for a full pipe */
  #writeHead(head: Buffer): number {
    const isReporting = this.#unreported > 0 && !this.#isPartlyWritten;
    const piece = isReporting ? Buffer.concat([Buffer.from(this.#notice(this.#unreported)), head]) : head;
    let written: number;
    try {
      written = writeSync(this.#fd, piece);
    } catch (error) {
      if (isFull(error)) return 0;
      // The reader has closed the pipe (EPIPE), or the disk is full. Later batches may succeed.
      this.#isPartlyWritten = false;
      this.#drop(0);
      return head.length;
    }
    if (written === 0) return 0;
    if (isReporting) this.#unreported = 0;
    this.#queuedBytes -= head.length;
    this.#isPartlyWritten = written < piece.length;
    if (this.#isPartlyWritten) {
      const rest = piece.subarray(written);
      this.#queue[0] = rest;
      this.#queuedBytes += rest.length;
    } else {
      this.#queue.shift();
    }
    return written;
  }

  #retryLater(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.#drain();
    }, this.#retryMs).unref();
    this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
  }
}

/** Forwards the complete lines of a stream. */
export function forwardLines(from: Readable, to: LineOutput): void {
  let incomplete: Buffer[] = [];
  from.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      const lines = chunk.subarray(0, end);
      to.writeBatch(incomplete.length > 0 ? Buffer.concat([...incomplete, lines]) : lines);
      incomplete = [];
    }
    if (end < chunk.length) incomplete.push(chunk.subarray(end));
  });
}

function linesOf(batch: Buffer): number {
  let lines = 0;
  for (let at = batch.indexOf(NEWLINE); at !== -1; at = batch.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EWOULDBLOCK');
