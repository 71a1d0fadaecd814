import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { mapInTurns, Turn } from '../turns.ts';
import type { Place } from './last-valid.ts';
import type { MarkdownText } from './markdown-texts.ts';
import type { MediaVersion } from './media-files.ts';

/*
 * The files of a content folder as they were parsed, in one file, so that a restart reads none that is still the same: to
 * parse ten thousand takes seconds, to read them here takes tenths.
 *
 * It has five parts: a line of JSON for the scope and for each file, the Markdown texts of their items, the numbers of the
 * items' words, each behind their count, the words by number, and the lengths of these parts with a digest of them.
 */

const facts = z.object({
  mime: z.string().optional(),
  size: z.number(),
  width: z.number().optional(),
  height: z.number().optional(),
});
const item = z.object({
  index: z.number(),
  key: z.string().optional(),
  place: z.union([z.string(), z.number()]),
  item: z.record(z.string(), z.unknown()),
  own: z.array(z.string()).optional(),
  text: z.object({ file: z.string(), line: z.number(), data: z.string(), bytes: z.number() }).optional(),
});
const line = z.object({
  file: z.string(),
  stamp: z.string(),
  media: z.array(z.object({ location: z.string(), stamp: z.string(), facts: facts.optional() })),
  unshown: z.array(z.string()),
  items: z.array(item),
});

/** An item of a file: a file with a list has several. */
export interface StoredItem {
  /** Of the element in its list, from 0. */
  index: number;
  /** As in `ParsedItem`. */
  key?: string;
  place: Place;
  /** As its schema has read it. */
  item: object;
  /** Of a translation, the names of its own fields. */
  own?: readonly string[];
  text?: MarkdownText;
  /** For the search: the numbers of its words. None: they are not known yet. */
  words?: Uint32Array;
}

/** A file without faults, as it was parsed. */
export interface StoredFile {
  /** Relative to the content folder. */
  file: string;
  /** Another one means another version. */
  stamp: string;
  /** The files of `media/` on which it depends. */
  media: readonly MediaVersion[];
  /** The files of `media/` that what is not shown of it names. */
  unshown: readonly string[];
  items: readonly StoredItem[];
}

/** A file that may be stored. */
export interface StorableFile extends Pick<StoredFile, 'file' | 'stamp'> {
  /** Undefined for a file with faults. */
  toStored(): StoredFile | undefined;
}

