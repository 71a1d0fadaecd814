import { NotSentError, type Priority, REVALIDATION_SHARE } from '@foyer/gateway';
import { monotonicNow } from '@foyer/runtime';
import PQueue from 'p-queue';
import { AdaptiveConcurrency } from './adaptive-concurrency.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';

export interface LimitsOptions {
  /** Calls at once, at most. */
  concurrency: number;
  /** Calls at once become fewer while the upstream is overloaded. */
  isAdaptive?: boolean;
  /** None: unlimited. */
  callsPerMinute?: number;
}

const PRIORITY: Record<Priority, number> = { visitor: 2, revalidate: 1, inventory: 0 };

/** Queued calls. A call beyond that fails at once with Retry-After. */
const MAX_QUEUED = 200;
const MAX_QUEUED_IN_FRONT = 50;
/** The part of concurrency and budget for unlisted calls, which visitors can invent: a flood of them must not starve the rest. */
const UNLISTED_SHARE = 0.25;
/** The same for files: a page with many pictures must not starve the calls of other pages. */
const FILES_SHARE = 0.5;
const MINUTE_MS = 60_000;

export const tooManyWait = (): NotSentError => new NotSentError('waiting', 'too many calls are waiting', 1_000);

export interface QueuedCall {
  /** The call's address. */
  id: string;
  priority: Priority;
  isUnlisted: boolean;
  /** It fetches a file of the API's origin. */
  isFile?: boolean;
  /** Of its edition. */
  breaker: CircuitBreaker;
  signal: AbortSignal;
}

const shareOf = (limit: number, share: number) => Math.max(1, Math.floor(limit * share));

/** Limits the calls of an upstream: a priority queue with a concurrency and a budget. */
export class UpstreamLimits {
  readonly #queue: PQueue;
  /** In front of the queue, for unlisted calls only. */
  readonly #unlistedQueue: PQueue;
  /** The same for files. */
  readonly #fileQueue: PQueue;
  readonly #adaptive?: AdaptiveConcurrency;
  readonly #callsPerMinute: number;
  /** Times of the last calls, as many as the budget has. */
  readonly #sentAt: number[] = [];

  constructor({ concurrency, isAdaptive, callsPerMinute }: LimitsOptions) {
    this.#callsPerMinute = callsPerMinute ?? Number.POSITIVE_INFINITY;
    if (isAdaptive) this.#adaptive = new AdaptiveConcurrency(concurrency);
    const queue = (share: number) =>
      new PQueue({
        concurrency: shareOf(concurrency, share),
        ...(callsPerMinute && {
          intervalCap: Math.max(1, Math.floor(callsPerMinute * share)),
          interval: MINUTE_MS,
          strict: true,
        }),
      });
    this.#queue = queue(1);
    this.#unlistedQueue = queue(UNLISTED_SHARE);
    this.#fileQueue = queue(FILES_SHARE);
  }

  /** Runs a call when its turn has come. Rejects with a NotSentError while calls are paused or the queue is full. */
  async run<T>(call: () => Promise<T>, { id, priority, isUnlisted, isFile, breaker, signal }: QueuedCall): Promise<T> {
    breaker.rejectWhilePaused();
    if (priority === 'revalidate' && !isFile && this.#isForVisitors)
      throw new NotSentError('later', 'the rest of the budget is for visitors', 1_000);
    const front = isFile ? this.#fileQueue : isUnlisted ? this.#unlistedQueue : undefined;
    if (this.#queue.size >= MAX_QUEUED || (front && front.size >= MAX_QUEUED_IN_FRONT)) {
      throw tooManyWait();
    }
    const turn = () => {
      if (Number.isFinite(this.#callsPerMinute)) this.#sentAt.push(monotonicNow());
      // The budget bounds those of a minute.
      if (this.#sentAt.length > this.#callsPerMinute) this.#sentAt.shift();
      return breaker.run(call, isUnlisted);
    };
    const options = { id, priority: PRIORITY[priority], signal };
    return front ? front.add(() => this.#queue.add(turn, options), options) : this.#queue.add(turn, options);
  }

  /** Whether the revalidations of this minute have had their share. */
  get #isForVisitors(): boolean {
    const aMinuteAgo = monotonicNow() - MINUTE_MS;
    return this.#sentAt.filter((time) => time > aMinuteAgo).length >= this.#callsPerMinute * REVALIDATION_SHARE;
  }

  /** Calls that are queued. */
  get waiting(): number {
    return this.#queue.size + this.#unlistedQueue.size + this.#fileQueue.size;
  }

  /** Whether calls wait for the next minute. */
  get isBudgetSpent(): boolean {
    return this.#queue.isRateLimited;
  }

  /** @param form of the call @param milliseconds without the time in the queue */
  answered(form: string, milliseconds: number): void {
    this.#adaptive?.answered(form, milliseconds, this.#queue.pending);
    this.#adapt();
  }

  timedOut(): void {
    this.#adaptive?.timedOut();
    this.#adapt();
  }

  #adapt(): void {
    const limit = this.#adaptive?.limit;
    if (limit === undefined || limit === this.#queue.concurrency) return;
    this.#queue.concurrency = limit;
    this.#unlistedQueue.concurrency = shareOf(limit, UNLISTED_SHARE);
    this.#fileQueue.concurrency = shareOf(limit, FILES_SHARE);
  }

  /** Changes the priority of a queued call. */
  setPriority(id: string, priority: Priority): void {
    try {
      this.#queue.setPriority(id, PRIORITY[priority]);
    } catch {
      // The call has left the queue.
    }
  }
}
