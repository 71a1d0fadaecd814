import type { ServerResponse } from 'node:http';
import { ContentError } from '@foyer/model';
import { monotonicNow } from '@foyer/runtime';
import { writeHeaders } from './security-headers.ts';

/** How the gateway answered one call: `hit` from a cache, and until when that answer is fresh; no such time for a failed call. */
export interface CacheResult {
  hit: boolean;
  freshUntil?: number;
}

/**
 * Cache-Status (RFC 9211), flat: a hit if every call that the response needed was one. None without a call.
 * @param isStored whether the response itself may be served again
 */
export function cacheStatusOf(calls: readonly CacheResult[], isStored = true): string[] {
  if (calls.length === 0) return [];
  const isHit = calls.every(({ hit }) => hit);
  const freshUntil = Math.min(...calls.map((call) => call.freshUntil ?? Number.POSITIVE_INFINITY));
  return ['Cache-Status', isHit ? hitStatus(freshUntil) : `foyer; fwd=miss${isStored ? '; stored' : ''}`];
}

/** Sets Cache-Status for a response that is sent later. */
export const setCacheStatus = (response: ServerResponse, calls: readonly CacheResult[], isStored = true): void =>
  writeHeaders(response, cacheStatusOf(calls, isStored));

/** The value of Cache-Status for a hit. Its `ttl` is negative for a stale answer. */
export const hitStatus = (freshUntil: number, now = monotonicNow()): string =>
  Number.isFinite(freshUntil) ? `foyer; hit; ttl=${Math.round((freshUntil - now) / 1000)}` : 'foyer; hit';

/** Sets Retry-After if the error has such a time. */
export function setRetryAfter(response: ServerResponse, error: unknown): void {
  const seconds = retryAfterSeconds(error);
  if (seconds) response.setHeader('Retry-After', seconds);
}

/** The value of Retry-After; undefined for an error without such a time. */
export const retryAfterSeconds = (error: unknown): string | undefined =>
  error instanceof ContentError && error.retryAfterMs !== undefined
    ? String(Math.max(1, Math.ceil(error.retryAfterMs / 1000)))
    : undefined;
