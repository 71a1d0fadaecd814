import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';
import { type KindName, kindNames, knownLocales } from '@foyer/model';
import type { Logger } from 'pino';
import * as z from 'zod';
import { version } from '../../../package.json';
import type { IndexPart } from './search-index.ts';
import type { TermPart } from './term-index.ts';

/** What a process needs beside the index to go on where another one has ended. */
export interface StoredState {
  /** Whether all content had been read. */
  isComplete: boolean;
  versions: [name: string, version: string][];
  /** Of the content folder: what has another revision now has changed since. Undefined for an upstream. */
  revisions?: [name: string, revision: string][];
}

const FILE = 'index.json.br';
/** A faster compression takes a tenth of the time for 1.3 times the size. */
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 22 } };
/** Of the uncompressed file. A longer one is not read: its index would not fit into memory. */
const MAX_BYTES = 600_000_000;
const DIGEST_BYTES = 32;
/** Of the uncompressed text, read and written at once. */
const CHUNK_BYTES = 65_536;

const optionalText = z.string().optional();
const file = z.object({
  name: z.string(),
  href: z.string(),
  text: optionalText,
  mime: optionalText,
  size: z.number().optional(),
});
const facts = z.object({
  designation: optionalText,
  address: optionalText,
  phones: z.array(z.string()).optional(),
  email: optionalText,
  hours: z.array(z.object({ days: z.string(), open: optionalText, close: optionalText })).optional(),
});
const text = z.object({
  id: z.string(),
  name: z.string(),
  href: z.string(),
  lang: optionalText,
  place: optionalText,
  summary: optionalText,
  text: z.string(),
  keywords: z.string(),
  labels: z.string(),
  files: z.array(file),
  facts,
});
const document = z.object({
  key: z.string(),
  kind: z.custom<KindName>((value) => kindNames.some((name) => name === value)),
  texts: z.partialRecord(z.enum(knownLocales), text),
  date: optionalText,
  publishedAt: z.number().optional(),
  expiresAt: z.number().optional(),
  fiscalYear: optionalText,
  referenceNumber: optionalText,
  isShortened: z.boolean().optional(),
});
const pairs = z.array(z.tuple([z.string(), z.string()]));
const isNumbers = (value: unknown): boolean => Array.isArray(value) && value.every(Number.isFinite);
/** Checked by hand: they are most of the file. */
const terms = z.custom<Extract<TermPart, { terms: unknown }>['terms']>(
  (value) =>
    Array.isArray(value) &&
    value.every((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && entry.slice(1).every(isNumbers)),
);
const numbers = z.array(z.number());
const part: z.ZodType<IndexPart> = z.union([
  z.object({ terms }),
  z.object({ document }),
  z.object({ words: z.array(z.tuple([z.string(), z.string(), z.number()])) }),
  z.object({ numbered: z.array(z.tuple([z.number(), z.string(), numbers])) }),
  z.object({ fields: z.record(z.string(), z.number()), averageLengths: numbers, nextNumber: z.number() }),
]);
const head = z.object({
  scope: z.string(),
  state: z.object({ isComplete: z.boolean(), versions: pairs, revisions: pairs.optional() }),
});

/**
 * The search index in a file, so that a restart has it at once: lines of JSON, first the state, then a part of the index each,
 * compressed, behind a checksum. The compressed file and one line of it are in memory at once.
 */
export class StoredIndex {
  readonly #dir: string;
  readonly #scope: string;
  readonly #log: Logger;
  #writing: Promise<unknown> = Promise.resolve();

  /** @param scope of the content: an index of another one is not used, nor one of another version */
  constructor(dir: string, scope: string, log: Logger) {
    this.#dir = dir;
    this.#scope = `${version} ${scope}`;
    this.#log = log;
  }

  /** Undefined if there is none, or it is of other content. Rejects, or its parts do, if it is damaged. */
  async read(): Promise<{ state: StoredState; parts: AsyncIterable<IndexPart> } | undefined> {
    const bytes = await readFile(join(this.#dir, FILE)).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!bytes) return undefined;
    const compressed = bytes.subarray(DIGEST_BYTES);
    if (!bytes.subarray(0, DIGEST_BYTES).equals(digestOf([compressed]))) throw new Error('the checksum is wrong');
    const lines = linesOf(compressed);
    const first = await lines.next();
    try {
      const { scope, state } = head.parse(JSON.parse(first.value ?? ''));
      if (scope === this.#scope) return { state, parts: partsOf(lines) };
    } catch (error) {
      await lines.return(undefined);
      throw error;
    }
    await lines.return(undefined);
    return undefined;
  }

  /**
   * Replaces the file as a whole. Never rejects.
   * @param isCurrent asked before each part: the index may have changed
   * @returns false if nothing was written because it has
   */
  write(state: StoredState, parts: Iterable<IndexPart>, isCurrent: () => boolean): Promise<boolean> {
    const written = this.#writing.then(async () => {
      try {
        const compressed = await this.#compress(state, parts, isCurrent);
        if (!compressed) return false;
        await mkdir(this.#dir, { recursive: true });
        const path = join(this.#dir, FILE);
        await writeFile(`${path}.new`, [digestOf(compressed), ...compressed]);
        await rename(`${path}.new`, path);
      } catch (err) {
        this.#log.warn({ err }, 'the search index cannot be stored');
      }
      return true;
    });
    this.#writing = written;
    return written;
  }

  async #compress(
    state: StoredState,
    parts: Iterable<IndexPart>,
    isCurrent: () => boolean,
  ): Promise<Buffer[] | undefined> {
    const scope = this.#scope;
    let wasCurrent = true;
    function* lines() {
      yield `${JSON.stringify({ scope, state })}\n`;
      for (const part of parts) {
        yield `${JSON.stringify(part)}\n`;
        wasCurrent = isCurrent();
        if (!wasCurrent) return;
      }
    }
    const compressed: Buffer[] = [];
    await pipeline(
      Readable.from(lines()),
      createBrotliCompress({ ...COMPRESSION, chunkSize: CHUNK_BYTES }),
      async (chunks) => {
        for await (const chunk of chunks) compressed.push(chunk);
      },
    );
    return wasCurrent ? compressed : undefined;
  }
}

async function* linesOf(compressed: Buffer): AsyncGenerator<string, undefined> {
  const decoder = new StringDecoder();
  let bytes = 0;
  /** The beginning of a line, in chunks. */
  let begun: string[] = [];
  const stream = Readable.from([compressed]).pipe(createBrotliDecompress({ chunkSize: CHUNK_BYTES }));
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
    const [end = '', ...next] = decoder.write(chunk).split('\n');
    begun.push(end);
    for (const line of next) {
      yield begun.join('');
      begun = [line];
    }
  }
  if (begun.join('') !== '') throw new Error('the last line is incomplete');
  return undefined;
}

async function* partsOf(lines: AsyncIterable<string>): AsyncGenerator<IndexPart> {
  for await (const line of lines) yield part.parse(JSON.parse(line));
}

function digestOf(chunks: readonly Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest();
}
