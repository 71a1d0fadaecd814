import { monotonicNow } from '@foyer/runtime';

/** A timeout that can be paused: the upstream's time does not run while this process parses its response. */
export class Deadline {
  readonly #controller = new AbortController();
  #remainingMs: number;
  #resumedAt = 0;
  #timer?: NodeJS.Timeout;

  /** The clock starts with `resume`. */
  constructor(timeoutMs: number) {
    this.#remainingMs = timeoutMs;
  }

  /** Milliseconds, while it runs. */
  timeLeft(): number {
    return this.#remainingMs - (monotonicNow() - this.#resumedAt);
  }

  /** Aborted with a TimeoutError. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  resume(): void {
    if (this.#timer) this.pause();
    this.#resumedAt = monotonicNow();
    this.#timer = setTimeout(
      () => this.#controller.abort(new DOMException('no answer in time', 'TimeoutError')),
      this.#remainingMs,
    );
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#remainingMs = Math.max(0, this.#remainingMs - (monotonicNow() - this.#resumedAt));
    this.#resumedAt = monotonicNow();
  }
}
