import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';

const MAX_BYTES = 512_000_000;

/** Files under names of ours, at most so many bytes of them: what has not been used for longest goes. Processes may share the folder. */
export class Disk {
  readonly #dir: string;
  readonly #log: Logger;
  readonly #sizes: LRUCache<string, number>;
  readonly #ready: Promise<void>;
  #hasTold = false;

  constructor(dir: string, log: Logger, maxBytes = MAX_BYTES) {
    this.#dir = dir;
    this.#log = log;
    this.#sizes = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (size) => size + 1,
      dispose: (_, name, reason) => {
        if (reason === 'evict') unlink(join(dir, name)).catch(() => {});
      },
    });
    this.#ready = this.#open().catch((error) => this.#tell(error));
  }

  async read(name: string): Promise<Buffer | undefined> {
    try {
      const path = join(this.#dir, name);
      const bytes = await readFile(path);
      // Power may go between a file's name and its bytes.
      if (bytes.length === 0) return undefined;
      this.#sizes.set(name, bytes.length);
      // The order of use outlives the process.
      utimes(path, new Date(), new Date()).catch(() => {});
      return bytes;
    } catch {
      return undefined;
    }
  }

  async write(name: string, bytes: Buffer): Promise<void> {
    try {
      await this.#ready;
      const temporary = join(this.#dir, `${randomUUID()}.part`);
      await writeFile(temporary, bytes);
      await rename(temporary, join(this.#dir, name));
      this.#sizes.set(name, bytes.length);
    } catch (error) {
      this.#tell(error);
    }
  }

  async #open(): Promise<void> {
    await mkdir(this.#dir, { recursive: true });
    const files = await Promise.all((await readdir(this.#dir)).map((name) => this.#look(name)));
    for (const { name, size } of files.sort((a, b) => a.used - b.used)) this.#sizes.set(name, size);
  }

  async #look(name: string) {
    const { size, mtimeMs } = await stat(join(this.#dir, name)).catch(() => ({ size: 0, mtimeMs: 0 }));
    return { name, size, used: mtimeMs };
  }

  #tell(err: unknown): void {
    if (!this.#hasTold) this.#log.warn({ err, dir: this.#dir }, 'pictures cannot be stored');
    this.#hasTold = true;
  }
}
