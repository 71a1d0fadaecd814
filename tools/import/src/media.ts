import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type FolderWriter, interrupted } from '@foyer/api-reader';
import { CommandError, OF_ITS_NAME } from '@foyer/command-line';
import { codesOf } from '@foyer/runtime';
import PQueue from 'p-queue';
import { CONFLICTS, type Conflicts } from './conflicts.ts';
import { FileHash, type Manifest, type MediaEntry } from './manifest.ts';
import {
  type Answer,
  CONNECTIONS,
  headerOf,
  MediaError,
  MediaRequests,
  type RequestOptions,
} from './media-requests.ts';
import { mediaFileName, mediaLocation, UniqueNames } from './names.ts';
import type { Report } from './report.ts';
import type { FileChange } from './sync-folder.ts';

/** What a server sends in the place of a file. */
const NO_FILE = /^(?:text\/html|application\/xhtml\+xml|application\/json|application\/problem\+json)$/;
const TEXT_ENDING = /\.(?:html?|xhtml|json)$/i;

export interface MediaOptions extends RequestOptions {
  dir: string;
  writer: FolderWriter;
  /** Of the last import; the new entries are added. */
  manifest: Manifest;
  conflicts: Conflicts;
  report: Report;
  maxBytes: number;
}

/** A file of the CMS, before it is fetched. */
interface Planned {
  address: string;
  known?: MediaEntry;
  /** Undefined: its server does not say. */
  size?: number;
}

/** Fetches pictures and documents into `media/`, each once and in full. What cannot be fetched is in the report, and its address stays. */
export class Media {
  readonly #options: MediaOptions;
  readonly #requests: MediaRequests;
  readonly #names = new UniqueNames();
  readonly #locations = new Map<string, string>();
  #bytes = 0;
  fetched = 0;
  unchanged = 0;
  /** Files that an editor has changed or deleted. */
  readonly changes: FileChange[] = [];

  constructor(options: MediaOptions) {
    this.#options = options;
    this.#requests = new MediaRequests(options);
    for (const { file } of Object.values(options.manifest.media)) this.#names.reserve(file.replace(/^media\//, ''));
  }

