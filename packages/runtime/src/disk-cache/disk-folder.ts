import { createHash, randomUUID } from 'node:crypto';
import { access, constants, lstat, mkdir, open, opendir, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, type DiskFaults } from './disk-faults.ts';

export interface DiskFolderOptions {
  dir: string;
  /** Whether a file's name is one of the cache's. Other files in the folder are neither counted nor removed. */
  isName: (name: string) => boolean;
  /** The space on disk that all entries together may take, counted in blocks. */
  maxBytes: number;
  /** The size of a file beyond which it counts as damaged. */
  maxFileBytes: number;
}

/** A sweep removes entries down to this share of `maxBytes`, so that the next sweep is not due at once. */
const SWEEP_TARGET = 0.9;
/** A read updates the time of an entry's last use if that is older than this, so that not every read is a write. */
const TOUCH_AFTER_MS = 600_000;
/** A temporary file of this age was left by a process that has ended. */
const ABANDONED_AFTER_MS = 300_000;
/** Files that are examined or removed at once: few enough that other work gets its turn in Node.js's thread pool. */
const BATCH_SIZE = 32;
/** The unit of `blocks` in `stat`, whatever the file system's own block size is. */
const STAT_BLOCK_BYTES = 512;
/** Before the bytes of each entry. */
export const CHECKSUM_BYTES = 32;
const TEMPORARY = /^[\da-f-]{36}\.part$/;

/** A file's content is not what was written under its name. */
export class DamagedError extends Error {}

/** The files of a disk cache, one for each entry, in one flat folder that processes may share. */
export class DiskFolder {
  readonly #options: DiskFolderOptions;
  readonly #faults: DiskFaults;
  #isAborted = false;

  constructor(options: DiskFolderOptions, faults: DiskFaults) {
    this.#options = options;
    this.#faults = faults;
  }

  /** Writes an entry's file, so that readers see either the last version or the new one. Rejects with the system's error. */
  async store(name: string, bytes: Buffer): Promise<void> {
    const { dir } = this.#options;
    const temporary = join(dir, `${randomUUID()}.part`);
    // An operator may have removed the folder.
    await mkdir(dir, { recursive: true });
    try {
      await writeFile(temporary, encodeEntry(name, bytes));
      await rename(temporary, join(dir, name));
    } catch (error) {
      // If this fails too, a later sweep removes the file.
      await unlink(temporary).catch(() => {});
      throw error;
    }
  }

  /** The bytes of an entry; undefined if there is none. Rejects with a DamagedError or the system's error. */
  async load(name: string): Promise<Buffer | undefined> {
    const file = await open(join(this.#options.dir, name)).catch(ifMissing);
    if (!file) return undefined;
    try {
      const { size, mtimeMs } = await file.stat();
      if (size > this.#options.maxFileBytes) throw new DamagedError(`${size} bytes`);
      const bytes = decodeEntry(name, await file.readFile());
      const now = Date.now();
      if (now - mtimeMs > TOUCH_AFTER_MS)
        await file.utimes(now / 1000, now / 1000).catch((error) => this.#faults.failed('write', error));
      return bytes;
    } finally {
      await file.close();
    }
  }

  /** Removes an entry, if it exists. Rejects with the system's error. */
  async remove(name: string): Promise<void> {
    await unlink(join(this.#options.dir, name)).catch(ifMissing);
  }

  /** Removes the entries whose names match. Rejects with the system's error. */
  async removeWhere(matches: (name: string) => boolean): Promise<void> {
    const matching: string[] = [];
    for await (const name of this.#names()) if (this.#options.isName(name) && matches(name)) matching.push(name);
    await this.#inBatches(matching, (name) => this.remove(name));
  }

  /** If the entries take more than `maxBytes`, removes the least recently used. Rejects with the system's error. */
  async sweep(): Promise<void> {
    const { dir, maxBytes } = this.#options;
    await mkdir(dir, { recursive: true });
    await access(dir, constants.W_OK);
    const files = await this.#inspect();
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes <= maxBytes) return;
    const evicted: string[] = [];
    for (const file of files.sort((a, b) => a.usedAt - b.usedAt)) {
      if (bytes <= maxBytes * SWEEP_TARGET) break;
      // A process is still writing it.
      if (TEMPORARY.test(file.name)) continue;
      bytes -= file.bytes;
      evicted.push(file.name);
    }
    await this.#inBatches(evicted, (name) => this.remove(name));
  }

  /** Ends a sweep or `removeWhere` in progress after its current batch. */
  abort(): void {
    this.#isAborted = true;
  }

  /** The cache's files. Abandoned temporary files and files that are too large are removed. */
  async #inspect(): Promise<{ name: string; bytes: number; usedAt: number }[]> {
    const { dir, isName, maxFileBytes } = this.#options;
    const names: string[] = [];
    for await (const name of this.#names()) if (isName(name) || TEMPORARY.test(name)) names.push(name);
    const files: { name: string; bytes: number; usedAt: number }[] = [];
    const abandonedBefore = Date.now() - ABANDONED_AFTER_MS;
    await this.#inBatches(names, async (name) => {
      const stats = await lstat(join(dir, name)).catch(ifMissing);
      if (!stats?.isFile()) return;
      const isAbandoned = TEMPORARY.test(name) && stats.mtimeMs < abandonedBefore;
      // Such a file cannot be read, so it must not count: it would evict entries that can be.
      const isTooLarge = stats.size > maxFileBytes;
      if (isTooLarge) this.#faults.damaged(`${stats.size} bytes`);
      if (isAbandoned || isTooLarge) await this.remove(name);
      // Some file systems allocate blocks later: until then, the size counts.
      else files.push({ name, bytes: Math.max(stats.blocks * STAT_BLOCK_BYTES, stats.size), usedAt: stats.mtimeMs });
    });
    return files;
  }

  /** The names in the folder; none if it does not exist. */
  async *#names(): AsyncGenerator<string> {
    const folder = await opendir(this.#options.dir, { bufferSize: BATCH_SIZE }).catch(ifMissing);
    if (folder) for await (const { name } of folder) yield name;
  }

  async #inBatches(names: string[], work: (name: string) => Promise<void>): Promise<void> {
    for (let start = 0; start < names.length && !this.#isAborted; start += BATCH_SIZE)
      await Promise.all(names.slice(start, start + BATCH_SIZE).map(work));
  }
}

/**
 * The content of an entry's file: a checksum of its name and bytes, then the bytes. So a file that is truncated, overwritten or
 * renamed, or that another program wrote, is recognised as damaged.
 */
export const encodeEntry = (name: string, bytes: Buffer): Buffer => Buffer.concat([checksum(name, bytes), bytes]);

/** The bytes of an entry's file. Throws a DamagedError. */
function decodeEntry(name: string, file: Buffer): Buffer {
  const bytes = file.subarray(CHECKSUM_BYTES);
  if (!checksum(name, bytes).equals(file.subarray(0, CHECKSUM_BYTES)))
    throw new DamagedError('the checksum does not fit');
  return bytes;
}

const checksum = (name: string, bytes: Buffer): Buffer =>
  createHash('sha256').update(`${name}\0`).update(bytes).digest();

/** Turns the error for a missing file into undefined, because another process may have removed the file; throws any other. */
function ifMissing(error: unknown): undefined {
  const code = codeOf(error);
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
}
