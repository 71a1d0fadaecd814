import { EventEmitter } from 'node:events';
import {
  type Answer,
  type CallPath,
  ContentError,
  derived,
  type Locales,
  type Parameters,
  type Redirect,
  type Site,
  splitPath,
} from '@foyer/model';
import { type CacheSize, type CallOutcome, withTimeout } from '@foyer/runtime';
import type { CachedAnswer } from './answer-cache.ts';
import { AnswerLoader, type AnswerLoaderOptions } from './answer-loader.ts';
import { type Call, callReader } from './call.ts';
import { type CallOptions, isNotFound, outcomeOf, reportAnswer } from './call-result.ts';
import { type CoalescedLoad, CoalescedRequests } from './coalesced-requests.ts';
import type { Cause, Priority, SourceRequest } from './content-source.ts';
import { EditionAnswers } from './edition-answers.ts';
import { FailureLog } from './failure-log.ts';
import type { FaultSnapshot } from './fault-registry.ts';
import type { GatewayEvents, GatewayOptions } from './gateway-options.ts';
import { KnownAnswers } from './known-answers.ts';
import { KnownSite } from './known-site.ts';
import { ListedCalls } from './listed-calls.ts';
import {
  type CacheTimes,
  cacheState,
  MAX_STRETCHED_TTL_MS,
  msToRevalidate,
  READY_TIMEOUT_MS,
  SITE_TIMEOUT_MS,
} from './policy.ts';
import { isPurged, type Purge } from './purge.ts';
import { RedirectTable } from './redirect-table.ts';
import { WholeLists } from './whole-lists.ts';

/** The same each time: what is derived of it is known. */
const NO_REDIRECTS: readonly Redirect[] = [];
const noAnswerInTime = () => new ContentError(504, 'no answer in time');

/** The one way to content, for pages and for browsers: memory, then disk or Redis, then the source. policy.ts decides lifetimes and retries. */
export class Gateway extends EventEmitter<GatewayEvents> {
  readonly #options: GatewayOptions;
  readonly #answers: KnownAnswers;
  readonly #requests = new CoalescedRequests<CachedAnswer>(() => new ContentError(503, 'the last caller has aborted'));
  readonly #readCall: ReturnType<typeof callReader>;
  readonly #site: KnownSite;
  readonly #redirectTable = derived(
    (redirects: readonly Redirect[]) => new RedirectTable(redirects, this.#options.origin),
  );
  readonly #loader: AnswerLoader;
  readonly #editions: EditionAnswers;
  readonly #failures: FailureLog;
  readonly #wholeLists: WholeLists;
  #isClosed = false;

