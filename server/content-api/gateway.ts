import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Answer, CallPath, Parameters } from '../../shared/content-api.ts';
import { ContentError } from '../../shared/content-error.ts';
import type { Redirect } from '../../shared/kinds/redirects.ts';
import type { Site } from '../../shared/kinds/site.ts';
import { monotonicNow } from '../clock.ts';
import type { CacheSize, CallOutcome } from '../observability/metrics.ts';
import { AnswerCache, type CachedAnswer } from './answer-cache.ts';
import { type Call, readCall } from './call.ts';
import { type CoalescedLoad, CoalescedRequests } from './coalesced-requests.ts';
import type { DiskAnswerCache } from './disk-answer-cache.ts';
import { ListedCalls } from './listed-calls.ts';
import {
  type NormalisedAnswer,
  type NormaliseResult,
  normalisedAnswer,
  type UpstreamResponse,
} from './normalise-answer.ts';
import type { Normaliser } from './normaliser.ts';
import {
  type CacheTimes,
  cacheState,
  type Lifetime,
  lifetimeOf,
  NOT_FOUND_TTL_MS,
  READY_TIMEOUT_MS,
  REVALIDATE_RETRY_MS,
  SHARED_UNLISTED_TTL_MS,
  SITE_TIMEOUT_MS,
} from './policy.ts';
import { isPurged, type Purge } from './purge.ts';
import type { Replicas } from './replicas.ts';
import type { StoredAnswer } from './stored-answer.ts';
import type { UpstreamRequest } from './upstream.ts';
import type { Priority } from './upstream-limits.ts';

export interface GatewayOptions {
  upstream: UpstreamClient;
  normaliser: Normaliser;
  /** Adds the known facts about images to an answer, in place. */
  describeImages?: (data: object) => void;
  times: CacheTimes;
  /** Served while the upstream has no `site`. */
  fallbackSite: Site;
  /** Old addresses; none: those of the upstream's `redirects` call. */
  redirects?: Redirect[];
  diskCache?: DiskAnswerCache;
  replicas?: Replicas;
  log: Logger;
}

export interface UpstreamClient {
  /** Rejects with a ContentError. @param normalise reads the response's body; never rejects */
  get(
    address: string,
    request: UpstreamRequest,
    normalise: (response: UpstreamResponse) => Promise<NormaliseResult>,
  ): Promise<NormalisedAnswer>;
  /** Moves a queued call ahead: a visitor waits for it now. */
  prioritise?(address: string): void;
}

export interface CallOptions {
  /** The reader leaves: a call that has no other readers is aborted. */
  signal?: AbortSignal;
  priority?: Priority;
  /** Revalidates a stale answer first, and serves it only if that fails. */
  revalidate?: boolean;
  /** Of the visitor's request, for the upstream and the log. */
  requestId?: string;
  /** Called once for each call, when it has an answer or has failed. */
  onResult?: (result: CallResult) => void;
}

/** How the gateway has answered one call. */
export type CallResult = AnsweredCall | FailedCall;

export interface AnsweredCall extends Lifetime {
  address: string;
  etag: string;
  /** The answer was in a cache. */
  hit: boolean;
  /** The answer is stale, and its revalidation has failed. */
  isOverdue: boolean;
}

export interface FailedCall {
  address: string;
  etag?: undefined;
  /** The failure was in the cache of 404s. */
  hit: boolean;
}

interface Events {
  /** The answer at an address has changed, or there is none any more. */
  replaced: [address: string];
  purged: [what: Purge];
  /** A call of the upstream or of another replica's answer has ended. */
  called: [outcome: CallOutcome, milliseconds: number];
}

const MAX_NOT_FOUND = 2_000;
/** Items in one log line. */
const MAX_LOGGED_DROPS = 20;

/** The one way to content, for pages and for browsers: memory, then disk or Redis, then the upstream. policy.ts decides lifetimes and retries. */
export class Gateway extends EventEmitter<Events> {
  readonly #options: GatewayOptions;
  readonly #cache: AnswerCache;
  readonly #requests = new CoalescedRequests<CachedAnswer>(() => new ContentError(503, 'the last reader has left'));
  readonly #listedCalls = new ListedCalls();
  readonly #notFound = new LRUCache<string, ContentError>({ max: MAX_NOT_FOUND, ttl: NOT_FOUND_TTL_MS });
  /** The dropped items that were logged last, as JSON, by address. */
  readonly #loggedDrops = new LRUCache<string, string>({ max: MAX_NOT_FOUND });
  #revision = 0;

