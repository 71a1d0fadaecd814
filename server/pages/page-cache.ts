import { LRUCache } from 'lru-cache';
import { monotonicNow } from '../clock.ts';
import type { Gateway, Served } from '../content-api/gateway.ts';
import { type Ages, freshness, MISSING_TTL } from '../content-api/policy.ts';
import { isPurged, type Purge } from '../content-api/purge.ts';
import { hitUntil } from '../http/cache-status.ts';
import type { CacheSize } from '../observability/metrics.ts';
import type { WholePage } from './buffered-page.ts';
import type { Loaded, Target } from './page-loader.ts';

/** A page that is kept, and what it was made of. */
export interface StoredPage extends Ages {
  whole: WholePage;
  target: Target;
  /** The ETags of the answers that are in it, by address. */
  madeOf: ReadonlyMap<string, string>;
  /** When it was made, or last found to be as it should. */
  madeAt: number;
  /** What tells of its age, flat, as of a second. */
  told?: { second: number; headers: readonly string[] };
}

/** The headers that tell of a kept page's age, flat; the very same within a second. */
export function ageHeaders(page: StoredPage, now = monotonicNow()): readonly string[] {
  const second = Math.floor(now / 1000);
  if (page.told?.second !== second) {
    const age = String(Math.round((now - page.madeAt) / 1000));
    page.told = { second, headers: ['Age', age, 'Cache-Status', hitUntil(page.freshUntil, now)] };
  }
  return page.told.headers;
}

/** Of the memory, for what anybody can make up: a scan of random addresses pushes no real page out. */
const SHARE_OF_MADE_UP = 1 / 8;

/** Whole pages by address. What has changed upstream is gone from here, or is stale, at once. */
export class PageCache {
  /** Whether there is room for any page. */
  readonly isOn: boolean;
  readonly #gateway: Gateway;
  readonly #pages: LRUCache<string, StoredPage>;
  readonly #madeUp: LRUCache<string, StoredPage>;

  /** @param maxBytes of all pages, 0 or more: 0 keeps none */
  constructor(maxBytes: number, gateway: Gateway) {
    this.#gateway = gateway;
    this.isOn = maxBytes > 0;
    this.#pages = pagesOf(maxBytes * (1 - SHARE_OF_MADE_UP));
    this.#madeUp = pagesOf(maxBytes * SHARE_OF_MADE_UP);
    gateway.on('purged', (what) => this.#purge(what));
    gateway.on('replaced', (address) => {
      for (const page of this.#all()) if (page.madeOf.has(address)) page.freshUntil = 0;
    });
  }

  /** A page that may be served: fresh, or stale. */
  get(address: string): StoredPage | undefined {
    const page = this.#pages.get(address) ?? this.#madeUp.get(address);
    if (page === undefined) return undefined;
    const state = freshness(page);
    if (state === 'fresh' || state === 'stale') return page;
    this.delete(address);
    return undefined;
  }

  /**
   * Keeps a page, unless what it is made of is not good enough.
   * @param since the gateway's generation when its loading began: a purge in the meantime has made it an old one
   */
  set(whole: WholePage, target: Target, sources: readonly Served[], since: number): void {
    this.delete(target.address);
    const now = monotonicNow();
    const brief = { freshUntil: now + MISSING_TTL, staleUntil: now + MISSING_TTL };
    const ages = whole.status === 200 ? agesOf(sources) : brief;
    const page = { whole, target, madeOf: madeOf(sources), madeAt: now, ...ages };
    if (since !== this.#gateway.generation || freshness(page) === 'outdated') return;
    if (!this.#isCurrent(page.madeOf)) page.freshUntil = 0;
    (isMadeUp(page) ? this.#madeUp : this.#pages).set(target.address, page);
  }

  /** Takes a page for as good as what it would be made of now, where that is the same. @returns whether it is */
  confirm(page: StoredPage, { sources, context, since }: Loaded): boolean {
    const now = madeOf(sources);
    const isSame =
      !context.errors &&
      since === this.#gateway.generation &&
      now.size === page.madeOf.size &&
      [...now].every(([address, etag]) => page.madeOf.get(address) === etag) &&
      this.#isCurrent(now);
    if (!isSame) return false;
    Object.assign(page, { told: undefined, ...agesOf(sources) });
    if (!sources.some(({ isLate }) => isLate)) page.madeAt = monotonicNow();
    return true;
  }

  /** Whether no answer has been replaced since. */
  #isCurrent(madeOf: StoredPage['madeOf']): boolean {
    return [...madeOf].every(([address, etag]) => (this.#gateway.etagOf(address) ?? etag) === etag);
  }

  get size(): CacheSize {
    return {
      bytes: this.#pages.calculatedSize + this.#madeUp.calculatedSize,
      entries: this.#pages.size + this.#madeUp.size,
    };
  }

  delete(address: string): void {
    this.#pages.delete(address);
    this.#madeUp.delete(address);
  }

  *#all(): Iterable<StoredPage> {
    yield* this.#pages.values();
    yield* this.#madeUp.values();
  }

  #purge(what: Purge): void {
    for (const page of [...this.#all()]) {
      // What was missing may be there now.
      const isOld = page.whole.status !== 200 || [...page.madeOf.keys()].some((address) => isPurged(what, address));
      if (isOld) this.delete(page.target.address);
    }
  }
}

/** A page is as good as the least of its answers. */
function agesOf(sources: readonly Ages[]): Ages {
  const least = (moments: (number | undefined)[]) =>
    Math.min(...moments.map((moment) => moment ?? Number.POSITIVE_INFINITY));
  return {
    freshUntil: least(sources.map(({ freshUntil }) => freshUntil)),
    staleUntil: least(sources.map(({ staleUntil }) => staleUntil)),
    changesAt: least(sources.map(({ changesAt }) => changesAt)),
  };
}

/** Missing pages and searches are without number. */
const isMadeUp = ({ whole, target: { query } }: StoredPage): boolean =>
  whole.status !== 200 || Object.entries(query).some(([name, value]) => name !== 'page' && value !== undefined);

const madeOf = (sources: readonly Served[]) => new Map(sources.map(({ address, etag }) => [address, etag]));

// Without room an LRU cache keeps everything: one byte holds no page.
const pagesOf = (maxBytes: number) =>
  new LRUCache<string, StoredPage>({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    sizeCalculation: ({ whole, madeOf }) => Math.ceil(whole.bytes + 200 * madeOf.size),
  });
