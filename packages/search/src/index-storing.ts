import { monotonicNow } from '@foyer/runtime';
import type { IndexedTexts } from './indexed-texts.ts';
import type { StoredIndex, StoredState } from './stored-index.ts';

interface IndexStoringOptions {
  texts: IndexedTexts;
  /** Undefined: nothing is stored. */
  storedIndex?: Pick<StoredIndex, 'write'>;
  signal: AbortSignal;
  /** Whether all content has been read once: a part of it must not replace what an earlier process has read. */
  hasBeenRead(): boolean;
  /** What is stored beside the index and its versions. */
  state(): Omit<StoredState, 'versions'>;
}

/** The index is written this long after its first unsaved change. */
const DELAY_MS = 10_000;
/** For the first one, once all content is read: that may have taken minutes, which an early end must not waste. */
const FIRST_DELAY_MS = 1_000;
/** The pause before a write is at least this many times as long as the last write took: that of a very large index takes the processor for seconds. */
const PAUSE_FACTOR = 100;
/** An index that takes longer is not stored at the end of the process, which waits for nothing. */
const MAX_FINAL_MS = 500;

/** Writes the index to its file some time after it has changed. */
export class IndexStoring {
  readonly #options: IndexStoringOptions;
  #timer?: NodeJS.Timeout;
  /** The last writing of the index. */
  #storing: Promise<void> = Promise.resolve();
  /** How long it took last. */
  #tookMs = 0;
  /** The changes of the index that is stored. */
  #storedChanges?: number;
  #hasTried = false;

  constructor(options: IndexStoringOptions) {
    this.#options = options;
  }

  /** The index is what is stored. */
  restored(): void {
    this.#storedChanges = this.#options.texts.changes;
    this.#hasTried = true;
  }

  /** Writes the index soon if it is not what is stored. */
  changed(): void {
    const { texts, hasBeenRead } = this.#options;
    if (this.#storedChanges === texts.changes) return;
    const isFirst = hasBeenRead() && !this.#hasTried;
    const delayMs = isFirst ? FIRST_DELAY_MS : Math.max(DELAY_MS, this.#tookMs * PAUSE_FACTOR);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#store();
    }, delayMs).unref();
  }

  /** Resolves when nothing is being written: a change would end that, and with many of them none would be stored. */
  written(): Promise<void> {
    return this.#storing;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await (this.#tookMs < MAX_FINAL_MS ? this.#store() : this.#storing);
  }

  /** Writes the index after what is being written, if it has changed since. Never rejects. */
  #store(): Promise<void> {
    this.#storing = this.#storing.then(() => this.#storeNow());
    return this.#storing;
  }

  async #storeNow(): Promise<void> {
    const { texts, storedIndex, signal, hasBeenRead, state } = this.#options;
    const { changes, versions } = texts;
    if (this.#storedChanges === changes || !hasBeenRead() || !storedIndex) return;
    this.#hasTried = true;
    const startedAt = monotonicNow();
    const isCurrent = () => texts.changes === changes;
    if (await storedIndex.write({ ...state(), versions }, texts.index.parts(), isCurrent)) {
      this.#storedChanges = changes;
      this.#tookMs = monotonicNow() - startedAt;
    } else if (!signal.aborted) this.changed();
  }
}
