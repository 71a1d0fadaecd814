import { type CacheSize, moment } from '@foyer/runtime';
import { LRUCache } from 'lru-cache';
import { cacheState, type Lifetime } from './policy.ts';
import { isPurged, type Purge } from './purge.ts';

/** An answer in the contract's form, and as our own API sends it. */
export interface CachedAnswer<Data extends object = object> extends Lifetime {
  data: Data;
  body: Buffer;
  etag: string;
  /** The default edition's answer in the place of one that failed: no cache may store it. */
  isSubstitute?: boolean;
  /** Its last revalidation has failed: it counts as fresh for some seconds. */
  hasFailedRevalidation?: boolean;
}

const PROTECTED_BYTES = 48_000_000;
/** Room for answers that were requested once. A second request promotes an answer, so a scan of many addresses evicts none that visitors read. */
const PROBATION_BYTES = 16_000_000;
/** The parsed data takes about twice the memory of the body. */
const BODY_FACTOR = 3;
const ENTRY_OVERHEAD_BYTES = 200;

export interface AnswerCacheBytes {
  protectedBytes?: number;
  probationBytes?: number;
}

const segment = (maxSize: number) =>
  new LRUCache<string, CachedAnswer>({
    maxSize,
    sizeCalculation: ({ body }) => body.length * BODY_FACTOR + ENTRY_OVERHEAD_BYTES,
  });

/** Answers in memory by the address of their call, in two LRU segments: probation and protected. */
export class AnswerCache {
  readonly #protected: LRUCache<string, CachedAnswer>;
  readonly #probation: LRUCache<string, CachedAnswer>;
  readonly #onPromote: (address: string, answer: CachedAnswer) => void;

  /** @param onPromote called when a second request moves an answer to the protected segment */
  constructor(
    onPromote: (address: string, answer: CachedAnswer) => void,
    { protectedBytes = PROTECTED_BYTES, probationBytes = PROBATION_BYTES }: AnswerCacheBytes = {},
  ) {
    this.#onPromote = onPromote;
    this.#protected = segment(protectedBytes);
    this.#probation = segment(probationBytes);
  }

  /** Looks an answer up for a request, and promotes it from probation. */
  get(address: string): CachedAnswer | undefined {
    const answer = this.#protected.get(address);
    if (answer) return answer;
    const promoted = this.#probation.get(address);
    if (promoted) {
      this.#probation.delete(address);
      this.#protected.set(address, promoted);
      this.#onPromote(address, promoted);
    }
    return promoted;
  }

  /** The ETag of the cached answer; no request, so it promotes nothing. */
  etagOf(address: string): string | undefined {
    return (this.#protected.peek(address) ?? this.#probation.peek(address))?.etag;
  }

  /** Serves an answer that could not be revalidated as fresh for so long, and then as it was before. */
  keepFresh(address: string, milliseconds: number): void {
    const answer = this.#protected.peek(address) ?? this.#probation.peek(address);
    if (!answer) return;
    const { monotonic, wall } = moment();
    answer.hasFailedRevalidation = true;
    answer.freshUntil = monotonic + milliseconds;
    if (answer.changesAt !== undefined && answer.changesAt <= wall) answer.changesAt = wall + milliseconds;
  }

  has(address: string): boolean {
    return this.#protected.has(address) || this.#probation.has(address);
  }

  isProtected(address: string): boolean {
    return this.#protected.has(address);
  }

  /** @param isListed an earlier answer has led to the call: it needs no probation */
  set(address: string, answer: CachedAnswer, isListed: boolean): void {
    const target = isListed || this.#protected.has(address) ? this.#protected : this.#probation;
    target.set(address, answer);
  }

  /** @returns whether the answer was cached */
  delete(address: string): boolean {
    return this.#protected.delete(address) || this.#probation.delete(address);
  }

  clear(): void {
    this.#protected.clear();
    this.#probation.clear();
  }

  /** Marks the answers that a purge names: `changesAt` in the past requires revalidation before they are served again. */
  purge(what: Purge): void {
    for (const answers of [this.#protected, this.#probation]) {
      answers.forEach((answer, address) => {
        if (isPurged(what, address)) answer.changesAt = 0;
      });
    }
  }

  /** Whether there is an answer that may be served. */
  hasUsable(): boolean {
    for (const answers of [this.#protected, this.#probation])
      for (const answer of answers.values()) if (cacheState(answer) !== 'expired') return true;
    return false;
  }

  get size(): CacheSize {
    return {
      bytes: this.#protected.calculatedSize + this.#probation.calculatedSize,
      entries: this.#protected.size + this.#probation.size,
    };
  }
}
