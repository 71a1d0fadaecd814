import type { ContentReader } from './content-reader.ts';
import type { IndexedTexts } from './indexed-texts.ts';

interface UnreadFilesOptions {
  read: NonNullable<ContentReader['readDocument']>;
  texts: IndexedTexts;
  signal: AbortSignal;
  /** Resolves when everything else has been read. */
  whenRead(): Promise<unknown>;
  /** Resolves when the index may change. */
  mayChange(): Promise<unknown>;
  /** Called when all files have been read. */
  onRead(): void;
}

/** Reads the files of documents in the background, one at a time. */
export class UnreadFiles {
  readonly #options: UnreadFilesOptions;
  readonly #keys = new Set<string>();
  #isReading = false;
  #reading: Promise<void> = Promise.resolve();

  constructor(options: UnreadFilesOptions) {
    this.#options = options;
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
    }
    this.#isReading = false;
    onRead();
  }
}
