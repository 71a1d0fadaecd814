import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mapInTurns, TimeSlice } from '@foyer/runtime';
import type { Logger } from 'pino';
import {
  readParts,
  type StorableFile,
  type StoredFile,
  type StoredSources,
  textsOf,
  writeParts,
} from './stored-parts.ts';
import { StoredTexts } from './stored-texts.ts';

/*
 * The files of a content folder as they were parsed, in one file, so that a restart reads none that is still the same: to
 * parse ten thousand takes seconds, to read them here takes tenths. stored-parts.ts has its form.
 */

const NAME = 'parsed-files';
/** Up to this share of files that are not stored, nothing is written: a start parses them soon, and an edit must not write all. */
const MAX_UNSTORED_SHARE = 1 / 20;

export interface StoredFilesOptions {
  dir: string;
  /** Names all that decides how a file is parsed: what is stored for another scope is not used. */
  scope: string;
  log: Logger;
}

/** The files that an earlier process has stored, and those that this one stores. */
export class StoredFiles {
  readonly #options: StoredFilesOptions;
  readonly #path: string;
  /** The stamp of each file that is stored, or has faults. */
  readonly #stamps = new Map<string, string>();
  /** By number, as they were read. */
  #words: readonly string[] = [];
  /** What was read, until it is taken. */
  readonly #files = new Map<string, StoredFile>();
  /** The last writing. */
  #writing: Promise<void> = Promise.resolve();

  constructor(options: StoredFilesOptions) {
    this.#options = options;
    this.#path = join(options.dir, NAME);
  }

  /** Reads what is stored. Never rejects: without it, each file is parsed. */
  async read(): Promise<void> {
    try {
      const handle = await open(this.#path);
      let isNeeded = false;
      try {
        isNeeded = await this.#readFrom(handle);
      } finally {
        if (!isNeeded) await handle.close();
      }
    } catch (err) {
      this.#stamps.clear();
      this.#files.clear();
      const isMissing = err instanceof Error && 'code' in err && err.code === 'ENOENT';
      if (!isMissing)
        this.#options.log.warn({ err, path: this.#path }, 'stored content cannot be read: each file is parsed');
    }
  }

  /** The words that were read, by number. */
  get words(): readonly string[] {
    return this.#words;
  }

  /** A file as it was parsed, once; undefined if it is not stored in this version. */
  take(file: string, stamp: string): StoredFile | undefined {
    const stored = this.#files.get(file);
    this.#files.delete(file);
    return stored?.stamp === stamp ? stored : undefined;
  }

  /** Forgets what was not taken: these files are gone. */
  forget(): void {
    this.#words = [];
    this.#files.clear();
  }

  /** Stores these files, if more than a few of them are not stored. Their texts are in the file then. Never rejects. */
  write(storable: Iterable<StorableFile>, sources: StoredSources): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeNow(storable, sources));
    return this.#writing;
  }

  async #writeNow(storable: Iterable<StorableFile>, sources: StoredSources): Promise<void> {
    const slice = new TimeSlice();
    const candidates: StorableFile[] = [];
    let unstored = 0;
    for (const candidate of storable) {
      candidates.push(candidate);
      if (this.#stamps.get(candidate.file) !== candidate.stamp) unstored += 1;
      if (slice.isUsedUp) await slice.end();
    }
    if (unstored <= candidates.length * MAX_UNSTORED_SHARE) return;
    const files = (await mapInTurns(candidates, (candidate) => candidate.toStored())).filter(
      (file) => file !== undefined,
    );
    const { dir, log } = this.#options;
    const unfinished = `${this.#path}.new`;
    try {
      await mkdir(dir, { recursive: true });
      // A file of its own: texts are read from it later, while another process may write one of this name.
      await rm(unfinished, { force: true });
      const handle = await open(unfinished, 'wx+');
      let offset: number;
      try {
        offset = await writeParts(handle, this.#options.scope, files, sources);
        // What cannot be written is said while the texts are still in memory.
        await handle.datasync();
        await rename(unfinished, this.#path);
      } catch (error) {
        await handle.close();
        throw error;
      }
      const stored = new StoredTexts(handle);
      for (const text of textsOf(files)) {
        text.markdown = { stored, offset };
        offset += text.bytes;
      }
      this.#stamps.clear();
      for (const { file, stamp } of candidates) this.#stamps.set(file, stamp);
    } catch (err) {
      log.warn({ err, path: this.#path }, 'content cannot be stored: the next start parses each file');
      await rm(unfinished, { force: true }).catch(() => {});
    }
  }

  /** @returns whether the file stays open, for its texts */
  async #readFrom(handle: FileHandle): Promise<boolean> {
    const stored = await readParts(handle, this.#options.scope);
    if (!stored) return false;
    this.#words = stored.words;
    const slice = new TimeSlice();
    for (const file of stored.files) {
      this.#files.set(file.file, file);
      this.#stamps.set(file.file, file.stamp);
      if (slice.isUsedUp) await slice.end();
    }
    return true;
  }
}
