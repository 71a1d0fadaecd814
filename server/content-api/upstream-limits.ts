import PQueue from 'p-queue';
import { ContentError } from '../../shared/content-error.ts';
import { monotonicNow } from '../clock.ts';
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
  /** The one call that tries whether the upstream is back; the others wait for how it ends. */
  #probe?: Probe;

  constructor({ concurrency, perMinute }: LimitsOptions) {
    const queue = (share: number) =>
      new PQueue({
        concurrency: Math.max(1, Math.floor(concurrency * share)),
        ...(perMinute && { intervalCap: Math.max(1, Math.floor(perMinute * share)), interval: MINUTE, strict: true }),
      });
    this.#all = queue(1);
    this.#unseen = queue(SHARE_OF_UNSEEN);
  }

  /** Whether calls are let through. */
  get open(): boolean {
    return monotonicNow() >= this.#pausedUntil;
  }

  /** Makes a call in its turn. Rejects with a ContentError, 503, where there is no use in waiting. */
  async run<T>(
    call: () => Promise<T>,
    { id, urgency, unseen, signal }: { id: string; urgency: Urgency; unseen: boolean; signal: AbortSignal },
  ): Promise<T> {
    this.#refuseWhilePaused();
    if (this.#all.size >= QUEUE || (unseen && this.#unseen.size >= QUEUE_OF_UNSEEN)) {
      throw new ContentError(503, 'too many calls are waiting', { retryAfter: 1_000 });
    }
    const turn = async () => {
      const probe = await this.#admit();
      try {
        return await call();
      } finally {
        // However it ended, and were it only given up: the others may go on.
        if (probe && this.#probe === probe) this.#endProbe();
      }
    };
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

  /** @returns the probe, where the call is the one */
  async #admit(): Promise<Probe | undefined> {
    for (;;) {
      this.#refuseWhilePaused();
      if (this.#pauses === 0) return undefined;
      if (!this.#probe) {
        this.#probe = new Probe();
        return this.#probe;
      }
      await this.#probe.end;
    }
  }

  #refuseWhilePaused(): void {
    const wait = this.#pausedUntil - monotonicNow();
    if (wait > 0) throw new ContentError(503, 'the upstream is left alone for a while', { retryAfter: wait });
  }

  #endProbe(): void {
    this.#probe?.resolve();
    this.#probe = undefined;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pauses = 0;
    this.#endProbe();
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures >= FAILURES || this.#probe) this.pause();
  }

  /** @param wait milliseconds, where the upstream has said so */
  pause(wait?: number): void {
    this.#pauses += 1;
    this.#pausedUntil = Math.max(this.#pausedUntil, monotonicNow() + (wait ?? pauseAfter(this.#pauses)));
    this.#endProbe();
  }
}

class Probe {
  resolve: () => void = () => {};
  readonly end = new Promise<void>((resolve) => {
    this.resolve = resolve;
  });
}
