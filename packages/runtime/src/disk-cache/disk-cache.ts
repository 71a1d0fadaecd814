import { DiskFaults, type DiskFaultsOptions } from './disk-faults.ts';
import { CHECKSUM_BYTES, DamagedError, DiskFolder, type DiskFolderOptions } from './disk-folder.ts';

export type DiskCacheOptions = DiskFaultsOptions & Omit<DiskFolderOptions, 'maxFileBytes'>;

/**
 * This share of `maxBytes` is the largest entry, and the most that is written between two sweeps: N processes exceed
 * `maxBytes` by at most N such shares.
 */
const SHARE = 1 / 16;
/** The most operations that wait for a slow disk, and the most bytes that they hold in memory. Beyond either, the oldest are dropped. */
const MAX_PENDING = 1_000;
const MAX_PENDING_BYTES = 32_000_000;
/** A failed deletion by predicate is tried again after this long. */
const RETRY_DELAY_MS = 5_000;
/** The longest that `close` waits for the disk. It fits into the time that index.ts allows for the end of the process. */
const CLOSE_TIMEOUT_MS = 2_000;
/** The block size of most file systems, to estimate between two sweeps how much space an entry takes. */
const BLOCK_BYTES = 4_096;

/** A write of one entry, or without bytes its deletion, that has not reached the disk yet. */
interface Operation {
  bytes?: Buffer;
}

/**
 * A cache on disk: entries of bytes by name. An entry is read exactly as it was written, or not at all; if the disk fails, that
 * is a miss. Operations take effect in memory at once, and on disk one after the other in the background. No method rejects.
 */
export class DiskCache {
  readonly #options: DiskCacheOptions;
  readonly #maxShareBytes: number;
  readonly #faults: DiskFaults;
  readonly #folder: DiskFolder;
  readonly #pending = new Map<string, Operation>();
  #pendingBytes = 0;
  /** Deletions by predicate that have not reached the disk. One pass over the folder carries out all of them. */
  #deletions: ((name: string) => boolean)[] = [];
  /** Whether they wait for RETRY_DELAY_MS, because they have failed. */
  #areDeletionsDelayed = false;
  /** The estimated bytes written since the last sweep. Infinite at first, so that a sweep comes before the first write. */
  #writtenBytes = Number.POSITIVE_INFINITY;
  #isProcessing = false;
  #processing: Promise<void> = Promise.resolve();
  /** No more operations are accepted. */
  #isClosed = false;
  /** No more operations are started. */
  #isAborted = false;

  constructor(options: DiskCacheOptions) {
    this.#options = options;
    this.#maxShareBytes = Math.floor(options.maxBytes * SHARE);
    this.#faults = new DiskFaults(options);
    this.#folder = new DiskFolder({ ...options, maxFileBytes: this.#maxShareBytes }, this.#faults);
    this.#startProcessing();
  }