  /** The location in the folder of a file that is there. */
  locationOf(address: string): string | undefined {
    return this.#locations.get(address);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Asks how large the files are that no earlier import has fetched. @param onDone called for each file */
  async plan(onDone: () => void, isDryRun: boolean): Promise<{ files: Planned[]; bytes: number; unknown: number }> {
    const files = await this.#each([...this.#options.addresses.files], async (address): Promise<Planned> => {
      // Texts name a file that an editor has deleted, too.
      const known = this.#options.manifest.media[address];
      if (known) this.#setLocation(address, known.file);
      const head = known ? undefined : await this.#headOf(address);
      // What is not fetched has the name that it would have, so that no text seems to be another one.
      if (isDryRun && head && !isNoFile(head.type, address))
        this.#setLocation(address, await this.#freeFile(address, head.type, head.size ?? 0));
      onDone();
      return { address, known, size: head?.size };
    });
    const missing = files.filter(({ known }) => !known);
    return {
      files,
      bytes: missing.reduce((sum, { size = 0 }) => sum + size, 0),
      unknown: missing.filter(({ size }) => size === undefined).length,
    };
  }

  /** @param onDone called for each file */
  async fetch(files: readonly Planned[], onDone: () => void): Promise<void> {
    await this.#each(files, async (file) => {
      try {
        await this.#fetchOne(file);
      } catch (error) {
        if (error instanceof CommandError) throw error;
        if (this.#options.signal.aborted) throw interrupted();
        const reason =
          error instanceof MediaError ? error.message : `cannot be reached (${codesOf(error)[0] ?? error})`;
        this.#options.report.add(file.address, '', `not fetched: ${reason}`);
      }
      onDone();
    });
  }

  close(): Promise<void> {
    return this.#requests.close();
  }

  async #each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
    const queue = new PQueue({ concurrency: CONNECTIONS });
    const { signal } = this.#options;
    return Promise.all(
      items.map((item) =>
        queue.add(async () => {
          if (signal.aborted) throw interrupted();
          return work(item);
        }),
      ),
    );
  }

  #setLocation(address: string, file: string): void {
    this.#locations.set(address, mediaLocation(file.replace(/^media\//, '')));
  }

  /** Undefined: it is not there. */
  async #headOf(address: string): Promise<{ size?: number; type?: string } | undefined> {
    try {
      const { response } = await this.#requests.send(address, 'HEAD', {});
      await response.body.dump();
      const size = Number(headerOf(response, 'content-length') ?? Number.NaN);
      if (response.statusCode >= 300) return undefined;
      return { ...(Number.isSafeInteger(size) && { size }), type: typeOf(response) };
    } catch {
      return undefined;
    }
  }

  async #fetchOne({ address, known, size = 0 }: Planned): Promise<void> {
    const { dir, manifest, conflicts, maxBytes } = this.#options;
    if (known && (await sizeOnDisk(join(dir, known.file))) === undefined) {
      this.changes.push({ file: known.file, action: 'edited', isNew: false });
      return;
    }
    // Without ETag and Last-Modified its size says whether it is another one: all of it each time would be most of an import.
    const isUnmarked = known && known.etag === undefined && known.modified === undefined;
    if (isUnmarked && (await this.#headOf(address))?.size === known.size) return this.#leave(known);
    if (this.#bytes + size > maxBytes) throw new MediaError(tooMuch(size, maxBytes));
    const conditions = {
      ...(known?.etag && { 'if-none-match': known.etag }),
      ...(known?.modified && { 'if-modified-since': known.modified }),
    };
    const { response, finalAddress } = await this.#requests.send(address, 'GET', conditions);
    const { statusCode, body } = response;
    if (statusCode === 304 && known) {
      await body.dump();
      return this.#leave(known);
    }
    const type = typeOf(response);
    if (statusCode !== 200 || isNoFile(type, finalAddress)) {
      await body.dump();
      throw new MediaError(statusCode === 200 ? `${type} in its place` : `status ${statusCode}`);
    }
    const declared = Number(headerOf(response, 'content-length') ?? 0);
    // Some answer GET alone.
    if (isUnmarked && declared === known.size) {
      discard(body);
      return this.#leave(known);
    }
    if (this.#bytes + declared > maxBytes) {
      discard(body);
      throw new MediaError(tooMuch(declared, maxBytes));
    }
    const file = known?.file ?? (await this.#freeFile(address, type, declared));
    const [etag, modified] = ['etag', 'last-modified'].map((name) => headerOf(response, name));
    const note = (facts: { size: number; hash?: string }) => {
      manifest.media[address] = { file, ...facts, ...(etag && { etag }), ...(modified && { modified }) };
      this.#setLocation(address, file);
    };
    if (!known && (await sizeOnDisk(join(dir, file))) !== undefined) {
      discard(body);
      this.unchanged += 1;
      return note({ size: declared, hash: await hashOfFile(join(dir, file)) });
    }
    const onDisk = known && (await hashOfFile(join(dir, file)));
    // Earlier versions of this import have noted the size only.
    const isEdited = known && (known.hash ? onDisk !== known.hash : (await sizeOnDisk(join(dir, file))) !== known.size);
    const resolved = isEdited ? await conflicts.deletedCopyOf(file) : undefined;
    const facts = await this.#write(isEdited ? `${CONFLICTS}/${file}` : file, body);
    if (!isEdited || facts.hash === onDisk || facts.hash === resolved) {
      if (isEdited) await conflicts.end(file);
      if (facts.hash === onDisk) this.unchanged += 1;
      else this.fetched += 1;
      return note(facts);
    }
    if (facts.hash === known?.hash) return this.#leave(known);
    conflicts.add(file, facts.hash);
    this.changes.push({ file, action: 'conflict', isNew: false });
  }

  /** The file stays as it is. */
  async #leave({ file }: MediaEntry): Promise<void> {
    this.unchanged += 1;
    await this.#options.conflicts.end(file);
  }

  /** Writes a file, within the limit of all. */
  async #write(file: string, body: Readable): Promise<{ size: number; hash: string }> {
    const { writer, maxBytes, signal } = this.#options;
    const hash = new FileHash();
    let size = 0;
    const count = (chunk: Buffer) => {
      size += chunk.length;
      this.#bytes += chunk.length;
      if (this.#bytes > maxBytes) throw new MediaError(tooMuch(size, maxBytes));
      hash.update(chunk);
    };
    try {
      await writer.writeStream(file, Readable.from(counted(body, count)), signal);
    } catch (error) {
      // What was received is not in the folder: other files may have its share.
      this.#bytes -= size;
      const code = codesOf(error).find((name) => OF_ITS_NAME.has(name));
      throw code === undefined ? error : new MediaError(`it cannot have the name ${file} (${code})`);
    }
    return { size, hash: hash.digest() };
  }

  /** The name for a new file. One of the same name and size, which an import without an end has left, is that file; any other is an editor's. */
  async #freeFile(address: string, type: string | undefined, size: number): Promise<string> {
    for (;;) {
      const file = `media/${mediaFileName(address, type, this.#names)}`;
      const onDisk = await sizeOnDisk(join(this.#options.dir, file));
      if (onDisk === undefined || (onDisk === size && size > 0)) return file;
    }
  }
}

const isNoFile = (type: string | undefined, address: string): boolean =>
  type !== undefined && NO_FILE.test(type) && !TEXT_ENDING.test(new URL(address).pathname);

const typeOf = (response: Answer['response']): string | undefined =>
  headerOf(response, 'content-type')?.split(';')[0]?.trim().toLowerCase();

/** Ends the connection: the rest is not received. */
const discard = (body: Readable): void => {
  // That it has ended so is no error.
  body.on('error', () => {}).destroy();
};

async function* counted(body: Readable, count: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    count(chunk);
    yield chunk;
  }
}

async function hashOfFile(path: string): Promise<string> {
  const hash = new FileHash();
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest();
}

async function sizeOnDisk(path: string): Promise<number | undefined> {
  return stat(path).then(
    (stats) => (stats.isFile() ? stats.size : undefined),
    () => undefined,
  );
}

const tooMuch = (size: number, maxBytes: number) =>
  `${megabytes(size)} are more than what is left of ${megabytes(maxBytes)}: --max-media-mb allows more`;

export const megabytes = (bytes: number): string =>
  `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
