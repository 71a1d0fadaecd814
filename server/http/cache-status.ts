import type { Response } from 'express';
import type { ContentError } from '../../shared/content-error.ts';
import type { Served } from '../frontapi/gateway.ts';

/** Says where what an answer is made of came from (RFC 9211): stored, for so many seconds fresh yet, or fetched for it. */
export function setCacheStatus(response: Response, sources: readonly Served[]): void {
  if (sources.length === 0) return;
  const isHit = sources.every(({ hit }) => hit);
  const ttl = Math.min(...sources.map((source) => source.ttl));
  response.set('Cache-Status', isHit ? `foyer; hit; ttl=${ttl}` : 'foyer; fwd=miss; stored');
}

/** Tells when asking again has some use. */
export function setRetryAfter(response: Response, { retryAfter }: ContentError): void {
  if (retryAfter !== undefined) response.set('Retry-After', String(Math.max(1, Math.ceil(retryAfter / 1000))));
}
