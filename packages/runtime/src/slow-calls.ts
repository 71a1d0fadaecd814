import type { Logger } from 'pino';
import { monotonicNow } from './clock.ts';

/** A call of the content API that takes as long is felt by visitors. */
const SLOW_MS = 1_000;
const MINUTE_MS = 60_000;

/** Names the calls of the content API that are slow: each at most once a minute, with how many there were. */
export class SlowCalls {
  readonly #log: Logger;
  /** By the name of the call. */
  readonly #slow = new Map<string, { said: number; count: number }>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** @param milliseconds without the time in the queue */
  answered(call: string, milliseconds: number): void {
    if (milliseconds < SLOW_MS) return;
    const now = monotonicNow();
    const { said, count } = this.#slow.get(call) ?? { said: Number.NEGATIVE_INFINITY, count: 0 };
    if (now - said < MINUTE_MS) {
      this.#slow.set(call, { said, count: count + 1 });
      return;
    }
    this.#slow.set(call, { said: now, count: 0 });
    this.#log.info({ call, milliseconds: Math.round(milliseconds), times: count + 1 }, 'content call is slow');
  }
}
