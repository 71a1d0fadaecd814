import { type Moment, moment } from '@foyer/runtime';

/* How long an answer is fresh or stale, and how long its readers wait. What a failed call of a CMS means is in packages/cms/src/policy.ts. */

/** A small budget stretches the time for which answers are fresh to this at most. */
export const MAX_STRETCHED_TTL_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Revalidation has this share of a budget of calls, and visitors who wait have the rest for themselves. */
export const REVALIDATION_SHARE = 0.5;

/** How long answers have to be fresh for so many of them to be revalidated within the budget. */
export const msToRevalidate = (answers: number, callsPerMinute: number): number =>
  (answers / (callsPerMinute * REVALIDATION_SHARE)) * MINUTE_MS;

/** Pages of an upstream's list that are read to filter it here, or to show it as a whole. */
export const MAX_WHOLE_LIST_PAGES = 20;

const LONG_LIST_PAGES = 20;
const LONG_LIST_PAUSE_MS = 250;

/** The pause before the search reads the next page of a list, or item of a page, which nobody waits for: an upstream may claim a million pages, and have one for each. */
export const pagePauseMs = (page: number, tookMs: number): number =>
  page < LONG_LIST_PAGES ? tookMs : Math.max(tookMs, LONG_LIST_PAUSE_MS);

/** A 404 is cached this long. */
export const NOT_FOUND_TTL_MS = 10_000;
/** After a failed revalidation the stale answer counts as fresh for this long. */
export const REVALIDATE_RETRY_MS = 5_000;
/** A page waits this long for `site`, then uses the fallback site: every page needs one. */
export const SITE_TIMEOUT_MS = 1_000;
/** An item waits this long for those of other editions, which its page names; later ones are left out. */
export const TRANSLATION_TIMEOUT_MS = 1_000;
/** The readiness probe waits this long for content. */
export const READY_TIMEOUT_MS = 2_000;
/** An answer to an unlisted call stays in Redis this long: replicas that need it at the same time make one call, and a flood of invented calls takes little memory. */
export const SHARED_UNLISTED_TTL_MS = 60_000;

/** The answers of a transient call, the search, are fresh this long, and are not served stale: removed content must not be found. */
export const TRANSIENT_TTL_MS = 10_000;

export interface CacheTimes {
  /** How long an answer is fresh. */
  ttlMs: number;
  /** How long it may be served stale after that. */
  staleMs: number;
}

export interface Lifetime {
  /** By the monotonic clock (clock.ts), as `staleUntil`. */
  freshUntil: number;
  staleUntil: number;
  /** By the wall clock: when one of its items is published, expires or closes. From then on it must be revalidated before it is served. */
  changesAt?: number;
}

/** The lifetime of an answer that has just arrived. The ttl is jittered, so that answers that arrived together are not revalidated together. */
export function lifetimeOf(
  { ttlMs, staleMs }: CacheTimes,
  changesAt: number | undefined,
  { monotonic, wall }: Moment = moment(),
  random = Math.random(),
): Lifetime {
  const msToChange = (changesAt ?? Number.POSITIVE_INFINITY) - wall;
  const freshUntil = monotonic + Math.min(ttlMs * (0.9 + random * 0.2), msToChange);
  return { freshUntil, staleUntil: monotonic + ttlMs + staleMs, changesAt };
}

/**
 * `fresh`: served as it is. `stale`: served, and revalidated in the background. `must-revalidate`: revalidated first, and
 * served only if that fails. `expired`: not served.
 */
export type CacheState = 'fresh' | 'stale' | 'must-revalidate' | 'expired';

export function cacheState({ freshUntil, staleUntil, changesAt }: Lifetime, now: Moment = moment()): CacheState {
  if (now.monotonic >= staleUntil) return 'expired';
  if (changesAt !== undefined && now.wall >= changesAt) return 'must-revalidate';
  return now.monotonic < freshUntil ? 'fresh' : 'stale';
}
