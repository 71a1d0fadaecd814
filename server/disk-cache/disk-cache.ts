import { DiskFaults, type DiskFaultsOptions } from './disk-faults.ts';
import { CHECKSUM_BYTES, DamagedError, DiskFolder, type DiskFolderOptions } from './disk-folder.ts';

export type DiskCacheOptions = DiskFaultsOptions & Omit<DiskFolderOptions, 'maxFileBytes'>;

/** Of the bound: one entry takes at most this much, and a sweep is due before more was written. N processes exceed the bound by at most N of these. */
const SHARE = 1 / 16;
/** Operations that wait for a slow disk, and the bytes that they hold in memory; beyond either the oldest are dropped. */
const MAX_PENDING = 1_000;
const MAX_PENDING_BYTES = 32_000_000;
/** A deletion of many that failed is tried again after this long. */
const RETRY_MS = 5_000;
/** The process may end then: see `LAST_RESORT` in index.ts. */
const CLOSE_TIMEOUT_MS = 2_000;
/** What most file systems give out at least: for the estimate between two sweeps. */
const BLOCK_BYTES = 4_096;

/** An operation on one entry that has not reached the disk yet; without bytes, a deletion. */
interface Operation {
  bytes?: Buffer;
}

/**
 * Entries by name, on disk. An entry is read exactly as it was written, or not at all; what the disk refuses is a miss.
 * Operations take effect in memory at once, and on disk one after the other in the background.
 */
export class DiskCache {
  readonly #options: DiskCacheOptions;
  readonly #maxShareBytes: number;
  readonly #faults: DiskFaults;
  readonly #folder: DiskFolder;
  readonly #pending = new Map<string, Operation>();
  #pendingBytes = 0;
  /** Deletions by predicate that have not been carried out: one pass over the folder is for all of them. */
  #deletions: ((name: string) => boolean)[] = [];
  #areDeletionsDelayed = false;
  /** Since the last sweep. The first is due at once. */
  #writtenBytes = Number.POSITIVE_INFINITY;
  #isWorking = false;
  #work: Promise<void> = Promise.resolve();
  #isClosed = false;
  #isCutOff = false;

  constructor(options: DiskCacheOptions) {
    this.#options = options;
    this.#maxShareBytes = Math.floor(options.maxBytes * SHARE);
    this.#faults = new DiskFaults(options);
    this.#folder = new DiskFolder({ ...options, maxFileBytes: this.#maxShareBytes }, this.#faults);
    this.#wake();
  }

  /** The bytes last written, or undefined. */
  async read(name: string): Promise<Buffer | undefined> {
    const pending = this.#pending.get(name);
    if (pending) return pending.bytes;
    // Until a deletion that failed succeeds.
    if (this.#deletions.some((isOld) => isOld(name))) return undefined;
    try {
      const bytes = await this.#folder.load(name);
      this.#faults.succeeded();
      return bytes;
    } catch (error) {
      if (error instanceof DamagedError) {
        this.#faults.damaged(error.message);
        // Its successor may be on its way already.
        if (!this.#pending.has(name)) this.delete(name);
      } else {
        this.#faults.failed('read', error);
      }
      return undefined;
    }
  }

  write(name: string, bytes: Buffer): void {
    const fits = bytes.length + CHECKSUM_BYTES <= this.#maxShareBytes;
    if (!fits) this.#faults.dropped(`an entry of ${bytes.length} bytes`);
    this.#add(name, fits ? { bytes } : {});
  }

  delete(name: string): void {
    this.#add(name, {});
  }

  /** Deletes what is there now: an entry that is written later stays. */
  deleteWhere(isOld: (name: string) => boolean): void {
    for (const name of this.#pending.keys()) if (isOld(name)) this.#take(name);
    // To empty the cache costs less than so many predicates.
    if (this.#deletions.length >= MAX_PENDING) this.#deletions = [() => true];
    else this.#deletions.push(isOld);
    this.#wake();
  }

  /** Resolves once everything has reached the disk, or the time for that is over. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#areDeletionsDelayed = false;
    this.#wake();
    let timer: NodeJS.Timeout | undefined;
    const isOver = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
    });
    await Promise.race([this.#work, isOver]);
    clearTimeout(timer);
    this.#isCutOff = true;
    this.#folder.abort();
    const left = this.#pending.size + this.#deletions.length;
    const { dir, log } = this.#options;
    if (left > 0) log.warn({ dir, left }, 'the disk cache ends before everything is written');
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
    this.#faults.dropped('the disk is too slow');
  }

  #wake(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#work = this.#workOff();
  }

  /** One operation after the other; deletions of the same turn of the event loop are united. */
  async #workOff(): Promise<void> {
    await Promise.resolve();
    for (let step = this.#next(); step; step = this.#next()) {
      try {
        await step();
        this.#faults.succeeded();
      } catch (error) {
        this.#faults.failed('write', error);
      }
    }
    this.#isWorking = false;
  }

  #next(): (() => Promise<void>) | undefined {
    if (this.#isCutOff) return undefined;
    if (this.#deletions.length > 0 && !this.#areDeletionsDelayed) return () => this.#deleteMany();
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
      if (operation.bytes) await this.#folder.store(name, operation.bytes);
      else await this.#folder.remove(name);
    } finally {
      // Until now it was read from memory. It may have been overtaken meanwhile.
      if (this.#pending.get(name) === operation) this.#take(name);
    }
  }

  async #deleteMany(): Promise<void> {
    const deletions = [...this.#deletions];
    try {
      await this.#folder.removeWhere((name) => deletions.some((isOld) => isOld(name)));
      this.#deletions = this.#deletions.filter((deletion) => !deletions.includes(deletion));
    } catch (error) {
      this.#areDeletionsDelayed = true;
      setTimeout(() => {
        this.#areDeletionsDelayed = false;
        this.#wake();
      }, RETRY_MS).unref();
      throw error;
    }
  }
}

const bytesOnDisk = ({ bytes }: Operation): number =>
  bytes ? Math.ceil((bytes.length + CHECKSUM_BYTES) / BLOCK_BYTES) * BLOCK_BYTES : 0;
