import { createHash } from 'node:crypto';
import type { PlainConfig } from '@foyer/config';
import { type ApiFiles, canonicalLocation, ImageError, type Original, Originals } from '@foyer/images';
import { atMost, DiskCache, type Outgoing } from '@foyer/runtime';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { PdfError, PdfExtractor } from './pdf-extractor.ts';
import { hasWords } from './readable-text.ts';

export interface DocumentTextsOptions {
  /** The content folder; none: documents come from other origins only. */
  contentDir?: string;
  /** The origins that the operator allows (MEDIA_ORIGINS). */
  origins: readonly string[];
  /** Of a CMS. */
  api?: ApiFiles;
  outgoing?: Outgoing;
  /** The built pdf-thread.ts; none: texts are extracted in the calling thread (tests). */
  threadFile?: string;
  /** A folder for extracted texts, which outlive the process; none: they are not stored. */
  cacheDir?: string;
  log: Logger;
}

/** The reading of a document, shared by its callers. */
interface Reading {
  text: Promise<string | undefined>;
  /** Callers that wait for it. */
  waiting: number;
  /** Aborts it while it has not reached the thread. */
  controller: AbortController;
}

/** Why a document has no text, or a part of it only. */
interface Failure {
  reason: string;
  /** None: the document is tried again whenever its text is wanted. */
  version?: string;
  isPart?: boolean;
  /** There is no such document, whatever it should be: a picture too. */
  isMissing?: boolean;
}

const MAX_BYTES = 10_000_000;
/** Texts on disk: a thousand annual reports. */
const DISK_BYTES = 64_000_000;
/** Enough for the mark of a PDF, which may follow a few bytes of something else. */
const HEAD_BYTES = 1_024;
const MARK = '%PDF-';
/** Documents without a complete text: none is logged again until its version or the cause changes. */
const MAX_FAILURES = 20_000;
/** Lines about documents until everything has been read; one more says how many there are. */
const MAX_LINES = 20;
const NO_PDF = 'it is no PDF';
/** A reader asks for the next document within this time. */
const PAUSE_MS = 1_000;
const NO_TEXT = 'no readable text: scanned pages, or fonts that do not name their characters';
/** Changes whenever a document comes to another text than before: those on disk are then extracted again. */
const FORM = '4';
const FILE_NAME = /^[\w-]{43},\w{1,8},\w+\.txt$/;

/** The texts of a site's documents. @param threadFile the built pdf-thread.ts */
export const openDocumentTexts = (
  {
    upstream,
    contentDir,
    mediaOrigins,
    outgoing,
    searchDir,
  }: Pick<PlainConfig, 'upstream' | 'contentDir' | 'mediaOrigins' | 'outgoing' | 'searchDir'>,
  { threadFile, api }: Pick<DocumentTextsOptions, 'threadFile' | 'api'>,
  log: Logger,
): DocumentTexts =>
  new DocumentTexts({
    contentDir: upstream ? undefined : contentDir,
    origins: mediaOrigins,
    api,
    outgoing,
    threadFile,
    cacheDir: searchDir && `${searchDir}/documents`,
    log,
  });

/** The texts of PDF documents, for the search: from the content folder and the origins that the operator allows. */
export class DocumentTexts {
  readonly #log: Logger;
  readonly #originals: Originals;
  readonly #extractor: PdfExtractor;
  readonly #disk?: DiskCache;
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #readings = new Map<string, Reading>();
  readonly #failures = new LRUCache<string, Failure>(atMost(MAX_FAILURES));
  #isClosed = false;
  /** Documents that have had no complete text since nothing was being read. */
  #faulty = 0;

