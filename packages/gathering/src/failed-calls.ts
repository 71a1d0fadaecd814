import { contentNow } from '@foyer/model';

/** After a failure; of the same call each time twice as long. */
export const RETRY_MS = 60_000;

interface Failure {
  reason: string;
  /** In a row. */
  times: number;
  at: number;
}

/** The calls that failed when they were asked last, by their addresses. */
export class FailedCalls {
  readonly #failures = new Map<string, Failure>();

  /** @returns whether the call did not fail for this reason before */
  add(call: string, reason: string): boolean {
    const known = this.#failures.get(call);
    this.#failures.set(call, { reason, times: (known?.times ?? 0) + 1, at: contentNow() });
    return known?.reason !== reason;
  }

  delete(call: string): void {
    this.#failures.delete(call);
  }

  /** Whether a call may be asked for again. @param maxPauseMs at the latest so long after its failure */
  isDue(call: string, maxPauseMs: number): boolean {
    const failure = this.#failures.get(call);
    return !failure || failure.at + Math.min(RETRY_MS * 2 ** (failure.times - 1), maxPauseMs) <= contentNow();
  }

  /** When a call failed last; 0: it did not. */
  timeOf(call: string): number {
    return this.#failures.get(call)?.at ?? 0;
  }
}
