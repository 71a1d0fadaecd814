import { createHash, randomUUID } from 'node:crypto';
import { access, constants, lstat, mkdir, open, opendir, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, type DiskFaults } from './disk-faults.ts';

export interface DiskFolderOptions {
  dir: string;
  /** Whether a file is one of the cache's, by its name: any other file in the folder is neither counted nor removed. */
  isName: (name: string) => boolean;
  /** Of all entries together, in blocks on disk. */
  maxBytes: number;
  maxFileBytes: number;
}

/** Of the bound: what a sweep leaves, so that the next one is not due at once. */
const SWEPT = 0.9;
/** A read renews an entry's recency when it is older than this: one write for many reads. */
const TOUCH_AFTER_MS = 600_000;
/** A temporary file of this age was left behind by a process that ended. */
const ABANDONED_AFTER_MS = 300_000;
/** Files that are looked at or removed at once: few enough for the thread pool that others have their turn. */
const BATCH = 32;
/** In which `stat` counts, whatever the file system's own blocks are. */
const STAT_BLOCK_BYTES = 512;
export const CHECKSUM_BYTES = 32;
const TEMPORARY = /^[\da-f-]{36}\.part$/;

/** A file under a name of ours that was not written under it, or not to its end. */
export class DamagedError extends Error {}

/** The files of a cache, one for each entry, in a flat folder that processes may share. */
export class DiskFolder {
  readonly #options: DiskFolderOptions;
  readonly #faults: DiskFaults;
  #isAborted = false;

  constructor(options: DiskFolderOptions, faults: DiskFaults) {
    this.#options = options;
    this.#faults = faults;
  }

  async store(name: string, bytes: Buffer): Promise<void> {
    const { dir } = this.#options;
    const temporary = join(dir, `${randomUUID()}.part`);
    // An operator may have removed it.
    await mkdir(dir, { recursive: true });
    try {
      await writeFile(temporary, encodeEntry(name, bytes));
      await rename(temporary, join(dir, name));
    } catch (error) {
      // If this fails too, a sweep removes it later.
      await unlink(temporary).catch(() => {});
      throw error;
    }
  }

  /** Undefined where there is none; rejects with a DamagedError, or with what the system says. */
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

  async remove(name: string): Promise<void> {
    await unlink(join(this.#options.dir, name)).catch(ifMissing);
  }

  async removeWhere(isOld: (name: string) => boolean): Promise<void> {
    const old: string[] = [];
    for await (const name of this.#names()) if (this.#options.isName(name) && isOld(name)) old.push(name);
    await this.#inBatches(old, (name) => this.remove(name));
  }

  /** Keeps the folder within its bound: the entries that were not used for longest go. */
  async sweep(): Promise<void> {
    const { dir, maxBytes } = this.#options;
    await mkdir(dir, { recursive: true });
    await access(dir, constants.W_OK);
    const files = await this.#inspect();
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes <= maxBytes) return;
    const old: string[] = [];
    for (const file of files.sort((a, b) => a.usedAt - b.usedAt)) {
      if (bytes <= maxBytes * SWEPT) break;
      // Another process is about to rename it.
      if (TEMPORARY.test(file.name)) continue;
      bytes -= file.bytes;
      old.push(file.name);
    }
    await this.#inBatches(old, (name) => this.remove(name));
  }

  /** Ends a sweep or a removal of many before its time. */
  abort(): void {
    this.#isAborted = true;
  }

  /** The cache's files; those that are of no use are removed. */
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
      // It must not push out those that can be read.
      const isTooLarge = stats.size > maxFileBytes;
      if (isTooLarge) this.#faults.damaged(`${stats.size} bytes`);
      if (isAbandoned || isTooLarge) await this.remove(name);
      // Some file systems give out the blocks later.
      else files.push({ name, bytes: Math.max(stats.blocks * STAT_BLOCK_BYTES, stats.size), usedAt: stats.mtimeMs });
    });
    return files;
  }

  async *#names(): AsyncGenerator<string> {
    const folder = await opendir(this.#options.dir, { bufferSize: BATCH }).catch(ifMissing);
    if (folder) for await (const { name } of folder) yield name;
  }

  async #inBatches(names: string[], work: (name: string) => Promise<void>): Promise<void> {
    for (let start = 0; start < names.length && !this.#isAborted; start += BATCH)
      await Promise.all(names.slice(start, start + BATCH).map(work));
  }
}

/** A file as it lies in the folder: a checksum, which the name is part of, and the bytes. It does not fit what is truncated, zeroed, foreign or renamed. */
export const encodeEntry = (name: string, bytes: Buffer): Buffer => Buffer.concat([checksum(name, bytes), bytes]);

function decodeEntry(name: string, file: Buffer): Buffer {
  const bytes = file.subarray(CHECKSUM_BYTES);
  if (!checksum(name, bytes).equals(file.subarray(0, CHECKSUM_BYTES)))
    throw new DamagedError('the checksum does not fit');
  return bytes;
}

const checksum = (name: string, bytes: Buffer): Buffer =>
  createHash('sha256').update(`${name}\0`).update(bytes).digest();

/** For what another process may have removed; any other error is thrown again. */
function ifMissing(error: unknown): undefined {
  const code = codeOf(error);
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
}
