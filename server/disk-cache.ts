import { createHash, randomUUID } from 'node:crypto';
import { access, constants, lstat, mkdir, open, opendir, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { boundedWarnings } from './log.ts';

/** What went wrong with an entry: `dropped`, too much waited to be written; `damaged`, removed; `failed`, the system refused. */
export type DiskFault = 'dropped' | 'damaged' | 'failed';

export interface DiskCacheOptions {
  dir: string;
  /** What the entries are, for log lines. */
  kind: 'answers' | 'pictures';
  /** Whether a file is one of the cache's, by its name: any other file in the folder is neither counted nor removed. */
  isName: (name: string) => boolean;
  /** Of all entries together, in blocks on disk. */
  maxBytes: number;
  log: Logger;
  onFault?: (fault: DiskFault) => void;
}

/** Of the bound: one file takes at most this much, and a sweep is due after this much was written. N processes exceed the bound by at most N of these. */
const SHARE = 1 / 16;
/** Of the bound: what a sweep leaves, so that the next one is not due at once. */
const SWEPT = 0.9;
/** Operations that wait for a slow disk, and the bytes that they hold in memory; beyond either the oldest are dropped. */
const MAX_PENDING = 1_000;
const MAX_PENDING_BYTES = 32_000_000;
/** A read renews an entry's recency when it is older than this: one write for many reads. */
const TOUCH_AFTER_MS = 600_000;
/** A temporary file of this age was left behind by a process that ended. */
const ABANDONED_AFTER_MS = 300_000;
/** A cause of failures is taken to be over when it has not occurred for this long. */
const RECOVERED_AFTER_MS = 10_000;
/** A deletion of many that failed is tried again after this long. */
const RETRY_MS = 5_000;
/** The process may end then: see `LAST_RESORT` in index.ts. */
const CLOSE_TIMEOUT_MS = 2_000;
/** Files that are looked at or removed at once: as many as the thread pool takes soon, so that others have their turn. */
const BATCH = 32;
/** What a file system gives out, as a rule: only for the estimate between two sweeps. */
const BLOCK_BYTES = 4_096;
const CHECKSUM_BYTES = 32;
const TEMPORARY = /^[\da-f-]{36}\.part$/;

class DamagedError extends Error {}

/** An operation on one entry that has not reached the disk yet; without bytes, a deletion. */
interface Operation {
  bytes?: Buffer;
}

/**
 * Entries by name, one file each in a flat folder that processes may share. An entry is read exactly as it was written,
 * or not at all; what the disk refuses is a miss. Operations take effect in memory at once, and on disk one after the
 * other in the background.
 */
export class DiskCache {
  readonly #options: DiskCacheOptions;
  readonly #maxFileBytes: number;
  readonly #pending = new Map<string, Operation>();
  #pendingBytes = 0;
  /** Deletions by predicate that have not been carried out: one pass over the folder is for all of them. */
  #deletions: ((name: string) => boolean)[] = [];
  #deletionsAfter = 0;
  /** Since the last sweep. The first is due at once. */
  #writtenBytes = Number.POSITIVE_INFINITY;
  #isWorking = false;
  #work: Promise<void> = Promise.resolve();
  #isClosed = false;
  #isCutOff = false;
  /** When each cause of failures occurred last, and how often any has. */
  readonly #causes = new Map<string, number>();
  #failures = 0;
  readonly #warnDamaged: (fields: object) => void;
  readonly #warnDropped: (fields: object) => void;

  constructor(options: DiskCacheOptions) {
    this.#options = options;
    this.#maxFileBytes = Math.floor(options.maxBytes * SHARE);
    this.#warnDamaged = boundedWarnings(options.log, 'damaged file removed');
    this.#warnDropped = boundedWarnings(options.log, `${options.kind} not stored`, 1);
    this.#wake();
  }

  /** The bytes last written, or undefined. */
  async read(name: string): Promise<Buffer | undefined> {
    const pending = this.#pending.get(name);
    if (pending) return pending.bytes;
    if (this.#deletions.some((isOld) => isOld(name))) return undefined;
    try {
      const bytes = await this.#load(name);
      this.#worked();
      return bytes;
    } catch (error) {
      if (error instanceof DamagedError) {
        this.#damaged(error.message);
        // Its successor may be on its way already.
        if (!this.#pending.has(name)) this.delete(name);
      } else if (!isMissing(error)) {
        this.#failed('read', error);
      }
      return undefined;
    }
  }

  write(name: string, bytes: Buffer): void {
    const fits = bytes.length + CHECKSUM_BYTES <= this.#maxFileBytes;
    if (!fits) this.#dropped(`an entry of ${bytes.length} bytes`);
    this.#add(name, fits ? { bytes } : {});
  }

  delete(name: string): void {
    this.#add(name, {});
  }

  /** Deletes what is there now: an entry that is written later stays. */
  deleteWhere(isOld: (name: string) => boolean): void {
    for (const name of this.#pending.keys()) if (isOld(name)) this.#take(name);
    // So many at once that it costs less to begin anew.
    if (this.#deletions.length >= MAX_PENDING) this.#deletions = [() => true];
    else this.#deletions.push(isOld);
    this.#wake();
  }

  /** Resolves once everything has reached the disk, or the time for that is over. */
  async close(): Promise<void> {
    this.#isClosed = true;
    let timer: NodeJS.Timeout | undefined;
    const isOver = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
    });
    await Promise.race([this.#work, isOver]);
    clearTimeout(timer);
    this.#isCutOff = true;
    const left = this.#pending.size + this.#deletions.length;
    if (left > 0) this.#options.log.warn({ dir: this.#options.dir, left }, 'the disk cache ends before it is written');
  }

  #add(name: string, operation: Operation): void {
    if (this.#isClosed) return;
    this.#take(name);
    this.#pending.set(name, operation);
    this.#pendingBytes += operation.bytes?.length ?? 0;
    while (this.#pending.size > MAX_PENDING || this.#pendingBytes > MAX_PENDING_BYTES) this.#dropOldest();
    this.#wake();
  }

  #take(name: string): void {
    this.#pendingBytes -= this.#pending.get(name)?.bytes?.length ?? 0;
    this.#pending.delete(name);
  }

  #dropOldest(): void {
    const [oldest] = this.#pending.keys();
    if (oldest === undefined) return;
    this.#take(oldest);
    this.#dropped('the disk is too slow');
  }

  #dropped(reason: string): void {
    this.#options.onFault?.('dropped');
    this.#warnDropped({ dir: this.#options.dir, reason });
  }

  #wake(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#work = this.#workOff();
  }

  /** One after the other; what is asked for in the same turn of the event loop is seen together. */
  async #workOff(): Promise<void> {
    await Promise.resolve();
    for (let step = this.#next(); step; step = this.#next()) {
      try {
        await step();
        this.#worked();
      } catch (error) {
        this.#failed('write', error);
      }
    }
    this.#isWorking = false;
  }

  #next(): (() => Promise<void>) | undefined {
    if (this.#isCutOff) return undefined;
    if (this.#deletions.length > 0 && performance.now() >= this.#deletionsAfter) return () => this.#deleteMany();
    if (this.#writtenBytes >= this.#options.maxBytes * SHARE) return () => this.#sweep();
    const [first] = this.#pending;
    return first && (() => this.#carryOut(...first));
  }

  async #carryOut(name: string, operation: Operation): Promise<void> {
    try {
      if (operation.bytes) await this.#store(name, operation.bytes);
      else await this.#remove(name);
    } finally {
      // Until now it was read from memory. It may have been overtaken meanwhile.
      if (this.#pending.get(name) === operation) this.#take(name);
    }
  }

  async #store(name: string, bytes: Buffer): Promise<void> {
    const { dir } = this.#options;
    const temporary = join(dir, `${randomUUID()}.part`);
    const file = encodeEntry(name, bytes);
    this.#writtenBytes += Math.ceil(file.length / BLOCK_BYTES) * BLOCK_BYTES;
    // It may have been removed by an operator.
    await mkdir(dir, { recursive: true });
    try {
      await writeFile(temporary, file);
      await rename(temporary, join(dir, name));
    } catch (error) {
      // If this fails too, a sweep removes it later.
      await unlink(temporary).catch(() => {});
      throw error;
    }
  }

  async #load(name: string): Promise<Buffer> {
    const file = await open(join(this.#options.dir, name));
    try {
      const { size, mtimeMs } = await file.stat();
      if (size > this.#maxFileBytes) throw new DamagedError(`${size} bytes`);
      const bytes = decodeEntry(name, await file.readFile());
      const now = Date.now();
      if (now - mtimeMs > TOUCH_AFTER_MS)
        await file.utimes(now / 1000, now / 1000).catch((error) => this.#failed('write', error));
      return bytes;
    } finally {
      await file.close();
    }
  }

  #damaged(reason: string): void {
    this.#options.onFault?.('damaged');
    this.#warnDamaged({ dir: this.#options.dir, reason });
  }

  async #deleteMany(): Promise<void> {
    const carriedOut = [...this.#deletions];
    const isOld = (name: string) => carriedOut.some((deletion) => deletion(name));
    try {
      const old: string[] = [];
      for await (const name of this.#names()) if (this.#options.isName(name) && isOld(name)) old.push(name);
      await this.#inBatches(old, (name) => this.#remove(name));
      this.#deletions = this.#deletions.filter((deletion) => !carriedOut.includes(deletion));
    } catch (error) {
      // Until it succeeds these names are read as missing.
      this.#deletionsAfter = performance.now() + RETRY_MS;
      setTimeout(() => this.#wake(), RETRY_MS).unref();
      throw error;
    }
  }

  /** Keeps the folder within its bound: the entries that were not used for longest go. */
  async #sweep(): Promise<void> {
    const { dir, maxBytes, isName } = this.#options;
    this.#writtenBytes = 0;
    await mkdir(dir, { recursive: true });
    await access(dir, constants.W_OK);
    const names: string[] = [];
    for await (const name of this.#names()) if (isName(name) || TEMPORARY.test(name)) names.push(name);
    const files: { name: string; bytes: number; usedAt: number }[] = [];
    const abandoned = Date.now() - ABANDONED_AFTER_MS;
    await this.#inBatches(names, async (name) => {
      const stats = await lstat(join(dir, name)).catch(ifMissing);
      if (!stats?.isFile()) return;
      if (TEMPORARY.test(name) && stats.mtimeMs < abandoned) return this.#remove(name);
      // It may not push out those that can be read.
      if (stats.size > this.#maxFileBytes) {
        this.#damaged(`${stats.size} bytes`);
        return this.#remove(name);
      }
      // Some file systems give out blocks later than they take the bytes.
      files.push({ name, bytes: Math.max(stats.blocks * 512, stats.size), usedAt: stats.mtimeMs });
    });
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes <= maxBytes) return;
    const old: string[] = [];
    for (const file of files.sort((a, b) => a.usedAt - b.usedAt)) {
      if (bytes <= maxBytes * SWEPT) break;
      if (TEMPORARY.test(file.name)) continue;
      bytes -= file.bytes;
      old.push(file.name);
    }
    await this.#inBatches(old, (name) => this.#remove(name));
  }

  async *#names(): AsyncGenerator<string> {
    try {
      for await (const { name } of await opendir(this.#options.dir, { bufferSize: BATCH })) yield name;
    } catch (error) {
      ifMissing(error);
    }
  }

  async #inBatches(names: string[], work: (name: string) => Promise<void>): Promise<void> {
    for (let start = 0; start < names.length && !this.#isCutOff; start += BATCH)
      await Promise.all(names.slice(start, start + BATCH).map(work));
  }

  async #remove(name: string): Promise<void> {
    await unlink(join(this.#options.dir, name)).catch(ifMissing);
  }

  /** Once for each cause, until it is over. */
  #failed(operation: 'read' | 'write', error: unknown): void {
    const { dir, kind, log, onFault } = this.#options;
    const cause = codeOf(error) ?? String(error);
    onFault?.('failed');
    this.#failures += 1;
    if (!this.#causes.has(cause))
      log.warn({ dir, cause, err: error }, `${kind} cannot be ${operation === 'read' ? 'read' : 'stored'}`);
    this.#causes.set(cause, performance.now());
  }

  #worked(): void {
    if (this.#causes.size === 0) return;
    for (const [cause, at] of this.#causes) {
      if (performance.now() - at < RECOVERED_AFTER_MS) continue;
      this.#causes.delete(cause);
      if (this.#causes.size > 0) continue;
      const { dir, kind, log } = this.#options;
      log.info({ dir, failures: this.#failures }, `${kind} can be stored and read again`);
      this.#failures = 0;
    }
  }
}

/** A file as it lies in the folder: a checksum, which the name is part of, and the bytes. What is truncated, zeroed, foreign or renamed does not fit it. */
export const encodeEntry = (name: string, bytes: Buffer): Buffer => Buffer.concat([checksum(name, bytes), bytes]);

function decodeEntry(name: string, file: Buffer): Buffer {
  const bytes = file.subarray(CHECKSUM_BYTES);
  if (!checksum(name, bytes).equals(file.subarray(0, CHECKSUM_BYTES)))
    throw new DamagedError('the checksum does not fit');
  return bytes;
}

const checksum = (name: string, bytes: Buffer): Buffer =>
  createHash('sha256').update(`${name}\0`).update(bytes).digest();

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

const MISSING = new Set<unknown>(['ENOENT', 'ENOTDIR']);
const isMissing = (error: unknown): boolean => MISSING.has(codeOf(error));

/** For what another process may have removed; any other error is thrown again. */
function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
