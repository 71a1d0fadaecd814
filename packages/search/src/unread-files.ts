import type { ContentReader } from './content-reader.ts';
import type { IndexedTexts } from './indexed-texts.ts';

interface UnreadFilesOptions {
  read: NonNullable<ContentReader['readDocument']>;
  texts: Pick<IndexedTexts, 'filesOf' | 'addFileTexts'>;
  signal: AbortSignal;
  /** Resolves when everything else has been read. */
  whenRead(): Promise<unknown>;
  /** Resolves when the index may change. */
  mayChange(): Promise<unknown>;
  /** Called when all files have been read. */
  onRead(): void;
  /** After files that could not be had. */
  retryMs?: number;
}

const RETRY_MS = 30_000;
const MAX_RETRY_MS = 3_600_000;

/** Reads the files of documents in the background, one at a time. Those that cannot be had are read again later: nothing announces that they can. */
export class UnreadFiles {
  readonly #options: UnreadFilesOptions;
  readonly #keys = new Set<string>();
  /** Documents with a file that could not be had. */
  readonly #unavailable = new Set<string>();
  /** Readings in a row after which there were such documents. */
  #failures = 0;
  #retryTimer?: NodeJS.Timeout;
  #isReading = false;
  #reading: Promise<void> = Promise.resolve();

  constructor(options: UnreadFilesOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => clearTimeout(this.#retryTimer));
  }

  /** Has the files of a document read. */
  add(key: string): void {
    this.#keys.add(key);
    if (this.#isReading) return;
    this.#isReading = true;
    // After everything else: reading them takes the most memory, and who searches finds pages first.
    this.#reading = this.#options.whenRead().then(() => this.#readAll());
  }

  /** Resolves when nothing is read any more. */
  settled(): Promise<void> {
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    const { read, texts, signal, mayChange, onRead } = this.#options;
    for (const key of this.#keys) {
      this.#keys.delete(key);
      this.#unavailable.delete(key);
      const found = new Map<string, string | undefined>();
      let areAllRead = true;
      for (const location of texts.filesOf(key)) {
        const { text, isUnavailable } = await read(location, signal);
        // It was interrupted, and is no text that is known to be missing.
        if (signal.aborted) return;
        // The text that is known stays, and the item counts as not read.
        if (text === undefined && isUnavailable) areAllRead = false;
        else found.set(location, text);
      }
      await mayChange();
      texts.addFileTexts(key, found, areAllRead);
      if (!areAllRead) this.#unavailable.add(key);
    }
    this.#isReading = false;
    this.#retryLater();
    onRead();
  }

  /** Doubled after each failure: a file may be gone for ever. What else is read meanwhile moves nothing. */
  #retryLater(): void {
    const { retryMs = RETRY_MS } = this.#options;
    if (this.#unavailable.size === 0) this.#failures = 0;
    else if (!this.#retryTimer) {
      const pauseMs = Math.min(retryMs * 2 ** this.#failures, MAX_RETRY_MS);
      this.#failures += 1;
      this.#retryTimer = setTimeout(() => {
        this.#retryTimer = undefined;
        for (const key of this.#unavailable) this.add(key);
      }, pauseMs).unref();
    }
  }
}
