import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { TimeSlice } from '@foyer/runtime';
import * as z from 'zod';
import type { Place } from './last-valid.ts';
import type { MarkdownText } from './markdown-texts.ts';
import type { MediaVersion } from './media-files.ts';
import { StoredTexts } from './stored-texts.ts';

/*
 * The form of the file in which parsed files are stored (stored-files.ts). It has five parts: a line of JSON for the scope and for
 * each file, the Markdown texts of their items, the numbers of the items' words, each behind their count, the words by number, and
 * the lengths of these parts with a digest of all but the texts. The texts stay in the file until they are needed, and each has a
 * digest of its own.
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
  text: z
    .object({ file: z.string(), line: z.number(), data: z.string(), bytes: z.number(), digest: z.string() })
    .optional(),
});
const line = z.object({
  file: z.string(),
  stamp: z.string(),
  media: z.array(z.object({ location: z.string(), stamp: z.string(), facts: facts.optional() })),
  mediaOfHiddenItems: z.array(z.string()),
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
  mediaOfHiddenItems: readonly string[];
  items: readonly StoredItem[];
}

/** A file that may be stored. */
export interface StorableFile extends Pick<StoredFile, 'file' | 'stamp'> {
  /** Undefined for a file with faults. */
  toStored(): StoredFile | undefined;
}

/** What the files refer to. */
export interface StoredSources {
  bytesOf(text: MarkdownText): Buffer;
  /** A word by its number. */
  wordOf(number: number): string;
}

/** More bytes are neither written nor read: all but the texts are in memory then, and the file takes disk. */
const MAX_BYTES = 1_000_000_000;
const CHUNK_BYTES = 1_000_000;
const DIGEST_BYTES = 32;
const PARTS = 4;
/** The texts are this one of the parts. */
const TEXTS = 1;
const LENGTH_BYTES = 8;
const TRAILER_BYTES = PARTS * LENGTH_BYTES + DIGEST_BYTES;
const LINE_END = 10;
/** In the place of the count of words that are not known. */
const UNKNOWN = 0xffff_ffff;

/** Checks the file and reads all but the texts. Rejects if it is damaged. @returns nothing if it is of another scope; `files` is parsed as it is iterated, once, and may throw then */
export async function readParts(
  handle: FileHandle,
  scope: string,
): Promise<{ words: readonly string[]; files: Iterable<StoredFile> } | undefined> {
  const { size } = await handle.stat();
  if (size > MAX_BYTES) throw new Error(`${size} bytes are too many`);
  const trailer = await readAt(handle, size - TRAILER_BYTES, TRAILER_BYTES);
  const lengths = Array.from({ length: PARTS }, (_, part) => Number(trailer.readBigUInt64LE(part * LENGTH_BYTES)));
  if (lengths.reduce((sum, length) => sum + length, TRAILER_BYTES) !== size) throw new Error('it is incomplete');
  const [lineBytes = 0, textBytes = 0, numberBytes = 0, wordBytes = 0] = lengths;
  const lines = await readAt(handle, 0, lineBytes);
  const jsonLines = linesOf(lines);
  if (jsonLines.next().value !== scope) return undefined;
  const textsStart = lineBytes;
  const numbersStart = textsStart + textBytes;
  // Each of its own: the numbers are held, the rest is not.
  const numbers = await readAt(handle, numbersStart, numberBytes);
  const words = await readAt(handle, numbersStart + numberBytes, wordBytes);
  const digest = [lines, numbers, words].reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
  if (!digest.equals(trailer.subarray(-DIGEST_BYTES))) throw new Error('the digest does not fit');
  return {
    words: [...linesOf(words)],
    files: filesIn(jsonLines, new StoredTexts(handle), textsStart, reader(numbers)),
  };
}

function* filesIn(
  lines: Iterable<string>,
  stored: StoredTexts,
  textsStart: number,
  nextNumbers: Reader,
): Generator<StoredFile> {
  let offset = textsStart;
  for (const json of lines) {
    const { items: read, ...file } = line.parse(JSON.parse(json));
    const items = read.map(({ text, ...rest }) => {
      const markdown = { stored, offset };
      offset += text?.bytes ?? 0;
      return { ...rest, ...(text && { text: { ...text, markdown } }), words: wordsIn(nextNumbers) };
    });
    yield { ...file, items };
  }
}

/** Writes all of the file. @returns where the texts begin */
export async function writeParts(
  handle: FileHandle,
  scope: string,
  files: readonly StoredFile[],
  { bytesOf, wordOf }: StoredSources,
): Promise<number> {
  const items = files.flatMap((file) => file.items);
  const words: string[] = [];
  const hash = createHash('sha256');
  const lengths = Buffer.alloc(PARTS * LENGTH_BYTES);
  const parts: Iterable<Buffer>[] = [
    linesFor(scope, files),
    mapped(textsOf(files), bytesOf),
    numbersFor(items, wordOf, words),
    // Made of the words that the numbers before have needed.
    linesOfWords(words),
  ];
  let bytes = 0;
  let textsStart = 0;
  for (const [index, part] of parts.entries()) {
    if (index === TEXTS) textsStart = bytes;
    const length = await writePart(handle, part, index === TEXTS ? undefined : hash);
    lengths.writeBigUInt64LE(BigInt(length), index * LENGTH_BYTES);
    bytes += length;
    if (bytes > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
  }
  await handle.write(Buffer.concat([lengths, hash.digest()]));
  return textsStart;
}

/** The texts in the order in which they are stored. */
export function* textsOf(files: readonly StoredFile[]): Generator<MarkdownText> {
  for (const { items } of files) for (const { text } of items) if (text) yield text;
}

function* mapped<From, To>(values: Iterable<From>, map: (value: From) => To): Generator<To> {
  for (const value of values) yield map(value);
}

function* linesFor(scope: string, files: readonly StoredFile[]): Generator<Buffer> {
  yield Buffer.from(`${scope}\n`);
  for (const { items, ...file } of files) {
    const written = items.map(({ words, text, ...rest }) => {
      const { markdown, ...place } = text ?? {};
      return { ...rest, text: text && place };
    });
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

/** Writes the pieces of a part one after the other, many at once. @returns their bytes */
async function writePart(handle: FileHandle, pieces: Iterable<Buffer>, hash?: Hash): Promise<number> {
  const slice = new TimeSlice();
  let chunk: Buffer[] = [];
  let chunkBytes = 0;
  let bytes = 0;
  const flush = async () => {
    const joined = Buffer.concat(chunk);
    chunk = [];
    chunkBytes = 0;
    hash?.update(joined);
    for (let written = 0; written < joined.length; ) written += (await handle.write(joined, written)).bytesWritten;
  };
  for (const piece of pieces) {
    chunk.push(piece);
    chunkBytes += piece.length;
    bytes += piece.length;
    if (chunkBytes >= CHUNK_BYTES) await flush();
    if (slice.isUsedUp) await slice.end();
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
