import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { Logger } from 'pino';
import { z } from 'zod';
import { version } from '../../package.json';
import { type KindName, kindNames } from '../../shared/content-api.ts';
import { knownLocales } from '../../shared/edition.ts';
import type { SearchDocument } from './search-document.ts';
import type { SerialisedIndex } from './search-index.ts';

/** Everything that a process needs to search at once. */
export interface StoredState {
  /** Whether all content had been read. */
  isComplete: boolean;
  documents: SearchDocument[];
  versions: [name: string, version: string][];
  /** Of the content folder: what has another revision now has changed since. Undefined for an upstream. */
  revisions?: [name: string, revision: string][];
  index: SerialisedIndex;
}

const FILE = 'index.json.br';
/** A faster compression takes a tenth of the time for 1.3 times the size. */
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 22 } };
/** Of the uncompressed file. A longer one is not read: it would not fit into memory. */
const MAX_BYTES = 600_000_000;
const DIGEST_BYTES = 32;
const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

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
const state = z.object({
  scope: z.string(),
  state: z.object({
    isComplete: z.boolean(),
    documents: z.array(document),
    versions: pairs,
    revisions: pairs.optional(),
    index: z.object({ terms: z.string(), words: z.array(z.tuple([z.string(), z.string(), z.number()])) }),
  }),
});

/** The search index in a file, so that a restart has it at once. */
export class StoredIndex {
  readonly #dir: string;
  readonly #scope: string;
  readonly #log: Logger;
  #writing: Promise<void> = Promise.resolve();

  /** @param scope of the content: an index of another one is not used, nor one of another version */
  constructor(dir: string, scope: string, log: Logger) {
    this.#dir = dir;
    this.#scope = `${version} ${scope}`;
    this.#log = log;
  }

  /** Undefined if there is none, or it is damaged or of other content. Never rejects. */
  async read(): Promise<StoredState | undefined> {
    try {
      const bytes = await readFile(join(this.#dir, FILE));
      const compressed = bytes.subarray(DIGEST_BYTES);
      if (!bytes.subarray(0, DIGEST_BYTES).equals(digestOf(compressed))) throw new Error('the checksum is wrong');
      const json: unknown = JSON.parse(String(await decompress(compressed, { maxOutputLength: MAX_BYTES })));
      const stored = state.parse(json);
      return stored.scope === this.#scope ? stored.state : undefined;
    } catch (err) {
      const isMissing = err instanceof Error && 'code' in err && err.code === 'ENOENT';
      if (!isMissing) this.#log.warn({ err }, 'the stored search index cannot be read: it is built again');
      return undefined;
    }
  }

  /** Replaces the file as a whole. Never rejects. */
  write(stored: StoredState): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      try {
        await mkdir(this.#dir, { recursive: true });
        const compressed = await compress(JSON.stringify({ scope: this.#scope, state: stored }), COMPRESSION);
        const path = join(this.#dir, FILE);
        await writeFile(`${path}.new`, Buffer.concat([digestOf(compressed), compressed]));
        await rename(`${path}.new`, path);
      } catch (err) {
        this.#log.warn({ err }, 'the search index cannot be stored');
      }
    });
    return this.#writing;
  }
}

const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