const NAME = 'parsed-files';
/** More bytes are neither written nor read: they would not fit into memory. */
const MAX_BYTES = 1_000_000_000;
const CHUNK_BYTES = 1_000_000;
const DIGEST_BYTES = 32;
const PARTS = 4;
const LENGTH_BYTES = 8;
const TRAILER_BYTES = PARTS * LENGTH_BYTES + DIGEST_BYTES;
const LINE_END = 10;
/** In the place of the count of words that are not known. */
const UNKNOWN = 0xffff_ffff;
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

  constructor(options: StoredFilesOptions) {
    this.#options = options;
    this.#path = join(options.dir, NAME);
  }

  /** Reads what is stored. Never rejects: without it, each file is parsed. */
  async read(): Promise<void> {
    try {
      const file = await open(this.#path);
      try {
        await this.#readFrom(file);
      } finally {
        await file.close();
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

  /** Stores these files, if more than a few of them are not stored. Never rejects. @param wordOf a word by its number */
  async write(storable: Iterable<StorableFile>, wordOf: (number: number) => string): Promise<void> {
    const turn = new Turn();
    const candidates: StorableFile[] = [];
    let unstored = 0;
    for (const candidate of storable) {
      candidates.push(candidate);
      if (this.#stamps.get(candidate.file) !== candidate.stamp) unstored += 1;
      if (turn.isOver) await turn.end();
    }
    if (unstored <= candidates.length * MAX_UNSTORED_SHARE) return;
    const files = (await mapInTurns(candidates, (candidate) => candidate.toStored())).filter(
      (file) => file !== undefined,
    );
    const { dir, log } = this.#options;
    const unfinished = `${this.#path}.new`;
    try {
      await mkdir(dir, { recursive: true });
      const handle = await open(unfinished, 'w');
      try {
        await this.#writeTo(handle, files, wordOf);
      } finally {
        await handle.close();
      }
      await rename(unfinished, this.#path);
      this.#stamps.clear();
      for (const { file, stamp } of candidates) this.#stamps.set(file, stamp);
    } catch (err) {
      log.warn({ err, path: this.#path }, 'content cannot be stored: the next start parses each file');
      await rm(unfinished, { force: true }).catch(() => {});
    }
  }

  async #readFrom(handle: FileHandle): Promise<void> {
    const { size } = await handle.stat();
    if (size > MAX_BYTES) throw new Error(`${size} bytes are too many`);
    const trailer = await readAt(handle, size - TRAILER_BYTES, TRAILER_BYTES);
    const lengths = Array.from({ length: PARTS }, (_, part) => Number(trailer.readBigUInt64LE(part * LENGTH_BYTES)));
    if (lengths.reduce((sum, length) => sum + length, TRAILER_BYTES) !== size) throw new Error('it is incomplete');
    const hash = createHash('sha256');
    const parts: Buffer[] = [];
    let position = 0;
    for (const length of lengths) {
      // Each of its own: the texts and numbers are held, the rest is not.
      const part = await readAt(handle, position, length);
      hash.update(part);
      parts.push(part);
      position += length;
    }
    if (!hash.digest().equals(trailer.subarray(-DIGEST_BYTES))) throw new Error('the digest does not fit');
    const [lines = NOTHING, texts = NOTHING, numbers = NOTHING, words = NOTHING] = parts;
    const stored = linesOf(lines);
    if (stored.next().value !== this.#options.scope) return;
    this.#words = [...linesOf(words)];
    await this.#readFiles(stored, reader(texts), reader(numbers));
  }

  async #readFiles(lines: Iterable<string>, nextText: Reader, nextNumbers: Reader): Promise<void> {
    const turn = new Turn();
    for (const json of lines) {
      const { items, ...file } = line.parse(JSON.parse(json));
      const stored = items.map(({ text, ...rest }) => {
        const markdown = text && nextText(text.bytes);
        const words = wordsIn(nextNumbers);
        return { ...rest, ...(text && markdown && { text: { ...text, markdown } }), words };
      });
      this.#files.set(file.file, { ...file, items: stored });
      this.#stamps.set(file.file, file.stamp);
      if (turn.isOver) await turn.end();
    }
  }

  async #writeTo(handle: FileHandle, files: readonly StoredFile[], wordOf: (number: number) => string): Promise<void> {
    const items = files.flatMap((file) => file.items);
    const words: string[] = [];
    const hash = createHash('sha256');
    const lengths = Buffer.alloc(PARTS * LENGTH_BYTES);
    const parts: Iterable<Buffer>[] = [
      linesFor(this.#options.scope, files),
      items.flatMap(({ text }) => text?.markdown ?? []),
      numbersFor(items, wordOf, words),
      // Made of the words that the numbers before have needed.
      linesOfWords(words),
    ];
    let bytes = 0;
    for (const [index, part] of parts.entries()) {
      const length = await writeParts(handle, hash, part);
      lengths.writeBigUInt64LE(BigInt(length), index * LENGTH_BYTES);
      bytes += length;
      if (bytes > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
    }
    await handle.write(Buffer.concat([lengths, hash.digest()]));
  }
}

const NOTHING = Buffer.alloc(0);

function* linesFor(scope: string, files: readonly StoredFile[]): Generator<Buffer> {
  yield Buffer.from(`${scope}\n`);
  for (const { items, ...file } of files) {
    const written = items.map(({ words, text, ...rest }) => ({
      ...rest,
      text: text && { file: text.file, line: text.line, data: text.data, bytes: text.markdown.length },
    }));
    yield Buffer.from(`${JSON.stringify({ ...file, items: written })}\n`);
  }
}

/** The numbers of each item's words, which count the words that are stored. @param words gets them by number */
function* numbersFor(
  items: readonly StoredItem[],
  wordOf: (number: number) => string,
  words: string[],
): Generator<Buffer> {
  const stored = new Map<number, number>();
  for (const { words: own } of items) {
    const numbers = Uint32Array.of(own?.length ?? UNKNOWN, ...(own ?? []));
    for (const [index, number] of own?.entries() ?? []) {
      const known = stored.get(number) ?? words.push(wordOf(number)) - 1;
      stored.set(number, known);
      numbers[index + 1] = known;
    }
    yield Buffer.from(numbers.buffer);
  }
}

function* linesOfWords(words: readonly string[]): Generator<Buffer> {
  for (const word of words) yield Buffer.from(`${word}\n`);
}

/** The numbers of an item's words; undefined if they were not known. */
function wordsIn(next: Reader): Uint32Array | undefined {
  const [count = UNKNOWN] = numbersIn(next(Uint32Array.BYTES_PER_ELEMENT));
  return count === UNKNOWN ? undefined : numbersIn(next(count * Uint32Array.BYTES_PER_ELEMENT));
}

const numbersIn = ({ buffer, byteOffset, length }: Buffer): Uint32Array =>
  new Uint32Array(buffer, byteOffset, length / Uint32Array.BYTES_PER_ELEMENT);

/** Writes the parts one after the other, many at once. @returns their bytes */
async function writeParts(handle: FileHandle, hash: Hash, parts: Iterable<Buffer>): Promise<number> {
  const turn = new Turn();
  let chunk: Buffer[] = [];
  let chunkBytes = 0;
  let bytes = 0;
  const flush = async () => {
    const joined = Buffer.concat(chunk);
    chunk = [];
    chunkBytes = 0;
    hash.update(joined);
    for (let written = 0; written < joined.length; ) written += (await handle.write(joined, written)).bytesWritten;
  };
  for (const part of parts) {
    chunk.push(part);
    chunkBytes += part.length;
    bytes += part.length;
    if (chunkBytes >= CHUNK_BYTES) await flush();
    if (turn.isOver) await turn.end();
  }
  await flush();
  return bytes;
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  if (length < 0) throw new Error('it is incomplete');
  const bytes = Buffer.alloc(length);
  for (let read = 0; read < length; ) {
    const { bytesRead } = await handle.read(bytes, read, length - read, position + read);
    if (bytesRead === 0) throw new Error('it is incomplete');
    read += bytesRead;
  }
  return bytes;
}

type Reader = (length: number) => Buffer;

/** Returns a function for the next bytes, and the next. */
function reader(bytes: Buffer): Reader {
  let position = 0;
  return (length) => {
    position += length;
    return bytes.subarray(position - length, position);
  };
}

function* linesOf(bytes: Buffer): Generator<string> {
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(LINE_END, start);
    const end = found < 0 ? bytes.length : found;
    yield bytes.toString('utf8', start, end);
    start = end + 1;
  }
}