  constructor(options: GatewayOptions) {
    super();
    this.#options = options;
    this.#cache = new AnswerCache((address, answer) => {
      if (cacheState(answer) !== 'must-revalidate') options.diskCache?.write(address, answer);
    });
  }

  /** An answer's data. Rejects with a ContentError, or with the signal's reason. */
  async get<Path extends CallPath>(
    path: Path,
    parameters: Parameters = {},
    options: CallOptions = {},
  ): Promise<Answer<Path>> {
    const { data } = await this.answer(path, parameters, options);
    return data as Answer<Path>;
  }

  /** As `get`, with the body and the ETag of our own API. */
  async answer(path: CallPath, parameters: Parameters, options: CallOptions = {}): Promise<CachedAnswer> {
    const call = readCall(path, parameters);
    const cached = this.#cache.get(call.address) ?? (await this.#readStored(call));
    const state = cached ? cacheState(cached) : 'expired';
    if (cached && (state === 'fresh' || (state === 'stale' && !options.revalidate))) {
      if (state === 'stale') this.#revalidateInBackground(call, cached);
      return reported(call, cached, options, { hit: true });
    }
    const notFound = this.#notFound.get(call.address);
    if (notFound) {
      options.onResult?.({ address: call.address, hit: true });
      throw notFound;
    }
    try {
      return reported(call, await this.#request(call, options), options, { hit: false });
    } catch (error) {
      const isUsable = cached && state !== 'expired' && !isNotFound(error) && !options.signal?.aborted;
      if (!isUsable) {
        options.onResult?.({ address: call.address, hit: false });
        throw error;
      }
      cached.freshUntil = monotonicNow() + REVALIDATE_RETRY_MS;
      return reported(call, cached, options, { hit: true, isOverdue: true });
    }
  }

  /** The site, or the fallback site; `isProvisional` if the upstream's may exist, but did not arrive in time. */
  async site(
    options: Pick<CallOptions, 'onResult' | 'revalidate' | 'requestId'> = {},
  ): Promise<{ site: Site; isProvisional: boolean }> {
    try {
      const { site } = await this.get('site', {}, { ...options, signal: AbortSignal.timeout(SITE_TIMEOUT_MS) });
      return { site, isProvisional: false };
    } catch (error) {
      return { site: this.#options.fallbackSite, isProvisional: !isNotFound(error) };
    }
  }

  /** The redirect of an address that has no page. */
  async redirect(path: string): Promise<Redirect | undefined> {
    const redirects =
      this.#options.redirects ??
      (await this.get('redirects').then(
        (answer) => answer.redirects,
        () => [],
      ));
    return redirects.find(({ from }) => from === path);
  }

  /** Grows with each purge. What was loaded under an earlier revision may be of content before the purge. */
  get revision(): number {
    return this.#revision;
  }

  /** Invalidates answers in this process, on disk, in Redis and in the other replicas; resolves once that is done. */
  async purge(what: Purge = { all: true }): Promise<void> {
    this.purgeLocal(what);
    this.#options.diskCache?.purge(what);
    await this.#options.replicas?.purge(what);
  }

  /** Invalidates answers in this process: they are revalidated before they are served again. */
  purgeLocal(what: Purge): void {
    this.#revision += 1;
    this.#cache.purge(what);
    for (const address of this.#notFound.keys()) if (isPurged(what, address)) this.#notFound.delete(address);
    this.#requests.detach((address) => isPurged(what, address));
    this.emit('purged', what);
  }

  get size(): CacheSize {
    return this.#cache.size;
  }

  /** The ETag of the cached answer of an address. */
  etagOf(address: string): string | undefined {
    return this.#cache.etagOf(address);
  }

  /** Whether there is content to serve, fresh or stale. */
  async isReady(): Promise<boolean> {
    if (this.#cache.size.entries > 0) return true;
    return this.get('home', {}, { signal: AbortSignal.timeout(READY_TIMEOUT_MS) }).then(
      () => true,
      (error) => isNotFound(error),
    );
  }

  /** Reads an answer from Redis or from disk into memory. */
  async #readStored(call: Call): Promise<CachedAnswer | undefined> {
    const { diskCache, replicas } = this.#options;
    const revision = this.#revision;
    for (const tier of [replicas, diskCache]) {
      const stored = await tier?.read(call.address);
      // It was read before a purge.
      if (!stored || revision !== this.#revision) continue;
      try {
        const answer = await this.#restored(call, stored);
        this.#store(call, answer);
        return answer;
      } catch (error) {
        tier?.reject(call.address, error);
      }
    }
    return undefined;
  }

  /** Normalises a stored answer, which is as untrusted as an upstream's. It lives no longer than one that arrives now. */
  async #restored(call: Call, { body, freshUntil, staleUntil }: StoredAnswer): Promise<CachedAnswer> {
    const result = await this.#options.normaliser.normalise(call, { bytes: body, status: 200 });
    const answer = normalisedAnswer(result);
    const max = lifetimeOf(this.#options.times, answer.changesAt);
    return this.#serialised(answer, {
      freshUntil: Math.min(freshUntil, max.freshUntil),
      staleUntil: Math.min(staleUntil, max.staleUntil),
      changesAt: answer.changesAt,
    });
  }

  #serialised({ data }: NormalisedAnswer, lifetime: Lifetime): CachedAnswer {
    this.#options.describeImages?.(data);
    const body = Buffer.from(JSON.stringify({ error: false, data }));
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    return { data, body, etag, ...lifetime };
  }

  #revalidateInBackground(call: Call, cached: CachedAnswer): void {
    this.#request(call, { priority: 'revalidate' }).catch(() => {
      cached.freshUntil = monotonicNow() + REVALIDATE_RETRY_MS;
    });
  }

  /** One call of the upstream for all its readers. */
  #request(call: Call, { signal, priority = 'visitor', requestId }: CallOptions): Promise<CachedAnswer> {
    const result = this.#requests.join(call.address, () => this.#coalescedLoad(call, priority, requestId), signal);
    if (priority === 'visitor') this.#options.upstream.prioritise?.(call.address);
    return result;
  }

  #coalescedLoad(call: Call, priority: Priority, requestId?: string): CoalescedLoad<CachedAnswer> {
    const startedAt = performance.now();
    const called = (outcome: CallOutcome) => this.emit('called', outcome, performance.now() - startedAt);
    // The inventory's calls are our own: no visitor has invented them.
    const isUnlisted = priority !== 'inventory' && !this.#listedCalls.has(call) && !this.#cache.has(call.address);
    return {
      load: (signal) => this.#loadShared(call, { priority, isUnlisted, signal, requestId }),
      loaded: (answer, isCurrent) => {
        called('ok');
        if (!isCurrent) return;
        this.#store(call, answer);
        if (this.#isListed(call)) this.#options.diskCache?.write(call.address, answer);
      },
      failed: (error, { isCurrent, isAborted }) => {
        called(outcomeOf(error));
        if (isCurrent && isNotFound(error)) {
          // Content that was deleted is no outage: its stale answer must not be served.
          this.#remove(call.address);
          this.#notFound.set(call.address, error);
        }
        if (!isAborted) this.#logFailure(call, error, requestId);
      },
    };
  }

  /** From the upstream, or from another replica that is calling it. */
  async #loadShared(call: Call, request: UpstreamRequest): Promise<CachedAnswer> {
    const { replicas } = this.#options;
    if (!replicas) return this.#load(call, request);
    const revision = this.#revision;
    return replicas.coalesce(call.address, {
      restore: (stored) => this.#restored(call, stored),
      load: () => this.#load(call, request),
      share: (answer) => {
        if (revision !== this.#revision) return undefined;
        const until = this.#isListed(call)
          ? answer.staleUntil
          : Math.min(answer.staleUntil, monotonicNow() + SHARED_UNLISTED_TTL_MS);
        return { answer, until };
      },
    });
  }

  async #load(call: Call, request: UpstreamRequest): Promise<CachedAnswer> {
    const { upstream, normaliser, times } = this.#options;
    const answer = await upstream.get(call.address, request, (response) => normaliser.normalise(call, response));
    this.#logDrops(call, answer.dropped);
    if (answer.listedItems) this.#listedCalls.noteItems(call.path, answer.listedItems);
    return this.#serialised(answer, lifetimeOf(times, answer.changesAt));
  }

  /** Whether an earlier answer leads to the call, or it was requested twice. A visitor may have invented any other call. */
  #isListed(call: Call): boolean {
    return this.#cache.isProtected(call.address) || this.#listedCalls.has(call);
  }

  #store(call: Call, answer: CachedAnswer): void {
    const before = this.#cache.etagOf(call.address);
    this.#listedCalls.note(call, answer.data);
    this.#cache.set(call.address, answer, this.#listedCalls.has(call));
    if (before !== undefined && before !== answer.etag) this.emit('replaced', call.address);
  }

  #remove(address: string): void {
    // An answer on disk has been read into memory by now, so an invented address costs no deletion on disk.
    if (!this.#cache.delete(address)) return;
    this.#options.diskCache?.delete(address);
    this.emit('replaced', address);
  }

  /** Logs dropped items once, until others are dropped. */
  #logDrops({ address, logAddress }: Call, dropped: object[]): void {
    const text = JSON.stringify(dropped);
    if (dropped.length > 0 && this.#loggedDrops.get(address) !== text) {
      this.#options.log.warn(
        { call: logAddress, dropped: dropped.slice(0, MAX_LOGGED_DROPS), count: dropped.length },
        'content does not fit',
      );
    }
    this.#loggedDrops.set(address, text);
  }

  #logFailure({ logAddress }: Call, error: unknown, id?: string): void {
    const { log } = this.#options;
    const fields = { call: logAddress, ...(id && { id }) };
    if (!(error instanceof ContentError)) {
      log.error({ ...fields, err: error }, 'content could not be read');
    } else if (error.status === 404) {
      log.debug(fields, 'no such content');
    } else {
      log.warn({ ...fields, status: error.status, reason: error.message }, 'content call failed');
    }
  }
}

function reported(
  { address }: Call,
  answer: CachedAnswer,
  { onResult }: CallOptions,
  { hit, isOverdue = false }: { hit: boolean; isOverdue?: boolean },
): CachedAnswer {
  const { etag, freshUntil, staleUntil, changesAt } = answer;
  onResult?.({ address, etag, hit, isOverdue, freshUntil, staleUntil, changesAt });
  return answer;
}

function outcomeOf(error: unknown): CallOutcome {
  if (!(error instanceof ContentError)) return 'failed';
  return error.status === 404 ? 'missing' : error.status === 429 ? 'limited' : 'failed';
}

const isNotFound = (error: unknown): error is ContentError => error instanceof ContentError && error.status === 404;
