import { atMost } from '@foyer/runtime';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { ImageError } from './image-error.ts';
import { isInContentFolder } from './image-location.ts';

const MAX_ENTRIES = 20_000;
/** After this long, an image that could not be shown is tried again. */
export const RETRY_DELAY_MS = 30_000;

/** Remembers which images could not be shown and why, so that each is logged once and not tried again at once. */
export class ImageFailures {
  readonly #failures = new LRUCache<string, ImageError>({ ...atMost(MAX_ENTRIES), ttl: RETRY_DELAY_MS });
  readonly #log: Logger;
  readonly #onFailure: (kind: ImageError['kind']) => void;
  #isClosed = false;

  /** @param onFailure called for each failure that is new */
  constructor(log: Logger, onFailure: (kind: ImageError['kind']) => void) {
    this.#log = log;
    this.#onFailure = onFailure;
  }

  get(location: string): ImageError | undefined {
    return this.#failures.get(location);
  }

  has(location: string): boolean {
    return this.#failures.has(location);
  }

  /**
   * Remembers, logs and counts a failure, and returns it. A `busy` one is only returned: it says nothing about the image.
   * @param error what was thrown; anything but an ImageError counts as `broken`
   */
  record(location: string, error: unknown): ImageError {
    const failure =
      error instanceof ImageError
        ? error
        : new ImageError('broken', error instanceof Error ? error.message : String(error), { cause: error });
    if (failure.kind === 'busy' || this.#failures.has(location)) return failure;
    // Visitors can invent any number of names in the content folder, so a missing file is not remembered, and only logged
    // for debugging. The content's own links to missing files are reported by checkLinks.
    const isInvented = failure.kind === 'missing' && isInContentFolder(location);
    if (!isInvented) this.#failures.set(location, failure);
    // Closing aborts what is in progress: those failures say nothing about the images.
    if (this.#isClosed) return failure;
    this.#onFailure(failure.kind);
    const fields = { picture: location, kind: failure.kind, reason: failure.message };
    this.#log[isInvented ? 'debug' : 'warn'](fields, 'picture cannot be shown');
    return failure;
  }

  /** Forgets the failure of an image that has changed. */
  delete(location: string): void {
    this.#failures.delete(location);
  }

  clear(): void {
    this.#failures.clear();
  }

  /** From now on, failures are neither logged nor counted. */
  close(): void {
    this.#isClosed = true;
  }
}
