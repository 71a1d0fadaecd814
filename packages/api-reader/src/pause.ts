import { setTimeout as wait } from 'node:timers/promises';
import { interrupted } from './interrupted.ts';

/** A shorter pause is not worth a line. */
const MIN_SHOWN_MS = 500;

export interface PauseOptions {
  signal: AbortSignal;
  /** How long pauses may be asked for, again and again. */
  maxWaitMs: number;
  print(text: string): void;
}

/** The time in which a server wants no requests, for all that go to it. */
export class Pause {
  readonly #options: PauseOptions;
  /** When the first request of those in a row has failed, by performance.now(). */
  #failingSince?: number;
  /** By performance.now(). */
  #until = 0;

  constructor(options: PauseOptions) {
    this.#options = options;
  }

  /** Whether requests wait. */
  get isActive(): boolean {
    return performance.now() < this.#until;
  }

  /** How long requests have failed. */
  get failingMs(): number {
    return this.#failingSince === undefined ? 0 : performance.now() - this.#failingSince;
  }

  /** Requests wait from now on. @param asking who asks for it, if it is to be shown @returns false if it would take too long */
  begin(milliseconds: number, asking?: string): boolean {
    const now = performance.now();
    this.#failingSince ??= now;
    if (this.failingMs + milliseconds > this.#options.maxWaitMs) return false;
    if (now + milliseconds <= this.#until) return true;
    if (asking !== undefined && milliseconds >= MIN_SHOWN_MS && !this.isActive)
      this.#options.print(`${asking} asks for fewer calls: waiting ${seconds(milliseconds)}`);
    this.#until = now + milliseconds;
    return true;
  }

  /** Resolves when requests may go on. Rejects when the import is stopped. */
  async end(): Promise<void> {
    for (let left = this.#until - performance.now(); left > 0; left = this.#until - performance.now())
      await wait(left, undefined, { signal: this.#options.signal }).catch(() => {
        throw interrupted();
      });
  }

  /** A request has been answered. */
  succeeded(): void {
    this.#failingSince = undefined;
  }
}

export const seconds = (milliseconds: number) => `${Math.ceil(milliseconds / 1000)} s`;
