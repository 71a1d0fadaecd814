import { type Moment, moment } from '@foyer/runtime';

/* Every decision about an upstream's answers: what a failure means, when a call is retried, how long an answer is fresh or stale. */

/** A response that is not a success. */
export interface FailedResponse {
  status: number;
  /** The header as received: seconds, or a date. */
  retryAfter?: string;
  /** Whether the call has query parameters or names an item. */
  hasParameters: boolean;
  /** Another call was answered 422 just before, and calls as this one were successful. */
  isRejectedAsOthers?: boolean;
  /** What the API says of it. */
  message?: string;
}

/** What Laravel says, with 500, of an item that is not there. */
const NO_SUCH_ITEM = /^No query results for model/i;

/** What Laravel and gateways say of too many calls, with whatever status. From its beginning: behind it may stand what a visitor has searched for. */
const TOO_MANY_CALLS = /^(?:too many (?:attempts|requests)|(?:api )?(?:rate|request|usage) limit)\b/i;

/** Whether a failure says that there were too many calls. */
export const saysLimit = (message: string): boolean => TOO_MANY_CALLS.test(message.trim());

export interface Failure {
  /**
   * `permanent`: another attempt would fail in the same way. `transient`: another attempt may succeed. `rate-limited`: the
   * upstream wants fewer calls, and all of them pause.
   */
  kind: 'permanent' | 'transient' | 'rate-limited';
  /** Of our own API's answer. */
  status: number;
  /** Milliseconds that the upstream names, of a rate limit. */
  waitMs?: number;
}

/** 404 is permanent, and so is what means it. 429, Retry-After, what says so, and 422 that is no answer to the call's parameters are rate limits. Other 5xx are transient, the rest is permanent. */
export function classifyFailure(
  { status, retryAfter, hasParameters, isRejectedAsOthers = false, message = '' }: FailedResponse,
  now = Date.now(),
): Failure {
  if (status === 404 || NO_SUCH_ITEM.test(message)) return { kind: 'permanent', status: 404 };
  const waitMs = retryAfterMs(retryAfter, now);
  const isLimit = status === 429 || saysLimit(message) || (status === 422 && (!hasParameters || isRejectedAsOthers));
  if (isLimit || (waitMs !== undefined && status >= 400)) return { kind: 'rate-limited', status: 429, waitMs };
  return { kind: status >= 500 ? 'transient' : 'permanent', status: 502 };
}

/** Reads both forms of Retry-After (RFC 9110, 10.2.3); undefined for any other text. */
function retryAfterMs(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const waitMs = /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}

/** A longer Retry-After is cut to this. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** After this many failed attempts in a row the upstream counts as down: calls pause, then one call at a time probes it. */
export const FAILURES_BEFORE_PAUSE = 10;
const FIRST_PAUSE_MS = 1_000;
/** Of an upstream that wants fewer calls. */
const MAX_LIMIT_PAUSE_MS = 60_000;
/** Of one that fails: pages that are in no cache are back within this time and that of a probe. */
export const MAX_OUTAGE_PAUSE_MS = 4_000;
/** The length of a pause, doubled with each pause in a row; half of it is random, so that replicas do not return together. */
export const pauseMs = (pauses: number, maxMs = MAX_LIMIT_PAUSE_MS, random = Math.random()): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (pauses - 1), maxMs) * (0.5 + random / 2);

/** A small budget stretches the time for which answers are fresh to this at most. */
export const MAX_STRETCHED_TTL_MS = 3_600_000;

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
