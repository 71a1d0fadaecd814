import { type ContentError, callPaths, calls } from '@foyer/model';
import { type CacheSize, monotonicNow } from '@foyer/runtime';
import { LRUCache } from 'lru-cache';
import { AnswerCache, type AnswerCacheBytes, type CachedAnswer } from './answer-cache.ts';
import type { Call } from './call.ts';
import type { DiskAnswerCache } from './disk-answer-cache.ts';
import type { ListedCalls } from './listed-calls.ts';
import { cacheState, NOT_FOUND_TTL_MS, REVALIDATE_RETRY_MS, SHARED_UNLISTED_TTL_MS } from './policy.ts';
import { callNameOf, isPurged, type Purge } from './purge.ts';
import type { Replicas } from './replicas.ts';
import type { StoredAnswer } from './stored-answer.ts';

interface KnownAnswersOptions {
  listedCalls: ListedCalls;
  diskCache?: DiskAnswerCache;
  replicas?: Replicas;
  /** Memory for answers. Undefined: the defaults of answer-cache.ts. */
  cacheBytes?: AnswerCacheBytes;
  /** Reads what Redis or the disk has. Rejects if it is not an answer to this call. */
  restore(call: Call, stored: StoredAnswer): Promise<CachedAnswer>;
  /** Called with each answer, once it is in memory and before `onReplaced`. It may purge. */
  onStored(call: Call, answer: CachedAnswer): void;
  /** The answer at an address has changed, or there is none any more. */
  onReplaced(address: string): void;
}

const MAX_NOT_FOUND = 2_000;
const transientEntities = new Set<string>(callPaths.filter((path) => calls[path].isTransient));
/** Whether an address is of a call whose answers are stored in memory alone. */
const isTransient = (address: string): boolean => transientEntities.has(callNameOf(address).entity);

/** The answers that the gateway has without a call of the source: in memory, then in Redis or on disk. And what it knows not to be there. Replicas share them: what one is loading, the others wait for. */
export class KnownAnswers {
  readonly #options: KnownAnswersOptions;
  readonly #memory: AnswerCache;
  readonly #notFound = new LRUCache<string, ContentError>({ max: MAX_NOT_FOUND, ttl: NOT_FOUND_TTL_MS });
  #revision = 0;

  constructor(options: KnownAnswersOptions) {
    this.#options = options;
    this.#memory = new AnswerCache((address, answer) => {
      if (!isTransient(address) && cacheState(answer) !== 'must-revalidate') options.diskCache?.write(address, answer);
    }, options.cacheBytes);
  }

  /** Grows with each purge. */
  get revision(): number {
    return this.#revision;
  }

  get size(): CacheSize {
    return this.#memory.size;
  }

  /** Whether there is an answer to serve, fresh or stale. */
  get hasUsable(): boolean {
    return this.#memory.hasUsable();
  }

  /** The answer at an address, in whatever state it is. It counts as a request. */
  inMemory(address: string): CachedAnswer | undefined {
    return this.#memory.get(address);
  }

  /** Reads an answer from Redis or from disk into memory. */
  async readStored(call: Call): Promise<CachedAnswer | undefined> {
    if (calls[call.path].isTransient) return undefined;
    const { diskCache, replicas, restore } = this.#options;
    const revision = this.#revision;
    for (const tier of [replicas, diskCache]) {
      const stored = await tier?.read(call.address);
      // It was read before a purge.
      if (!stored || revision !== this.#revision) continue;
      try {
        const answer = await restore(call, stored);
        if (revision !== this.#revision) continue;
        this.#storeInMemory(call, answer);
        return answer;
      } catch (error) {
        tier?.reject(call.address, error);
      }
    }
    return undefined;
  }

  /** Why there is no answer at an address, if that is known. */
  notFound(address: string): ContentError | undefined {
    return this.#notFound.get(address);
  }

  /** The ETag of the answer in memory: no request. */
  etagOf(address: string): string | undefined {
    return this.#memory.etagOf(address);
  }

  /** Whether no earlier answer leads to the call, nor is its own in memory. */
  mayBeInvented(call: Call): boolean {
    return !this.#options.listedCalls.has(call) && !this.#memory.has(call.address);
  }

  /** Stores a new answer of the source, or of another replica. */
  store(call: Call, answer: CachedAnswer): void {
    this.#storeInMemory(call, answer);
    if (this.#isListed(call)) this.#options.diskCache?.write(call.address, answer);
  }

  /** Removes an answer, and remembers that there is none. Content that was deleted is no outage: its stale answer must not be served. */
  noteNotFound(address: string, reason: ContentError): void {
    this.#notFound.set(address, reason);
    // A stored answer has been read into memory by now, so an invented address costs no deletion.
    if (!this.#memory.delete(address)) return;
    this.#options.diskCache?.delete(address);
    this.#options.replicas?.delete(address);
    this.#options.onReplaced(address);
  }

  /** Counts the answer of a failed call as fresh for some seconds: the call is not repeated at once. */
  postponeRetry(address: string): void {
    this.#memory.keepFresh(address, REVALIDATE_RETRY_MS);
  }

  /** Loads an answer, unless another replica is loading it: then that one's is read. */
  async shared(call: Call, load: () => Promise<CachedAnswer>): Promise<CachedAnswer> {
    const { replicas, restore } = this.#options;
    if (!replicas || calls[call.path].isTransient) return load();
    const revision = this.#revision;
    return replicas.coalesce(call.address, {
      restore: (stored) => restore(call, stored),
      load,
      share: (answer) => {
        if (revision !== this.#revision) return undefined;
        const until = this.#isListed(call)
          ? answer.staleUntil
          : Math.min(answer.staleUntil, monotonicNow() + SHARED_UNLISTED_TTL_MS);
        return { answer, until };
      },
    });
  }

  /** Invalidates answers in this process: they are revalidated before they are served again. */
  purgeLocal(what: Purge): void {
    this.#revision += 1;
    this.#memory.purge(what);
    for (const address of this.#notFound.keys()) if (isPurged(what, address)) this.#notFound.delete(address);
  }

  /** Invalidates those on disk, in Redis and in the other replicas; resolves once that is done. */
  async purgeStored(what: Purge): Promise<void> {
    this.#options.diskCache?.purge(what);
    await this.#options.replicas?.purge(what);
  }

  /** Drops every answer in memory. */
  clear(): void {
    this.#memory.clear();
  }

  /** Whether an earlier answer leads to the call, or it was requested twice. A visitor may have invented any other call. */
  #isListed(call: Call): boolean {
    if (calls[call.path].isTransient) return false;
    return this.#memory.isProtected(call.address) || this.#options.listedCalls.has(call);
  }

  #storeInMemory(call: Call, answer: CachedAnswer): void {
    const { listedCalls, onStored, onReplaced } = this.#options;
    const before = this.#memory.etagOf(call.address);
    if (!calls[call.path].isTransient) listedCalls.note(call, answer.data);
    this.#memory.set(call.address, answer, listedCalls.has(call));
    onStored(call, answer);
    if (before !== undefined && before !== answer.etag) onReplaced(call.address);
  }
}
