import PQueue from 'p-queue';
import { ContentError } from '../../shared/content-error.ts';
import { FAILURES, pauseAfter } from './policy.ts';

export interface LimitsOptions {
  /** Calls at once. */
  concurrency: number;
  /** Calls a minute; none: as many as it takes. */
  perMinute?: number;
}

/** Who waits for a call. */
export type Urgency = 'visitor' | 'refresh' | 'inventory';
const PRIORITY: Record<Urgency, number> = { visitor: 2, refresh: 1, inventory: 0 };

/** More than that wait for nothing: whoever asks is told to come again. */
const QUEUE = 200;
const QUEUE_OF_UNSEEN = 50;
/** Of the budget, for what nobody has asked for before. */
const SHARE_OF_UNSEEN = 0.25;
const MINUTE = 60_000;

/** How much an upstream is asked: in turn, so many calls at once and a minute, and not at all while it wants to be left alone or is down. */
export class Limits {
  readonly #all: PQueue;
  /** Ids and searches that nobody has asked for before: they cannot starve the rest. */
  readonly #unseen: PQueue;
  #failures = 0;
  #pauses = 0;
  #pausedUntil = 0;
  #probing = false;

  constructor({ concurrency, perMinute }: LimitsOptions) {
    const queue = (share: number) =>
      new PQueue({
        concurrency: Math.max(1, Math.floor(concurrency * share)),
        ...(perMinute && { intervalCap: Math.max(1, Math.floor(perMinute * share)), interval: MINUTE, strict: true }),
      });
    this.#all = queue(1);
    this.#unseen = queue(SHARE_OF_UNSEEN);
  }

  /** Whether calls are let through; while one call probes whether the upstream is back, no other is. */
  get open(): boolean {
    return Date.now() >= this.#pausedUntil && !this.#probing;
  }

  /** Makes a call in its turn. Rejects at once with a ContentError, 503, where there is no use in waiting. */
  async run<T>(
    call: (signal: AbortSignal) => Promise<T>,
    { id, urgency, unseen, signal }: { id: string; urgency: Urgency; unseen: boolean; signal: AbortSignal },
  ): Promise<T> {
    const turn = () => {
      this.#letThrough();
      return call(signal);
    };
    this.#letThrough(true);
    if (this.#all.size >= QUEUE || (unseen && this.#unseen.size >= QUEUE_OF_UNSEEN)) {
      throw new ContentError(503, 'too many calls are waiting', { retryAfter: 1_000 });
    }
    const options = { id, priority: PRIORITY[urgency], signal };
    if (!unseen) return this.#all.add(turn, options);
    return this.#unseen.add(() => this.#all.add(turn, options), options);
  }

  /** Somebody waits for a call that is in the queue already. */
  hurry(id: string, urgency: Urgency): void {
    try {
      this.#all.setPriority(id, PRIORITY[urgency]);
    } catch {
      // It has begun.
    }
  }

  #letThrough(asks = false): void {
    const wait = this.#pausedUntil - Date.now();
    if (wait > 0) throw new ContentError(503, 'the upstream is left alone for a while', { retryAfter: wait });
    if (this.#pauses === 0) return;
    if (this.#probing) throw new ContentError(503, 'the upstream is being probed', { retryAfter: 1_000 });
    if (!asks) this.#probing = true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pauses = 0;
    this.#probing = false;
  }

  /** @returns whether the upstream is taken to be down from now on */
  failed(): boolean {
    this.#failures += 1;
    const wasProbe = this.#probing;
    this.#probing = false;
    if (this.#failures < FAILURES && !wasProbe) return false;
    this.pause();
    return this.#pauses === 1;
  }

  /** @param wait milliseconds, where the upstream has said so */
  pause(wait?: number): void {
    this.#probing = false;
    this.#pauses += 1;
    this.#pausedUntil = Math.max(this.#pausedUntil, Date.now() + (wait ?? pauseAfter(this.#pauses)));
  }
}
