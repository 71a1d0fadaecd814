import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '@foyer/config';
import {
  type AnsweredCall,
  type CallResult,
  cacheState,
  type Gateway,
  isPurged,
  type Lifetime,
  NOT_FOUND_TTL_MS,
  type Purge,
} from '@foyer/gateway';
import { parseTime } from '@foyer/model';
import { type CacheSize, monotonicNow } from '@foyer/runtime';
import { LRUCache } from 'lru-cache';
import type { Page } from '../../shared/page.ts';
import { hitStatus } from '../http/cache-status.ts';
import type { ReadyResponse } from '../http/ready-response.ts';
import type { SentResponse } from '../http/send-response.ts';

import type { BufferedPage } from './buffered-page.ts';
import type { LoadedPage, PageTarget } from './page-loader.ts';

/** A page in the cache, with the answers that it was rendered from. */
export class CachedPage implements Lifetime, ReadyResponse {
  freshUntil: number;
  staleUntil: number;
  changesAt?: number;
  /** When the page was rendered, or last confirmed as current. */
  #validatedAt = monotonicNow();
  /** Of the current second, flat: the same arrays for all responses of that second. */
  #ageHeaders?: { second: number; plain: readonly string[]; timed: readonly string[] };

  constructor(
    readonly page: BufferedPage,
    readonly target: PageTarget,
    /** ETags of the answers in the page, by address. */
    readonly etags: ReadonlyMap<string, string>,
    { freshUntil, staleUntil, changesAt }: Lifetime,
  ) {
    this.freshUntil = freshUntil;
    this.staleUntil = staleUntil;
    this.changesAt = changesAt;
  }

  get route(): string {
    return this.target.page.path;
  }

  /** @param headers of this response alone, flat */
  send(
    request: IncomingMessage,
    response: ServerResponse,
    headers: readonly string[],
  ): SentResponse | Promise<SentResponse> {
    const { plain, timed } = this.#currentHeaders();
    return this.page.send(request, response, headers.length > 0 ? timed : plain, headers);
  }

  /** Extends the lifetime: revalidation has found the page to be current. @param keepsAge the Age header keeps counting */
  confirm({ freshUntil, staleUntil, changesAt }: Lifetime, keepsAge: boolean): void {
    Object.assign(this, { freshUntil, staleUntil, changesAt });
    this.#ageHeaders = undefined;
    if (!keepsAge) this.#validatedAt = monotonicNow();
  }

  get ageMs(): number {
    return monotonicNow() - this.#validatedAt;
  }

  /** Age and Cache-Status, flat. */
  ageHeaders(): readonly string[] {
    return this.#currentHeaders().plain;
  }

