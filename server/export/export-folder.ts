import { createHash } from 'node:crypto';
import {
  constants,
  copyFile,
  link,
  mkdir,
  open,
  realpath,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandError, folderFailure, OF_ITS_NAME } from '@foyer/command-line';
import { codesOf } from '@foyer/runtime';
import { claimFolder, clear, exists, LOCK, NEXT, PREVIOUS } from './claim-folder.ts';
import { compressedForms } from './compressed-files.ts';
import {
  emptyManifest,
  type FileRecord,
  intactFiles,
  MANIFEST,
  type Manifest,
  type PageRecord,
  readManifest,
  timeOf,
} from './manifest.ts';

/* The folder of an export: written aside, and put in the place of the last one once it is complete. */

/** The file system has no hard links, or no more of this file. */
const NO_LINK = ['EPERM', 'EXDEV', 'EMLINK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

export interface FolderChanges {
  written: number;
  removed: number;
  files: number;
  bytes: number;
}

/** Its methods reject with a CommandError for a disk that is full or read-only. */
export class ExportFolder {
  readonly #dir: string;
  readonly #last: Manifest;
  /** Files of the last export that are as they were written. */
  readonly #intact: Manifest['files'];
  readonly #next = emptyManifest();
  readonly #folders = new Map<string, Promise<unknown>>();
  #written = 0;
  #isFinished = false;

  private constructor(dir: string, last: Manifest, intact: Manifest['files']) {
    this.#dir = dir;
    this.#last = last;
    this.#intact = intact;
  }

  /** When the content of an export changes by itself: ISO 8601. Throws a CommandError if there is no export. */
  static async nextChange(path: string): Promise<string> {
    const { nextChange } = (await readManifest(resolve(path))) ?? {};
    if (nextChange === undefined) throw new CommandError(`${path} is no export.`, 2);
    return nextChange;
  }

  /** Begins an export. Throws a CommandError for a folder that is none, or to which another one is being written. */
  static async open(path: string): Promise<ExportFolder> {
    const dir = await realpath(path).catch(() => resolve(path));
    try {
      const last = await claimFolder(path, dir);
      return new ExportFolder(dir, last ?? emptyManifest(), await intactFiles(dir, last?.files ?? {}));
    } catch (error) {
      throw folderFailure(error, dir + NEXT);
    }
  }

  get files(): string[] {
    return Object.keys(this.#next.files);
  }

  /** Whether a file differs from the last export's. */
  get hasWritten(): boolean {
    return this.#written > 0;
  }

  /** Addresses of the last export's pages. */
  get lastPages(): string[] {
    return Object.keys(this.#last.pages);
  }

  /** The last export of a page, if all of its files are there. */
  lastPage(address: string): PageRecord | undefined {
    const page = this.#last.pages[address];
    return page?.files.every((file) => this.#intact[file]) ? page : undefined;
  }

  /** Takes the files of a page over from the last export. */
  async reusePage(address: string, record: PageRecord): Promise<void> {
    this.#next.pages[address] = record;
    for (const file of record.files) await this.reuse(file);
  }

  notePage(address: string, record: PageRecord): void {
    this.#next.pages[address] = record;
  }

  has(file: string): boolean {
    return Object.hasOwn(this.#next.files, file);
  }

  /** The ETag of the answer from which the last export's file was copied. */
  lastEtag(file: string): string | undefined {
    return this.#intact[file]?.etag;
  }

  /** Takes a file over from the last export. @returns whether that has it */
  async reuse(file: string): Promise<boolean> {
    if (this.#intact[file] === undefined) return false;
    await this.#guard(() => this.#reuse(file));
    return true;
  }

  /** Takes some files over from the last export. @returns whether that has them */
  async reuseAll(isWanted: (file: string) => boolean): Promise<boolean> {
    const files = Object.keys(this.#last.files).filter(isWanted);
    if (files.length === 0 || files.some((file) => !this.#intact[file])) return false;
    for (const file of files) await this.reuse(file);
    return true;
  }

  /** Writes a file; one that has not changed keeps its time. */
  async write(file: string, contents: Buffer): Promise<void> {
    const hash = hashOf(contents);
    if (this.#next.files[file]?.hash === hash) return;
    if (this.#intact[file]?.hash === hash) return this.#guard(() => this.#reuse(file));
    this.#written += 1;
    await this.#guard(() => this.#put(file, contents, hash));
    const forms = await compressedForms(file, contents);
    for (const [name, bytes] of Object.entries(forms))
      await this.#guard(() => this.#put(`${file}.${name}`, bytes, hashOf(bytes)));
  }

  /** Writes a file that may be large and is not compressed. Rejects with the stream's own error, too. @param etag of the answer with it */
  async writeStream(file: string, content: AsyncIterable<Uint8Array>, etag?: string): Promise<void> {
    const hash = createHash('sha256');
    const hashed = async function* () {
      for await (const chunk of content) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await this.#guard(async () => {
      const place = await this.#placeOf(file);
      try {
        // There before the stream can fail: else it may appear after it was removed.
        const handle = await open(place, 'w');
        await pipeline(hashed, handle.createWriteStream());
        const record = { ...(await recordOf(place, hash.digest('base64url'))), etag };
        const last = this.#intact[file];
        if (last?.hash === record.hash) {
          await rm(place);
          await this.#take(file, { ...last, etag });
        } else {
          this.#next.files[file] = record;
          this.#written += 1;
        }
      } catch (error) {
        await rm(place, { force: true }).catch(() => {});
        throw error;
      }
    });
  }

  /** Puts the export in the place of the last one. @param nextChange when the content changes by itself: ISO 8601 */
  async finish(nextChange: string): Promise<FolderChanges> {
    this.#next.nextChange = nextChange;
    await this.#guard(async () => writeFile(await this.#placeOf(MANIFEST), JSON.stringify(this.#next)));
    await this.#replace();
    this.#isFinished = true;
    const files = Object.values(this.#next.files);
    return {
      written: this.#written,
      removed: Object.keys(this.#last.files).filter((file) => this.#next.files[file] === undefined).length,
      files: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
    };
  }

  /** Leaves the last export as it is. */
  async abort(): Promise<void> {
    if (this.#isFinished || !(await exists(this.#dir + NEXT))) return;
    await clear(this.#dir + NEXT);
    await rm(this.#dir + NEXT, { recursive: true });
  }

  async #replace(): Promise<void> {
    const hasLast = await exists(this.#dir);
    try {
      if (hasLast) await rename(this.#dir, this.#dir + PREVIOUS);
      await rename(this.#dir + NEXT, this.#dir).catch(async (error: unknown) => {
        if (hasLast) await rename(this.#dir + PREVIOUS, this.#dir);
        throw error;
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : error;
      throw new CommandError(`${this.#dir} cannot be replaced (${reason}): name a folder inside of it.`);
    }
    await rm(this.#dir + PREVIOUS, { recursive: true, force: true });
    await rm(join(this.#dir, LOCK.file), { force: true });
  }

  /** Takes the file over, and what it is compressed to. */
  async #reuse(file: string): Promise<void> {
    for (const name of [file, `${file}.br`, `${file}.gz`]) {
      const record = this.#intact[name];
      if (record && !this.has(name)) await this.#take(name, record);
    }
  }

  async #take(file: string, record: FileRecord): Promise<void> {
    this.#next.files[file] = record;
    const from = join(this.#dir, file);
    const place = await this.#placeOf(file);
    try {
      await link(from, place);
    } catch (error) {
      if (!codesOf(error).some((code) => NO_LINK.includes(code))) throw error;
      await copyFile(from, place, constants.COPYFILE_FICLONE);
      await utimes(place, new Date(), new Date(record.time));
    }
  }

  async #put(file: string, contents: Buffer, hash: string): Promise<void> {
    const isThere = this.has(file);
    // Nothing else writes the same in the meantime.
    this.#next.files[file] = { hash, size: contents.length, time: 0 };
    const place = await this.#placeOf(file);
    // A link would change the last export's file.
    if (isThere) await rm(place, { force: true });
    await writeFile(place, contents);
    this.#next.files[file] = await recordOf(place, hash);
  }

  async #placeOf(file: string): Promise<string> {
    const place = join(this.#dir + NEXT, file);
    const folder = dirname(place);
    const made = this.#folders.get(folder) ?? mkdir(folder, { recursive: true });
    this.#folders.set(folder, made);
    await made;
    return place;
  }

  /** Most failures are those of the disk: another file would fail, too. */
  async #guard<Result>(write: () => Promise<Result>): Promise<Result> {
    try {
      return await write();
    } catch (error) {
      throw codesOf(error).some((code) => OF_ITS_NAME.has(code)) ? error : folderFailure(error, this.#dir + NEXT);
    }
  }
}

async function recordOf(path: string, hash: string): Promise<FileRecord> {
  const stats = await stat(path);
  return { hash, size: stats.size, time: timeOf(stats) };
}

const hashOf = (contents: Buffer): string => createHash('sha256').update(contents).digest('base64url');
