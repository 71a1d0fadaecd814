import { EventEmitter } from 'node:events';
import type { Locale } from '@foyer/messages';
import {
  type Answer,
  type CallPath,
  ContentError,
  callPaths,
  calls,
  derived,
  type Locales,
  type Parameters,
  type Redirect,
  type Site,
} from '@foyer/model';
import { type CacheSize, type CallOutcome, monotonicNow, withTimeout } from '@foyer/runtime';
import { LRUCache } from 'lru-cache';
import { AnswerCache, type AnswerCacheBytes, type CachedAnswer } from './answer-cache.ts';
import { AnswerLoader, type AnswerLoaderOptions, type CallFault } from './answer-loader.ts';
import { type Call, readCall } from './call.ts';
import { type CallOptions, isNotFound, outcomeOf, reportAnswer } from './call-result.ts';
import { type CoalescedLoad, CoalescedRequests } from './coalesced-requests.ts';
import type { Cause, Priority, SourceRequest } from './content-source.ts';
import type { DiskAnswerCache } from './disk-answer-cache.ts';
import { EditionAnswers } from './edition-answers.ts';
import { FailureLog } from './failure-log.ts';
import type { FaultSnapshot } from './fault-registry.ts';
import { KnownSite, type KnownSiteOptions } from './known-site.ts';
import { ListedCalls } from './listed-calls.ts';
import {
  type CacheTimes,
  cacheState,
  MAX_STRETCHED_TTL_MS,
  msToRevalidate,
  NOT_FOUND_TTL_MS,
  READY_TIMEOUT_MS,
  REVALIDATE_RETRY_MS,
  SHARED_UNLISTED_TTL_MS,
  SITE_TIMEOUT_MS,
} from './policy.ts';
import { callNameOf, isPurged, type Purge } from './purge.ts';
import { RedirectTable } from './redirect-table.ts';
import type { Replicas } from './replicas.ts';
import { WholeLists } from './whole-lists.ts';

export interface GatewayOptions extends Omit<AnswerLoaderOptions, 'times' | 'site' | 'datasetOf'>, KnownSiteOptions {
  times: CacheTimes;
  /** The editions, the default one first. */
  locales?: Locales;
  /** Undefined: the `redirects` call has them, as that of a content folder. */
  redirects?: () => readonly Redirect[];
  /** Of the site: a redirect may name it. */
  origin?: string;
  diskCache?: DiskAnswerCache;
  replicas?: Replicas;
  /** Of the upstream. */
  callsPerMinute?: number;
  /** Whether the source is a content folder: it filters by itself, and its searches find more than words. */
  isOfFolder?: boolean;
  /** Whether an upstream that has none of the calls is a fault: its address is probably wrong. */
  warnsOfNothing?: boolean;
  /** Memory for answers. Undefined: the defaults of answer-cache.ts. */
  cacheBytes?: AnswerCacheBytes;
}

interface Events {
  /** The answer at an address has changed, or there is none any more. */
  replaced: [address: string];
  purged: [what: Purge];
  /** A call has ended: answered by the upstream or by another replica, or failed. */
  called: [outcome: CallOutcome];
  /** An answer of the upstream has faults, or a call of it has failed. */
  faulty: [fault: CallFault];
}

const MAX_NOT_FOUND = 2_000;
const transientEntities = new Set<string>(callPaths.filter((path) => calls[path].isTransient));
/** The same each time: what is derived of it is known. */
const NO_REDIRECTS: readonly Redirect[] = [];
/** Whether an address is of a call whose answers are stored in memory alone. */
const isTransient = (address: string): boolean => transientEntities.has(callNameOf(address).entity);
const noAnswerInTime = () => new ContentError(504, 'no answer in time');