  #currentHeaders(now = monotonicNow()) {
    const second = Math.floor(now / 1000);
    if (this.#ageHeaders?.second !== second) {
      const age = String(Math.round((now - this.#validatedAt) / 1000));
      const plain = ['Age', age, 'Cache-Status', hitStatus(this.freshUntil, now)];
      this.#ageHeaders = { second, plain, timed: [...plain, 'Server-Timing', 'cache;desc=hit'] };
    }
    return this.#ageHeaders;
  }
}

/** When the next day begins: pages say how many days are left until a date. @param time in ms since 1970, as the result */
export const nextMidnight = (time: number, timeZone: string): number | undefined =>
  parseTime(new Date(time).toISOString(), timeZone)?.add(1, 'day').startOf('day').valueOf();

/** The page is stale from now on. */
function endFreshness(page: CachedPage): void {
  page.freshUntil = Math.min(page.freshUntil, monotonicNow());
}

/** The part of the cache for pages that visitors can invent: a scan of random addresses evicts no other page. */
const INVENTABLE_SHARE = 1 / 8;
const ETAG_BYTES = 200;

/** Buffered pages by canonical address. A purge, or a changed answer, removes a page or makes it stale at once. */
export class PageCache {
  /** False for a cache without room. */
  readonly isOn: boolean;
  readonly #gateway: Gateway;
  readonly #timeZone: string;
  readonly #cdnTtlSeconds?: number;
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #inventable: LRUCache<string, CachedPage>;

  constructor({ pageCacheBytes, site, cdnTtlSeconds }: Config, gateway: Gateway) {
    this.#gateway = gateway;
    this.#timeZone = site.timeZone;
    this.#cdnTtlSeconds = cdnTtlSeconds;
    this.isOn = pageCacheBytes > 0;
    this.#pages = segment(pageCacheBytes * (1 - INVENTABLE_SHARE));
    this.#inventable = segment(pageCacheBytes * INVENTABLE_SHARE);
    gateway.on('purged', (what) => this.#purge(what));
    gateway.on('replaced', (address) => {
      for (const page of this.#all()) if (page.etags.has(address)) endFreshness(page);
    });
  }

  /** A fresh or stale page. */
  get(address: string): CachedPage | undefined {
    const page = this.#pages.get(address) ?? this.#inventable.get(address);
    if (page === undefined) return undefined;
    const state = cacheState(page);
    if (state === 'fresh' || state === 'stale') return page;
    this.delete(address);
    return undefined;
  }

  /**
   * Stores a page.
   * @param loaded after a purge since its revision the page is not stored
   */
  set(page: BufferedPage, target: PageTarget, loaded: Pick<LoadedPage, 'calls' | 'revision' | 'loadedAt'>): void {
    const { calls, revision, loadedAt } = loaded;
    this.delete(target.address);
    const now = monotonicNow();
    const answered = calls.filter(isAnswered);
    const notFound = { freshUntil: now + NOT_FOUND_TTL_MS, staleUntil: now + NOT_FOUND_TTL_MS };
    const lifetime = page.status === 200 ? this.#lifetimeOf(answered, loadedAt) : notFound;
    const cached = new CachedPage(page, target, etagsOf(answered), lifetime);
    if (revision !== this.#gateway.revision) return;
    if (!this.#isCurrent(cached.etags)) endFreshness(cached);
    (isInventable(cached) ? this.#inventable : this.#pages).set(target.address, cached);
  }

  /** Extends the lifetime of a page if it would be rendered from the same answers now. @returns whether it was */
  confirm(page: CachedPage, { calls, shown, revision, loadedAt }: LoadedPage): boolean {
    const answered = calls.filter(isAnswered);
    const etags = etagsOf(answered);
    const isSame =
      // The same answers can mean an error later: an item expires.
      shown.error === undefined &&
      revision === this.#gateway.revision &&
      etags.size === page.etags.size &&
      [...etags].every(([address, etag]) => page.etags.get(address) === etag) &&
      this.#isCurrent(etags);
    if (!isSame) return false;
    // A shared cache counts CDN_TTL from the rendering on: its s-maxage ends with the day, which a younger Age would extend.
    const cdnTtlSeconds = this.#cdnTtlSeconds;
    if (cdnTtlSeconds !== undefined && page.ageMs > cdnTtlSeconds * 500) return false;
    const isByStaleAnswers = answered.some(({ hasFailedRevalidation }) => hasFailedRevalidation);
    page.confirm(this.#lifetimeOf(answered, loadedAt), cdnTtlSeconds !== undefined || isByStaleAnswers);
    return true;
  }

  /** How long shared caches may keep a page that has been rendered now, in seconds: CDN_TTL, but not beyond a change that is known. */
  sharedSeconds({ maxAge, mayBeStale }: Page, { calls, loadedAt }: Pick<LoadedPage, 'calls' | 'loadedAt'>): number {
    if (this.#cdnTtlSeconds === undefined || mayBeStale === false) return maxAge;
    const { changesAt } = this.#lifetimeOf(calls.filter(isAnswered), loadedAt);
    return Math.max(0, Math.min(this.#cdnTtlSeconds, Math.floor((changesAt - Date.now()) / 1000)));
  }

  /** A page lives as long as the first of its answers to expire, and until the midnight after it was loaded. */
  #lifetimeOf(answers: readonly Lifetime[], loadedAt: number): Required<Lifetime> {
    const midnight = nextMidnight(loadedAt, this.#timeZone);
    const earliest = (times: (number | undefined)[]) =>
      Math.min(...times.map((time) => time ?? Number.POSITIVE_INFINITY));
    return {
      freshUntil: earliest(answers.map(({ freshUntil }) => freshUntil)),
      staleUntil: earliest(answers.map(({ staleUntil }) => staleUntil)),
      changesAt: earliest([midnight, ...answers.map(({ changesAt }) => changesAt)]),
    };
  }

  /** Whether the gateway has no newer answer. */
  #isCurrent(etags: CachedPage['etags']): boolean {
    return [...etags].every(([address, etag]) => (this.#gateway.etagOf(address) ?? etag) === etag);
  }

  get size(): CacheSize {
    return {
      bytes: this.#pages.calculatedSize + this.#inventable.calculatedSize,
      entries: this.#pages.size + this.#inventable.size,
    };
  }

  delete(address: string): void {
    this.#pages.delete(address);
    this.#inventable.delete(address);
  }

  *#all(): Iterable<CachedPage> {
    yield* this.#pages.values();
    yield* this.#inventable.values();
  }

  #purge(what: Purge): void {
    for (const { page, etags, target } of [...this.#all()]) {
      // Missing content may exist now.
      const isAffected = page.status !== 200 || [...etags.keys()].some((address) => isPurged(what, address));
      if (isAffected) this.delete(target.address);
    }
  }
}

const isAnswered = (call: CallResult): call is AnsweredCall => call.etag !== undefined;

/** Visitors can invent any number of addresses without a page, searches and filters. */
const isInventable = ({ page, target: { query } }: CachedPage): boolean =>
  page.status !== 200 || Object.entries(query).some(([name, value]) => name !== 'page' && value !== undefined);

const etagsOf = (answers: readonly AnsweredCall[]) => new Map(answers.map(({ address, etag }) => [address, etag]));

const segment = (maxBytes: number) =>
  new LRUCache<string, CachedPage>({
    // LRUCache takes a size of 0 for unlimited; one byte has room for no page.
    maxSize: Math.max(1, Math.floor(maxBytes)),
    sizeCalculation: ({ page, etags }) => Math.ceil(page.bytes + ETAG_BYTES * etags.size),
  });