  /** The bytes last written under a name; undefined if there are none or they cannot be read. */
  async read(name: string): Promise<Buffer | undefined> {
    const pending = this.#pending.get(name);
    if (pending) return pending.bytes;
    // A pending deletion already counts.
    if (this.#deletions.some((matches) => matches(name))) return undefined;
    try {
      const bytes = await this.#folder.load(name);
      this.#faults.succeeded('read');
      return bytes;
    } catch (error) {
      if (error instanceof DamagedError) {
        this.#faults.damaged(error.message);
        // A new entry under the name may have been written since.
        if (!this.#pending.has(name)) this.delete(name);
      } else {
        this.#faults.failed('read', error);
      }
      return undefined;
    }
  }

  /** Writes an entry in the background. If the bytes are too many, the entry under the name is deleted instead. */
  write(name: string, bytes: Buffer): void {
    const fits = bytes.length + CHECKSUM_BYTES <= this.#maxShareBytes;
    if (!fits) this.#faults.dropped(`an entry of ${bytes.length} bytes`);
    this.#add(name, fits ? { bytes } : {});
  }

  /** Deletes an entry, if it exists, in the background. */
  delete(name: string): void {
    this.#add(name, {});
  }

  /** Deletes the entries that exist now and whose names match; an entry that is written later stays. */
  deleteWhere(matches: (name: string) => boolean): void {
    for (const name of this.#pending.keys()) if (matches(name)) this.#removePending(name);
    // To empty the cache costs less than to evaluate this many predicates.
    if (this.#deletions.length >= MAX_PENDING) this.#deletions = [() => true];
    else this.#deletions.push(matches);
    this.#startProcessing();
  }

  /** Resolves once everything has reached the disk, or after CLOSE_TIMEOUT_MS; what is then left is lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#areDeletionsDelayed = false;
    this.#startProcessing();
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
    });
    await Promise.race([this.#processing, timedOut]);
    clearTimeout(timer);
    this.#isAborted = true;
    this.#folder.abort();
    const left = this.#pending.size + this.#deletions.length;
    const { dir, log } = this.#options;
    if (left > 0) log.warn({ dir, left }, 'the disk cache ends before everything is written');
  }

  #add(name: string, operation: Operation): void {
    if (this.#isClosed) return;
    this.#removePending(name);
    this.#pending.set(name, operation);
    this.#pendingBytes += operation.bytes?.length ?? 0;
    while (this.#pending.size > MAX_PENDING || this.#pendingBytes > MAX_PENDING_BYTES) this.#dropOldest();
    this.#startProcessing();
  }

  #removePending(name: string): void {
    this.#pendingBytes -= this.#pending.get(name)?.bytes?.length ?? 0;
    this.#pending.delete(name);
  }

  #dropOldest(): void {
    const [oldest] = this.#pending.keys();
    if (oldest === undefined) return;
    this.#removePending(oldest);
    this.#faults.dropped('the disk is too slow');
  }

  #startProcessing(): void {
    if (this.#isProcessing) return;
    this.#isProcessing = true;
    this.#processing = this.#process();
  }

  /** Carries out the pending operations one after the other. It starts in a microtask, so that deletions called together share a pass. */
  async #process(): Promise<void> {
    await Promise.resolve();
    for (let step = this.#nextStep(); step; step = this.#nextStep()) {
      try {
        await step();
      } catch (error) {
        this.#faults.failed('write', error);
      }
    }
    this.#isProcessing = false;
  }

  /** The next work on the disk: deletions by predicate first, then a sweep if one is due, then the oldest operation. */
  #nextStep(): (() => Promise<void>) | undefined {
    if (this.#isAborted) return undefined;
    if (this.#deletions.length > 0 && !this.#areDeletionsDelayed) return () => this.#carryOutDeletions();
    const [first] = this.#pending;
    const bytes = first ? bytesOnDisk(first[1]) : 0;
    if (this.#writtenBytes > 0 && this.#writtenBytes + bytes > this.#maxShareBytes) {
      this.#writtenBytes = 0;
      return () => this.#folder.sweep();
    }
    if (!first) return undefined;
    this.#writtenBytes += bytes;
    return () => this.#carryOut(...first);
  }

  async #carryOut(name: string, operation: Operation): Promise<void> {
    try {
      if (operation.bytes) {
        await this.#folder.store(name, operation.bytes);
        this.#faults.succeeded('write');
      } else await this.#folder.remove(name);
    } finally {
      // Until now, reads found it in memory. A later operation on the same name may have replaced it.
      if (this.#pending.get(name) === operation) this.#removePending(name);
    }
  }

  async #carryOutDeletions(): Promise<void> {
    const deletions = [...this.#deletions];
    try {
      await this.#folder.removeWhere((name) => deletions.some((matches) => matches(name)));
      this.#deletions = this.#deletions.filter((deletion) => !deletions.includes(deletion));
    } catch (error) {
      this.#areDeletionsDelayed = true;
      setTimeout(() => {
        this.#areDeletionsDelayed = false;
        this.#startProcessing();
      }, RETRY_DELAY_MS).unref();
      throw error;
    }
  }
}

/** An estimate of the space that an operation takes. */
const bytesOnDisk = ({ bytes }: Operation): number =>
  bytes ? Math.ceil((bytes.length + CHECKSUM_BYTES) / BLOCK_BYTES) * BLOCK_BYTES : 0;
