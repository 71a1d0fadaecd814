import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { folderFailure } from '@foyer/command-line';

/** Where a file is until it is complete. The content folder ignores names that begin with a dot. */
const PARTIAL = '.import/partial';

/** Writes files of a folder: each appears complete or not at all. Rejects with a CommandError for a disk that is full or read-only. */
export class FolderWriter {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** @param name relative to the folder */
  async write(name: string, content: string | Uint8Array): Promise<void> {
    await this.#replace(name, (path) => writeFile(path, content));
  }

  /** Writes what a stream brings. Rejects with the stream's own error, too. */
  async writeStream(name: string, content: Readable, signal: AbortSignal): Promise<void> {
    await this.#replace(name, (path) => pipeline(content, createWriteStream(path), { signal }));
  }

  /** Removes a file, or a folder with all that is in it. */
  async remove(name: string): Promise<void> {
    await rm(join(this.#dir, name), { recursive: true, force: true }).catch((error: unknown) => {
      throw folderFailure(error, this.#dir);
    });
  }

  /** Removes what a process that was killed has left. */
  clean(): Promise<void> {
    return this.remove(PARTIAL);
  }

  async #replace(name: string, write: (path: string) => Promise<void>): Promise<void> {
    const path = join(this.#dir, name);
    const partial = join(this.#dir, PARTIAL, randomUUID());
    try {
      await mkdir(dirname(partial), { recursive: true });
      await write(partial);
      await mkdir(dirname(path), { recursive: true });
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true }).catch(() => {});
      throw folderFailure(error, this.#dir);
    }
  }
}