  constructor(options: GatewayOptions) {
    super();
    this.#options = options;
    this.#readCall = callReader(this.locales);
    this.#failures = new FailureLog(options.log, options.warnsOfNothing ?? false);
    this.#site = new KnownSite(options);
    const datasetOf: AnswerLoaderOptions['datasetOf'] = async (slug, { locale }, { signal }) =>
      (await this.get('dataset/{slug}', { slug }, { locale, signal })).dataset;
    const loaderOptions = { ...options, datasetOf, site: this.#site, times: () => this.#times() };
    const listedCalls = new ListedCalls();
    this.#loader = new AnswerLoader(loaderOptions, listedCalls, (fault) => this.emit('faulty', fault));
    this.#editions = new EditionAnswers({
      locales: this.locales,
      loader: this.#loader,
      answer: (path, parameters, callOptions) => this.answer(path, parameters, callOptions),
    });
    this.#wholeLists = new WholeLists({
      loader: this.#loader,
      answer: (path, parameters, callOptions) => this.answer(path, parameters, callOptions),
    });
    const { diskCache, replicas, cacheBytes } = options;
    this.#answers = new KnownAnswers({
      listedCalls,
      diskCache,
      replicas,
      cacheBytes,
      restore: (call, stored) => this.#loader.restore(call, stored),
      onStored: (call, answer) => {
        if (call.path === 'site') this.#setSite(call, (answer.data as Answer<'site'>).site);
      },
      onReplaced: (address) => this.emit('replaced', address),
    });
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
    if (this.isOfFolder && !this.#site.isRead(locale) && path !== 'site') await this.site({ locale });
    if (this.#site.isHidden(path, locale)) throw new ContentError(404, 'the site does without this screen');
    const call = this.#readCall(path, parameters, locale);
    const cached =
      this.#answers.inMemory(call.address) ??
      (this.#answers.notFound(call.address) ? undefined : await this.#answers.readStored(call));
    const state = cached ? cacheState(cached) : 'expired';
    if (cached && (state === 'fresh' || (state === 'stale' && !options.revalidate))) {
      if (state === 'stale') this.#request(call, { priority: 'revalidate' }).catch(() => {});
      // A reader who wants it as it is now hears that it could not be had.
      const hasFailedRevalidation = options.revalidate === true && cached.hasFailedRevalidation === true;
      return reportAnswer(call, cached, options, { hit: true, hasFailedRevalidation });
    }
    const notFound = this.#answers.notFound(call.address);
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
    const toRevalidate = Math.min(msToRevalidate(this.#answers.size.entries, callsPerMinute), MAX_STRETCHED_TTL_MS);
    return { ...times, ttlMs: Math.max(times.ttlMs, toRevalidate) };
  }

  /** The answer at an address if it is in memory and fresh: no call is made. It counts as a request of it. */
  fresh(address: string): CachedAnswer | undefined {
    if (this.#site.isHidden(address, splitPath(`/${address}`, this.locales).locale)) return undefined;
    const answer = this.#answers.inMemory(address);
    return answer && cacheState(answer) === 'fresh' ? answer : undefined;
  }

  /** The site, or what is known of it, or the fallback site; `isProvisional` if the upstream's did not arrive in time. */
  async site(
    options: Pick<CallOptions, 'onResult' | 'revalidate' | 'priority' | 'cause' | 'locale'> = {},
  ): Promise<{ site: Site; isProvisional: boolean }> {
    const { locale = this.locales[0] } = options;
    try {
      // Without a signal the call runs to its end: the next page has the site of a slow upstream.
      const { site } = await withTimeout(this.get('site', {}, options), SITE_TIMEOUT_MS, noAnswerInTime);
      return { site, isProvisional: false };
    } catch (error) {
      const isProvisional = !isNotFound(error);
      if (!isProvisional) this.#site.readFallback(locale);
      // After a purge the earlier one is a reserve.
      const known = isProvisional ? this.#answers.inMemory(this.#readCall('site', {}, locale).address) : undefined;
      if (known && cacheState(known) !== 'expired') return { site: (known.data as Answer<'site'>).site, isProvisional };
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
    return this.#answers.revision;
  }

  /** Invalidates answers in this process, on disk, in Redis and in the other replicas; resolves once that is done. */
  async purge(what: Purge = { all: true }): Promise<void> {
    this.purgeLocal(what);
    await this.#answers.purgeStored(what);
  }

  /** Invalidates answers in this process: they are revalidated before they are served again. */
  purgeLocal(what: Purge): void {
    this.#site.forget();
    this.#answers.purgeLocal(what);
    this.#requests.detach((address) => isPurged(what, address));
    this.#options.source.forgetLate?.();
    this.#loader.forget();
    this.emit('purged', what);
  }

  /** Drops every answer in this process: none is served again, not even while the upstream fails. */
  forget(): void {
    this.purgeLocal({ all: true });
    this.#answers.clear();
  }

  /** From now on, calls are neither counted nor their failures logged: the end of the process cuts them off. */
  close(): void {
    this.#isClosed = true;
  }

  get size(): CacheSize {
    return this.#answers.size;
  }

  /** The faults of the upstream's newest answers, and its failures. */
  faults(): FaultSnapshot {
    return this.#loader.faults.snapshot();
  }

  /** The ETag of the cached answer of an address. */
  etagOf(address: string): string | undefined {
    return this.#answers.etagOf(address);
  }

  /** Whether there is content to serve, fresh or stale. */
  async isReady(): Promise<boolean> {
    if (this.#answers.hasUsable) return true;
    return withTimeout(this.get('home'), READY_TIMEOUT_MS, noAnswerInTime).then(
      () => true,
      (error) => isNotFound(error),
    );
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
    const isUnlisted = priority !== 'inventory' && this.#answers.mayBeInvented(call);
    return {
      load: (signal) => this.#loadShared(call, { priority, isUnlisted, signal, cause }),
      loaded: (answer, isCurrent) => {
        called('ok');
        this.#failures.answered(call.prefix);
        if (isCurrent) this.#answers.store(call, answer);
      },
      failed: (error, { isCurrent, isAborted }) => {
        called(outcomeOf(error));
        if (isCurrent && isNotFound(error)) this.#answers.noteNotFound(call.address, error);
        // In the same turn as the request ends, or the next reader would start another one.
        if (isCurrent && !isAborted) this.#answers.postponeRetry(call.address);
        if (!isAborted && !this.#isClosed) this.#failures.failed(call, error, cause?.requestId);
      },
    };
  }

  /** From the upstream, or from another replica that is calling it. */
  #loadShared(call: Call, request: SourceRequest): Promise<CachedAnswer> {
    const received = () => this.#editions.load(call, request);
    const load =
      this.isOfFolder || !call.list
        ? received
        : () => received().then((answer) => this.#wholeLists.filtered(call, answer, request));
    return this.#answers.shared(call, load);
  }

  /** Answers in the form that an earlier site has decided are revalidated. */
  #setSite({ address, locale }: Call, site: Site): void {
    if (this.#site.decidesOtherwise(site, locale)) {
      const own = this.#answers.inMemory(address);
      this.purgeLocal({ all: true });
      if (own) own.changesAt = undefined;
    }
    this.#site.read(site, locale);
  }
}
