import type { RequestHandler } from 'express';
import { calls as callsByPath } from '../../shared/content-api.ts';
import type { Locale } from '../../shared/messages/index.ts';
import { matchCall, readQuery } from '../content-api/call.ts';
import { type CallResult, hasSubstitute } from '../content-api/call-result.ts';
import type { Gateway } from '../content-api/gateway.ts';
import { TRANSIENT_TTL_MS } from '../content-api/policy.ts';
import { setCacheStatus } from '../http/cache-status.ts';
import { requestIdOf, setRoute } from '../observability/request-log.ts';

/** The content API's base on our own origin. */
export const apiBase = (locale: Locale): string => `/frontapi/${locale}`;

/** Our own content API: the calls of docs/content-api.md, normalised. Rejects with the error that `apiErrors` sends. */
export const contentApi =
  (gateway: Gateway, ttlMs: number, locale: Locale): RequestHandler =>
  async (request, response) => {
    const client = new AbortController();
    response.on('close', () => client.abort());
    const calls: CallResult[] = [];
    try {
      const { searchParams } = new URL(request.originalUrl, 'http://foyer.invalid');
      const { path, parameters } = matchCall(request.path);
      setRoute(response, `${apiBase(locale)}/${path}`);
      const { body, etag } = await gateway.answer(
        path,
        { ...readQuery(searchParams), ...parameters },
        { locale, signal: client.signal, requestId: requestIdOf(response), onResult: (result) => calls.push(result) },
      );
      const maxAge = Math.round((callsByPath[path].isTransient ? TRANSIENT_TTL_MS : ttlMs) / 1000);
      setCacheStatus(response, calls);
      response
        // No stale-while-revalidate: browsers apply it too, and would request each answer twice.
        .set('Cache-Control', hasSubstitute(calls) ? 'no-store' : `public, max-age=0, s-maxage=${maxAge}`)
        .set('ETag', etag)
        .type('json')
        .send(body);
    } catch (error) {
      if (client.signal.aborted) return;
      setCacheStatus(response, calls, false);
      throw error;
    }
  };
