import { fstatSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** Characters of whole lines that go to the kernel in one call: a request costs no system call of its own. */
const BATCH_CHARS = 8192;
/** How long a line waits for its batch to fill. */
const BATCH_MS = 100;
/** What waits for a slow reader: some 16,000 requests, a few seconds at full load. The oldest lines beyond it are dropped. */
const QUEUE_BYTES = 4_000_000;
/** The first pause before a full pipe is tried again; each next one is twice as long. */
const RETRY_MS = 1;
const LONGEST_RETRY_MS = 100;
/** How long the end of the process waits for a slow reader: longer than one that is alive pauses, short beside a grace period. */
const LAST_LINES_MS = 500;
const LAST_LINES_RETRY_MS = 10;

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
  /** Whether the reader has got the beginning of the first batch in the queue. */
  #isTorn = false;
  #batchTimer?: NodeJS.Timeout;
  #retryTimer?: NodeJS.Timeout;
  #retryMs = RETRY_MS;
  #dropped = 0;
  #unreported = 0;

  /** @param notice formats the line that stands where lines are missing */
  constructor(fd: number, notice: (dropped: number) => string, queueBytes = QUEUE_BYTES) {
    this.#fd = fd;
    this.#notice = notice;
    this.#queueBytes = queueBytes;
    const kind = fstatSync(fd);
    // To open it as a socket is the one way in Node to set O_NONBLOCK. The socket itself is never written to: what it had taken
    // could be neither dropped nor written at the end of the process.
    if (kind.isFIFO() || kind.isSocket()) new Socket({ fd, readable: false, writable: true });
  }

  /** How many lines were dropped since the start. */
  get droppedLines(): number {
    return this.#dropped;
  }

  /** @param line ends with a newline */
  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= BATCH_CHARS) this.#flush();
    else this.#batchTimer ??= setTimeout(() => this.#flush(), BATCH_MS).unref();
  }

  /** @param lines whole ones */
  writeBatch(lines: Buffer): void {
    this.#enqueue(lines);
    this.#drain();
  }

  /** Writes what waits, and blocks until it is written or LAST_LINES_MS have passed: for the end of the process alone. */
  finish(): void {
    this.#flush();
    const clock = new Int32Array(new SharedArrayBuffer(4));
    const end = performance.now() + LAST_LINES_MS;
    for (this.#drain(true); this.#queue.length > 0 && performance.now() < end; this.#drain(true)) {
      Atomics.wait(clock, 0, 0, LAST_LINES_RETRY_MS);
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
    // The oldest go first: the newest say why a process ends. A batch of which a part is out stays, or a line would break off.
    const first = this.#isTorn ? 1 : 0;
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
      const written = this.#tryHead(this.#queue[0]);
      if (written === 0) {
        this.#retryLater();
        return;
      }
      this.#retryMs = RETRY_MS;
    }
  }

  /** Writes as much of the first batch as the reader takes. Returns the bytes, 0 where the pipe is full. */
  #tryHead(head: Buffer): number {
    const isReporting = this.#unreported > 0 && !this.#isTorn;
    const piece = isReporting ? Buffer.concat([Buffer.from(this.#notice(this.#unreported)), head]) : head;
    let written: number;
    try {
      written = writeSync(this.#fd, piece);
    } catch (error) {
      if (isFull(error)) return 0;
      // The reader is gone (EPIPE), or the disk is full. A later batch may be written again.
      this.#isTorn = false;
      this.#drop(0);
      return head.length;
    }
    if (written === 0) return 0;
    if (isReporting) this.#unreported = 0;
    this.#queuedBytes -= head.length;
    this.#isTorn = written < piece.length;
    if (this.#isTorn) {
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
    this.#retryMs = Math.min(this.#retryMs * 2, LONGEST_RETRY_MS);
  }
}

/** Passes on the lines of a stream. A line that breaks off at its end is left out. */
export function forwardLines(from: Readable, to: LineOutput): void {
  let begun: Buffer[] = [];
  from.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      const lines = chunk.subarray(0, end);
      to.writeBatch(begun.length > 0 ? Buffer.concat([...begun, lines]) : lines);
      begun = [];
    }
    if (end < chunk.length) begun.push(chunk.subarray(end));
  });
}

function linesOf(batch: Buffer): number {
  let lines = 0;
  for (let at = batch.indexOf(NEWLINE); at !== -1; at = batch.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EWOULDBLOCK');
