import { NotSentError } from '@foyer/gateway';
import { monotonicNow } from '@foyer/runtime';
import { FAILURES_BEFORE_PAUSE, MAX_OUTAGE_PAUSE_MS, pauseMs } from './policy.ts';

/** Pauses the calls of one edition when they fail in a row; after a pause one listed call probes the upstream, and the others wait until it ends. */
export class CircuitBreaker {
  #failures = 0;
  #pauses = 0;
  #pausedUntil = 0;
  /** Of the last pause. */
  #reason?: string;
  #probe?: Probe;

  get isPaused(): boolean {
    return monotonicNow() < this.#pausedUntil;
  }

  /** Whether calls are paused, or the first one after a pause has no answer yet: a CMS that never answers is not well in between. */
  get isInterrupted(): boolean {
    return this.isPaused || this.#probe !== undefined;
  }

  /** Throws a NotSentError while calls are paused. */
  rejectWhilePaused(): void {
    const waitMs = this.#pausedUntil - monotonicNow();
    if (waitMs > 0) throw this.#rejection(waitMs);
  }

  /** Runs a call once it is admitted. Rejects with a NotSentError while calls are paused. @param isUnlisted it is no probe: visitors can invent such calls */
  async run<T>(call: () => Promise<T>, isUnlisted: boolean): Promise<T> {
    const probe = await this.#admit(isUnlisted);
    try {
      return await call();
    } finally {
      // An aborted probe ends too: the waiting calls would never run.
      if (probe && this.#probe === probe) this.#endProbe();
    }
  }

  /** @returns the probe, if the call is one */
  async #admit(isUnlisted: boolean): Promise<Probe | undefined> {
    for (;;) {
      this.rejectWhilePaused();
      if (this.#pauses === 0) return undefined;
      if (!this.#probe) {
        if (isUnlisted) throw this.#rejection(UNLISTED_RETRY_MS);
        this.#probe = new Probe();
        return this.#probe;
      }
      await this.#probe.ended;
    }
  }

  #rejection(retryAfterMs: number): NotSentError {
    const because = this.#reason === undefined ? '' : `: ${this.#reason}`;
    return new NotSentError('paused', `calls of the upstream are paused${because}`, retryAfterMs);
  }

  #endProbe(): void {
    this.#probe?.end();
    this.#probe = undefined;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pauses = 0;
    this.#endProbe();
  }

  /** A call has failed that says something of the upstream. @param reason for the log, if calls pause */
  failed(reason?: string): void {
    this.#failures += 1;
    if (this.#failures >= FAILURES_BEFORE_PAUSE || this.#probe) this.pause(undefined, reason, MAX_OUTAGE_PAUSE_MS);
  }

  /** Calls in progress that fail together are one pause. @param waitMs none, or 0, as of a clock that is behind: policy.ts decides */
  pause(waitMs?: number, reason?: string, maxMs?: number): void {
    this.#reason = reason;
    if (!this.isPaused) this.#pauses += 1;
    this.#pausedUntil = Math.max(this.#pausedUntil, monotonicNow() + (waitMs || pauseMs(this.#pauses, maxMs)));
    this.#endProbe();
  }
}

/** The Retry-After of an unlisted call that comes before a listed one has probed the upstream. */
const UNLISTED_RETRY_MS = 1_000;

class Probe {
  end: () => void = () => {};
  readonly ended = new Promise<void>((resolve) => {
    this.end = resolve;
  });
}