  constructor({ contentDir, origins, api, outgoing, threadFile, cacheDir, log }: DocumentTextsOptions) {
    this.#log = log;
    this.#originals = new Originals({
      contentDir,
      origins,
      api,
      outgoing,
      accept: 'application/pdf',
      maxBytes: MAX_BYTES,
      nobodyWaits: true,
    });
    this.#extractor = new PdfExtractor(log, threadFile);
    if (cacheDir !== undefined)
      this.#disk = new DiskCache({
        dir: cacheDir,
        kind: 'texts of documents',
        isName: (name) => FILE_NAME.test(name),
        maxBytes: DISK_BYTES,
        log,
      });
  }

  /**
   * The text of a document, white space collapsed, at most MAX_TEXT_CHARACTERS; undefined if it is no PDF, cannot be had, has no
   * readable text, or the signal aborts. Never rejects. One document at a time; requests for the same one are coalesced.
   */
  async textOf(written: string, signal?: AbortSignal): Promise<string | undefined> {
    const location = canonicalLocation(written);
    // Links to documents of others are no faults.
    if (location === undefined || !this.#originals.has(location)) return undefined;
    if (this.#isClosed || signal?.aborted) return undefined;
    const reading = this.#readings.get(location) ?? this.#begin(location);
    reading.waiting += 1;
    const { promise: aborted, resolve: abort } = withResolver();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([reading.text, aborted]);
    } finally {
      signal?.removeEventListener('abort', abort);
      reading.waiting -= 1;
      if (reading.waiting === 0) this.#end(location, reading);
    }
  }

  /** Whether the last attempt to read a document says nothing about it: it could not be had, or the thread could not work. */
  isUnavailable(written: string): boolean {
    const failure = this.#failures.get(canonicalLocation(written) ?? '');
    return failure !== undefined && failure.version === undefined;
  }

  /** Ends what is in progress, and resolves once everything is on disk. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const [location, reading] of this.#readings) this.#end(location, reading);
    await Promise.all([this.#extractor.close(), this.#originals.close()]);
    await this.#queue.onIdle();
    await this.#disk?.close();
  }

  #begin(location: string): Reading {
    const controller = new AbortController();
    const { signal } = controller;
    const text = this.#queue
      // The queue does not get the signal: it would begin with the next document while the thread is still busy with this one.
      .add(() => this.#read(location, signal))
      .catch((error: unknown) => this.#failed(location, error, signal));
    const reading = { text, waiting: 0, controller };
    this.#readings.set(location, reading);
    // The next document is asked for when this one has been read.
    void text.then(() => setTimeout(() => this.#sumUp(), PAUSE_MS).unref());
    return reading;
  }

  /** Once nothing is read any more: how many documents have no line. */
  #sumUp(): void {
    if (this.#queue.size > 0 || this.#queue.pending > 0 || this.#isClosed) return;
    const further = this.#faulty - MAX_LINES;
    this.#faulty = 0;
    if (further > 0)
      this.#log.warn({ documents: further }, 'further documents cannot be searched: LOG_LEVEL=debug names them');
  }

  /** Aborts a reading without callers; one that has ended does not change. */
  #end(location: string, reading: Reading): void {
    if (this.#readings.get(location) === reading) this.#readings.delete(location);
    reading.controller.abort();
  }

  async #read(location: string, signal: AbortSignal): Promise<string | undefined> {
    signal.throwIfAborted();
    const head = await this.#originals.read(location, { headBytes: HEAD_BYTES, signal });
    const last = this.#failures.get(location);
    // It could not be had, and now it can: the next time is another failure.
    if (last && last.version === undefined) this.#failures.delete(location);
    if (last?.version === head.version && !last.isPart) return undefined;
    const stored = await this.#disk?.read(fileName(location, head.version));
    if (stored) return stored.toString('utf8') || undefined;
    if (!head.bytes.subarray(0, HEAD_BYTES).includes(MARK)) {
      this.#remember(location, { reason: NO_PDF, version: head.version });
      return undefined;
    }
    const original = await this.#originals.read(location, { signal }).catch((error: unknown) => {
      // It is too large, for example: another version may be smaller, this one is not fetched again.
      if (!(error instanceof ImageError && error.kind === 'broken')) throw error;
      this.#remember(location, { reason: error.message, version: head.version });
    });
    if (!original || signal.aborted) return undefined;
    const text = await this.#extract(location, original);
    this.#disk?.write(fileName(location, original.version), Buffer.from(text));
    return text || undefined;
  }

  /** The text of an original, empty if it has none. Rejects if the thread cannot work. */
  async #extract(location: string, { bytes, version }: Original): Promise<string> {
    try {
      const { text, fault } = await this.#extractor.extract(bytes);
      if (!hasWords(text)) this.#remember(location, { reason: fault ?? NO_TEXT, version });
      else if (fault === undefined) this.#failures.delete(location);
      else this.#remember(location, { reason: fault, version, isPart: true });
      return hasWords(text) ? text : '';
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      this.#remember(location, { reason: error.message, version });
      return '';
    }
  }

  #failed(location: string, error: unknown, signal: AbortSignal): undefined {
    // What was aborted says nothing about the document.
    if (signal.aborted || this.#isClosed) return;
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof ImageError)
      this.#remember(location, { reason: `${error.kind}: ${reason}`, isMissing: error.kind === 'missing' });
    else this.#remember(location, { reason });
  }

  #remember(location: string, failure: Failure): void {
    const last = this.#failures.get(location);
    this.#failures.set(location, failure);
    const { reason, version, isPart, isMissing } = failure;
    if (last?.version === version && last?.reason === reason) return;
    const what = isPart
      ? 'a part of a document cannot be searched'
      : isMissing
        ? 'a file that the content links to is missing'
        : 'the text of a document cannot be searched';
    // A file of another type is no fault.
    const isFault = isCalledPdf(location) || reason !== NO_PDF;
    if (isFault) this.#faulty += 1;
    this.#log[isFault && this.#faulty <= MAX_LINES ? 'warn' : 'debug']({ document: location, reason }, what);
  }
}

function withResolver(): { promise: Promise<undefined>; resolve: () => void } {
  let settle = () => {};
  const promise = new Promise<undefined>((resolve) => {
    settle = () => resolve(undefined);
  });
  return { promise, resolve: () => settle() };
}

/** The file name of a text: a hash of its location, which may be of any length, and its version. */
const fileName = (location: string, version: string): string =>
  `${createHash('sha256').update(location).digest('base64url')},${version},${FORM}.txt`;

const isCalledPdf = (location: string): boolean => /\.pdf(\?|$)/i.test(location);
