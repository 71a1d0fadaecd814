import type { RequestHandler } from 'express';
import { matchCall, readQuery } from '../content-api/call.ts';
import type { CallResult } from '../content-api/call-result.ts';
import type { Gateway } from '../content-api/gateway.ts';
import { setCacheStatus } from '../http/cache-status.ts';
import { requestIdOf, setRoute } from '../observability/request-log.ts';

/** The content API's base on our own origin. */
export const API_BASE = '/frontapi/en';

/** Our own content API: the calls of docs/content-api.md, normalised. Rejects with the error that `apiErrors` sends. */
export const contentApi =
  (gateway: Gateway, ttlMs: number): RequestHandler =>
  async (request, response) => {
    const client = new AbortController();
    response.on('close', () => client.abort());
    const calls: CallResult[] = [];
    const maxAge = Math.round(ttlMs / 1000);
    try {
      const { searchParams } = new URL(request.originalUrl, 'http://foyer.invalid');
      const { path, parameters } = matchCall(request.path);
      setRoute(response, `${API_BASE}/${path}`);
      const { body, etag } = await gateway.answer(
        path,
        { ...readQuery(searchParams), ...parameters },
        { signal: client.signal, requestId: requestIdOf(response), onResult: (result) => calls.push(result) },
      );
      setCacheStatus(response, calls);
      response
        // No stale-while-revalidate: browsers apply it too, and would request each answer twice.
        .set('Cache-Control', `public, max-age=0, s-maxage=${maxAge}`)
        .set('ETag', etag)
        .type('json')
        .send(body);
    } catch (error) {
      if (client.signal.aborted) return;
      setCacheStatus(response, calls, false);
      throw error;
    }
  };