/** The one way to content, for pages and for browsers: memory, then disk or Redis, then the source. policy.ts decides lifetimes and retries. */
export class Gateway extends EventEmitter<Events> {
  readonly #options: GatewayOptions;
  readonly #cache: AnswerCache;
  readonly #requests = new CoalescedRequests<CachedAnswer>(() => new ContentError(503, 'the last caller has aborted'));
  /** Parsed calls without parameters, by locale and path. */
  readonly #plainCalls = new Map<string, Call>();
  readonly #site: KnownSite;
  readonly #redirectTable = derived(
    (redirects: readonly Redirect[]) => new RedirectTable(redirects, this.#options.origin),
  );
  readonly #listedCalls = new ListedCalls();
  readonly #loader: AnswerLoader;
  readonly #editions: EditionAnswers;
  readonly #failures: FailureLog;
  readonly #wholeLists: WholeLists;
  readonly #notFound = new LRUCache<string, ContentError>({ max: MAX_NOT_FOUND, ttl: NOT_FOUND_TTL_MS });
  #revision = 0;
  #isClosed = false;

  constructor(options: GatewayOptions) {
    super();
    this.#options = options;
    this.#failures = new FailureLog(options.log, options.warnsOfNothing ?? false);
    this.#site = new KnownSite(options);
    const datasetOf: AnswerLoaderOptions['datasetOf'] = async (slug, { locale }, { signal }) =>
      (await this.get('dataset/{slug}', { slug }, { locale, signal })).dataset;
    const loaderOptions = {
      ...options,
      datasetOf,
      site: this.#site,
      times: () => this.#times(),
    };
    this.#loader = new AnswerLoader(loaderOptions, this.#listedCalls, (fault) => this.emit('faulty', fault));
    this.#editions = new EditionAnswers({
      locales: this.locales,
      loader: this.#loader,
      answer: (path, parameters, callOptions) => this.answer(path, parameters, callOptions),
    });
    this.#wholeLists = new WholeLists({
      loader: this.#loader,
      answer: (path, parameters, callOptions) => this.answer(path, parameters, callOptions),
    });
    this.#cache = new AnswerCache((address, answer) => {
      if (!isTransient(address) && cacheState(answer) !== 'must-revalidate') options.diskCache?.write(address, answer);
    }, options.cacheBytes);
  }

  /** The editions, the default one first. */
  get locales(): Locales {
    return this.#options.locales ?? ['en'];
  }

  /** Whether the content comes from a folder of this process: reading it costs nobody else anything. */
  get isOfFolder(): boolean {
    return this.#options.isOfFolder ?? false;
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
    const { locale = this.locales[0] } = options;
    // A folder has its site at once. A CMS is not waited for twice: its pages know the site before they are sent.
    if (this.isOfFolder && !this.#site.isRead && path !== 'site') await this.site({ locale });
    if (this.#site.isHidden(path)) throw new ContentError(404, 'the site does without this screen');
    const call = this.#readCall(path, parameters, locale);
    const cached =
      this.#cache.get(call.address) ?? (this.#notFound.has(call.address) ? undefined : await this.#readStored(call));
    const state = cached ? cacheState(cached) : 'expired';
    if (cached && (state === 'fresh' || (state === 'stale' && !options.revalidate))) {
      if (state === 'stale') this.#request(call, { priority: 'revalidate' }).catch(() => {});
      return reportAnswer(call, cached, options, { hit: true });
    }
    const notFound = this.#notFound.get(call.address);
    if (notFound) {
      options.onResult?.({ address: call.address, hit: true });
      throw notFound;
    }
    try {
      return reportAnswer(call, await this.#request(call, options), options, { hit: false });
    } catch (error) {
      const isUsable = cached && state !== 'expired' && !isNotFound(error) && !options.signal?.aborted;
      if (!isUsable) {
        const original = await this.#editions.originalAfterFailure(call, error, options);
        if (original) return reportAnswer(call, original, options, { hit: false, hasFailedRevalidation: true });
        options.onResult?.({ address: call.address, hit: false });
        throw error;
      }
      return reportAnswer(call, cached, options, { hit: true, hasFailedRevalidation: true });
    }
  }

  /** With a small budget answers are fresh for as long as it takes to revalidate them all. */
  #times(): CacheTimes {
    const { times, callsPerMinute } = this.#options;
    if (callsPerMinute === undefined) return times;
    const toRevalidate = Math.min(msToRevalidate(this.#cache.size.entries, callsPerMinute), MAX_STRETCHED_TTL_MS);
    return { ...times, ttlMs: Math.max(times.ttlMs, toRevalidate) };
  }

  /** A call without parameters, as most are, is parsed once. */
  #readCall(path: CallPath, parameters: Parameters, locale: Locale): Call {
    const { locales } = this;
    if (Object.keys(parameters).length > 0) return readCall(path, parameters, { locale, locales });
    const key = `${locale} ${path}`;
    const known = this.#plainCalls.get(key);
    if (known) return known;
    const call = readCall(path, {}, { locale, locales });
    this.#plainCalls.set(key, call);
    return call;
  }

  /** The answer at an address if it is in memory and fresh: no call is made. It counts as a request of it. */
  fresh(address: string): CachedAnswer | undefined {
    if (this.#site.isHidden(address)) return undefined;
    const answer = this.#cache.get(address);
    return answer && cacheState(answer) === 'fresh' ? answer : undefined;
  }

  /** The site, or the fallback site; `isProvisional` if the upstream's may exist, but did not arrive in time. */
  async site(
    options: Pick<CallOptions, 'onResult' | 'revalidate' | 'cause' | 'locale'> = {},
  ): Promise<{ site: Site; isProvisional: boolean }> {
    try {
      // Without a signal the call runs to its end: the next page has the site of a slow upstream.
      const { site } = await withTimeout(this.get('site', {}, options), SITE_TIMEOUT_MS, noAnswerInTime);
      return { site, isProvisional: false };
    } catch (error) {
      const { locale = this.locales[0] } = options;
      const isProvisional = !isNotFound(error);
      if (!isProvisional) this.#site.readFallback(locale);
      return { site: this.#site.fallback(locale), isProvisional };
    }
  }

  async redirects(): Promise<RedirectTable> {
    const redirects =
      this.#options.redirects?.() ??
      (await this.get('redirects').then(
        (answer) => answer.redirects,
        () => NO_REDIRECTS,
      ));
    return this.#redirectTable(redirects);
  }

  /** The redirect of an address that has no page. @param query only one with a query counts: it precedes a page */
  async redirect(path: string, query?: URLSearchParams): Promise<Redirect | undefined> {
    return (await this.redirects()).of(path, this.locales, query);
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
    this.#site.forget();
    this.#cache.purge(what);
    for (const address of this.#notFound.keys()) if (isPurged(what, address)) this.#notFound.delete(address);
    this.#requests.detach((address) => isPurged(what, address));
    this.#options.source.forgetLate?.();
    this.#loader.forget();
    this.emit('purged', what);
  }

  /** Drops every answer in this process: none is served again, not even while the upstream fails. */
  forget(): void {
    this.purgeLocal({ all: true });
    this.#cache.clear();
  }

  /** From now on, calls are neither counted nor their failures logged: the end of the process cuts them off. */
  close(): void {
    this.#isClosed = true;
  }

  get size(): CacheSize {
    return this.#cache.size;
  }

  /** The faults of the upstream's newest answers, and its failures. */
  faults(): FaultSnapshot {
    return this.#loader.faults.snapshot();
  }

  /** The ETag of the cached answer of an address. */
  etagOf(address: string): string | undefined {
    return this.#cache.etagOf(address);
  }

  /** Whether there is content to serve, fresh or stale. */
  async isReady(): Promise<boolean> {
    if (this.#cache.hasUsable()) return true;
    return withTimeout(this.get('home'), READY_TIMEOUT_MS, noAnswerInTime).then(
      () => true,
      (error) => isNotFound(error),
    );
  }

  /** Reads an answer from Redis or from disk into memory. */
  async #readStored(call: Call): Promise<CachedAnswer | undefined> {
    if (calls[call.path].isTransient) return undefined;
    const { diskCache, replicas } = this.#options;
    const revision = this.#revision;
    for (const tier of [replicas, diskCache]) {
      const stored = await tier?.read(call.address);
      // It was read before a purge.
      if (!stored || revision !== this.#revision) continue;
      try {
        const answer = await this.#loader.restore(call, stored);
        if (revision !== this.#revision) continue;
        this.#store(call, answer);
        return answer;
      } catch (error) {
        tier?.reject(call.address, error);
      }
    }
    return undefined;
  }

  /** One call of the upstream for all its readers. */
  #request(call: Call, { signal, priority = 'visitor', cause }: CallOptions): Promise<CachedAnswer> {
    const result = this.#requests.join(call.address, () => this.#coalescedLoad(call, priority, cause), signal);
    if (priority === 'visitor') this.#options.source.prioritise?.(call.address);
    return result;
  }

  #coalescedLoad(call: Call, priority: Priority, cause?: Cause): CoalescedLoad<CachedAnswer> {
    const called = (outcome: CallOutcome) => {
      if (!this.#isClosed) this.emit('called', outcome);
    };
    // The inventory's calls are our own: no visitor has invented them.
    const isUnlisted = priority !== 'inventory' && !this.#listedCalls.has(call) && !this.#cache.has(call.address);
    return {
      load: (signal) => this.#loadShared(call, { priority, isUnlisted, signal, cause }),
      loaded: (answer, isCurrent) => {
        called('ok');
        this.#failures.answered(call.prefix);
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
        // In the same turn as the request ends, or the next reader would start another one.
        if (isCurrent && !isAborted) this.#cache.keepFresh(call.address, monotonicNow() + REVALIDATE_RETRY_MS);
        if (!isAborted && !this.#isClosed) this.#failures.failed(call, error, cause?.requestId);
      },
    };
  }

  /** From the upstream, or from another replica that is calling it. */
  async #loadShared(call: Call, request: SourceRequest): Promise<CachedAnswer> {
    const { replicas, isOfFolder } = this.#options;
    const received = () => this.#editions.load(call, request);
    const load =
      isOfFolder || !call.list
        ? received
        : () => received().then((answer) => this.#wholeLists.filtered(call, answer, request));
    if (!replicas || calls[call.path].isTransient) return load();
    const revision = this.#revision;
    return replicas.coalesce(call.address, {
      restore: (stored) => this.#loader.restore(call, stored),
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

  /** Whether an earlier answer leads to the call, or it was requested twice. A visitor may have invented any other call. */
  #isListed(call: Call): boolean {
    if (calls[call.path].isTransient) return false;
    return this.#cache.isProtected(call.address) || this.#listedCalls.has(call);
  }

  #store(call: Call, answer: CachedAnswer): void {
    const before = this.#cache.etagOf(call.address);
    if (!calls[call.path].isTransient) this.#listedCalls.note(call, answer.data);
    this.#cache.set(call.address, answer, this.#listedCalls.has(call));
    if (call.path === 'site') this.#setSite(call.address, (answer.data as Answer<'site'>).site);
    if (before !== undefined && before !== answer.etag) this.emit('replaced', call.address);
  }

  /** Answers in the form that an earlier site has decided are revalidated. */
  #setSite(address: string, site: Site): void {
    const isDefault = address === 'site';
    if (this.#site.decidesOtherwise(site, isDefault)) {
      const own = this.#cache.get(address);
      this.purgeLocal({ all: true });
      if (own) own.changesAt = undefined;
    }
    this.#site.read(site, isDefault);
  }

  #remove(address: string): void {
    // A stored answer has been read into memory by now, so an invented address costs no deletion.
    if (!this.#cache.delete(address)) return;
    this.#options.diskCache?.delete(address);
    this.#options.replicas?.delete(address);
    this.emit('replaced', address);
  }
}
