import PQueue from 'p-queue';
import { ContentError } from '../../shared/content-error.ts';
import { monotonicNow } from '../clock.ts';
import { FAILURES_BEFORE_PAUSE, pauseMs } from './policy.ts';

export interface LimitsOptions {
  /** Calls at once. */
  concurrency: number;
  /** None: unlimited. */
  callsPerMinute?: number;
}

/** A visitor's calls go first, then revalidation, then the inventory for the sitemap. */
export type Priority = 'visitor' | 'revalidate' | 'inventory';
const PRIORITY: Record<Priority, number> = { visitor: 2, revalidate: 1, inventory: 0 };

/** Queued calls. A call beyond that fails at once with Retry-After. */
const MAX_QUEUED = 200;
const MAX_QUEUED_UNLISTED = 50;
/** The part of concurrency and budget for unlisted calls, which visitors can invent: a flood of them must not starve the rest. */
const UNLISTED_SHARE = 0.25;
const MINUTE_MS = 60_000;

export interface QueuedCall {
  /** The call's address. */
  id: string;
  priority: Priority;
  isUnlisted: boolean;
  signal: AbortSignal;
}

/** Limits the calls of an upstream: a priority queue with a concurrency and a budget, and a circuit breaker that pauses all calls. */
export class UpstreamLimits {
  readonly #queue: PQueue;
  /** In front of the queue, for unlisted calls only. */
  readonly #unlistedQueue: PQueue;
  #failures = 0;
  #pauses = 0;
  #pausedUntil = 0;
  /** Of the last pause. */
  #reason?: string;
  /** After a pause one call probes the upstream; the others wait until it ends. */
  #probe?: Probe;

  constructor({ concurrency, callsPerMinute }: LimitsOptions) {
    const queue = (share: number) =>
      new PQueue({
        concurrency: Math.max(1, Math.floor(concurrency * share)),
        ...(callsPerMinute && {
          intervalCap: Math.max(1, Math.floor(callsPerMinute * share)),
          interval: MINUTE_MS,
          strict: true,
        }),
      });
    this.#queue = queue(1);
    this.#unlistedQueue = queue(UNLISTED_SHARE);
  }

  /** Whether the circuit breaker rejects all calls. */
  get isPaused(): boolean {
    return monotonicNow() < this.#pausedUntil;
  }

  /** Runs a call when its turn has come. Rejects with a ContentError, 503, while calls are paused or the queue is full. */
  async run<T>(call: () => Promise<T>, { id, priority, isUnlisted, signal }: QueuedCall): Promise<T> {
    this.#rejectWhilePaused();
    if (this.#queue.size >= MAX_QUEUED || (isUnlisted && this.#unlistedQueue.size >= MAX_QUEUED_UNLISTED)) {
      throw new ContentError(503, 'too many calls are waiting', { retryAfterMs: 1_000 });
    }
    const turn = async () => {
      const probe = await this.#admit();
      try {
        return await call();
      } finally {
        // An aborted probe ends too: the waiting calls would never run.
        if (probe && this.#probe === probe) this.#endProbe();
      }
    };
    const options = { id, priority: PRIORITY[priority], signal };
    if (!isUnlisted) return this.#queue.add(turn, options);
    return this.#unlistedQueue.add(() => this.#queue.add(turn, options), options);
  }

  /** Changes the priority of a queued call. */
  setPriority(id: string, priority: Priority): void {
    try {
      this.#queue.setPriority(id, PRIORITY[priority]);
    } catch {
      // The call has left the queue.
    }
  }

  /** @returns the probe, if the call is one */
  async #admit(): Promise<Probe | undefined> {
    for (;;) {
      this.#rejectWhilePaused();
      if (this.#pauses === 0) return undefined;
      if (!this.#probe) {
        this.#probe = new Probe();
        return this.#probe;
      }
      await this.#probe.ended;
    }
  }

  #rejectWhilePaused(): void {
    const waitMs = this.#pausedUntil - monotonicNow();
    if (waitMs <= 0) return;
    const because = this.#reason === undefined ? '' : `: ${this.#reason}`;
    throw new ContentError(503, `calls of the upstream are paused${because}`, { retryAfterMs: waitMs });
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

  /** @param reason for the log, if all calls pause */
  failed(reason?: string): void {
    this.#failures += 1;
    if (this.#failures >= FAILURES_BEFORE_PAUSE || this.#probe) this.pause(undefined, reason);
  }

  /** Calls in progress that fail together are one pause. @param waitMs none, or 0, as of a clock that is behind: policy.ts decides */
  pause(waitMs?: number, reason?: string): void {
    this.#reason = reason;
    if (!this.isPaused) this.#pauses += 1;
    this.#pausedUntil = Math.max(this.#pausedUntil, monotonicNow() + (waitMs || pauseMs(this.#pauses)));
    this.#endProbe();
  }
}

class Probe {
  end: () => void = () => {};
  readonly ended = new Promise<void>((resolve) => {
    this.end = resolve;
  });
}
