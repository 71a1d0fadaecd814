import { ContentError } from '../../shared/content-error.ts';
import { type Moment, moment } from '../clock.ts';

/* What an upstream's answers mean, and how long they are good for: all of it, and nothing else, is decided here. */

/** An answer without success. */
export interface Refusal {
  status: number;
  /** As it came: seconds, or a date. */
  retryAfter?: string;
  /** Whether the call had parameters in its query, or named an item. */
  hasParameters: boolean;
  message: string;
}

/** What to do about it. */
export type Verdict =
  /** It stays like that: `error` is for whoever asked. */
  | { kind: 'final'; error: ContentError }
  /** A second attempt may fare better. */
  | { kind: 'passing'; error: ContentError }
  /** The upstream wants to be left alone, for so many milliseconds if it says so: all calls wait. */
  | { kind: 'limited'; error: ContentError; wait?: number };

/** DESIGN.md, The gateway: 429, Retry-After, and 422 on a call without parameters mean to back off; 5xx may pass; the rest is final. */
export function judge({ status, retryAfter, hasParameters, message }: Refusal, now = Date.now()): Verdict {
  const wait = waitOf(retryAfter, now);
  const error = (code: number) =>
    new ContentError(code, `upstream: status ${status}: ${message}`, { retryAfter: wait });
  if (status === 404) return { kind: 'final', error: error(404) };
  if (status === 429 || (status === 422 && !hasParameters) || (wait !== undefined && status >= 400)) {
    return { kind: 'limited', error: error(429), wait };
  }
  return { kind: status >= 500 ? 'passing' : 'final', error: error(502) };
}

/** Milliseconds, of both forms of Retry-After (RFC 9110, 10.2.3). */
function waitOf(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const wait = /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), LONGEST_WAIT);
}

/** Whatever an upstream says, it is asked again within the hour. */
const LONGEST_WAIT = 3_600_000;

/** After so many attempts in a row that failed an upstream is taken to be down, and asked by one call at a time. */
export const FAILURES = 10;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;
/** Milliseconds until it is tried again after being limited or down so many times in a row, half of it by chance. */
export const pauseAfter = (times: number, random = Math.random()): number =>
  Math.min(FIRST_PAUSE * 2 ** (times - 1), LONGEST_PAUSE) * (0.5 + random / 2);

/** What is not there may be there soon. */
export const MISSING_TTL = 10_000;
/** After a failed refresh the stale answer is served this long before the next try. */
export const RETRY_REFRESH = 5_000;
/** A page waits no longer for `site`: every page needs it, and a plain one will do. */
export const SITE_PATIENCE = 1_000;
/** Whoever asks whether there is content to be served waits no longer. */
export const READY_PATIENCE = 2_000;

/** An answer to a call that a visitor may have made up is shared this long: replicas that are asked at the same time make one call, and a flood takes little of Redis. */
export const SHARE_ONCE_MS = 60_000;

export interface Times {
  /** Milliseconds that an answer is fresh, and may be served beyond that. */
  ttl: number;
  stale: number;
}

export interface Ages {
  /** By the monotonic clock (server/clock.ts), as `staleUntil`. */
  freshUntil: number;
  staleUntil: number;
  /** By the wall clock, when one of its items is to appear or to leave: then it is not served as it is, unless there is no other. */
  changesAt?: number;
}

/** How long an answer is fresh, and may be served beyond that; jittered, so that what was fetched together is not refreshed together. */
export function agesOf(
  { ttl, stale }: Times,
  changesAt: number | undefined,
  { monotonic, wall }: Moment = moment(),
  random = Math.random(),
): Ages {
  const untilChange = (changesAt ?? Number.POSITIVE_INFINITY) - wall;
  const freshUntil = monotonic + Math.min(ttl * (0.9 + random * 0.2), untilChange);
  return { freshUntil, staleUntil: monotonic + ttl + stale, changesAt };
}

export type Freshness = 'fresh' | 'stale' | 'outdated' | 'gone';

/** Fresh: served as it is. Stale: served while it is refreshed. Outdated: refreshed first, served where that fails. */
export function freshness({ freshUntil, staleUntil, changesAt }: Ages, now: Moment = moment()): Freshness {
  if (now.monotonic >= staleUntil) return 'gone';
  if (changesAt !== undefined && now.wall >= changesAt) return 'outdated';
  return now.monotonic < freshUntil ? 'fresh' : 'stale';
}
