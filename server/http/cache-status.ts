import type { Response } from 'express';
import { ContentError } from '../../shared/content-error.ts';
import { monotonicNow } from '../clock.ts';
import type { Served } from '../content-api/gateway.ts';

/**
 * Says where what a response is made of came from (RFC 9211): stored, for so many seconds fresh yet, or fetched for it.
 * A response that says that there is nothing was fetched: what it has beside that, the frame, is no hit of it.
 */
export function setCacheStatus(response: Response, sources: readonly Served[], status = 200): void {
  if (sources.length === 0) return;
  const isHit = status === 200 && sources.every(({ hit }) => hit);
  const freshUntil = Math.min(...sources.map((source) => source.freshUntil));
  const stored = status < 500 ? '; stored' : '';
  response.set('Cache-Status', isHit ? hitUntil(freshUntil) : `foyer; fwd=miss${stored}`);
}

/** Stored, and fresh for so many seconds yet; stale, where they are below zero. */
export const hitUntil = (freshUntil: number, now = monotonicNow()): string =>
  `foyer; hit; ttl=${Math.round((freshUntil - now) / 1000)}`;

/** Tells when asking again has some use. */
export function setRetryAfter(response: Response, error: ContentError): void {
  const seconds = retryAfterOf(error);
  if (seconds) response.set('Retry-After', seconds);
}

/** Seconds, where the error knows when asking again has some use. */
export const retryAfterOf = (error: unknown): string | undefined =>
  error instanceof ContentError && error.retryAfter !== undefined
    ? String(Math.max(1, Math.ceil(error.retryAfter / 1000)))
    : undefined;
