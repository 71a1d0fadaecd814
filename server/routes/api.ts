import type { ErrorRequestHandler, RequestHandler } from 'express';
import { ContentError } from '../../shared/content-error.ts';
import { matchCall, readQuery } from '../content-api/call.ts';
import type { Gateway, Served } from '../content-api/gateway.ts';
import { setCacheStatus, setRetryAfter } from '../http/cache-status.ts';
import { idOf, setRoute } from '../observability/request-log.ts';

/** What the upstream said of it is for the operator's log. */
const MESSAGES: Record<number, string> = {
  404: 'no such content',
  405: 'GET and HEAD only',
  414: 'the address is too long',
  429: 'too many requests',
};

/** Where the content API stands on our own origin. */
export const API_BASE = '/frontapi/en';

/** The content API on our own origin (CONTRACT.md): the contract's calls and nothing else of the upstream. Rejects with what went wrong; `apiErrors` answers for it. */
export const frontapi =
  (gateway: Gateway, ttl: number): RequestHandler =>
  async (request, response) => {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const sources: Served[] = [];
    try {
      const { searchParams } = new URL(request.originalUrl, 'http://foyer.invalid');
      const { path, parameters } = matchCall(request.path);
      setRoute(response, `${API_BASE}/${path}`);
      const { body, etag } = await gateway.entry(
        path,
        { ...readQuery(searchParams), ...parameters },
        { signal: gone.signal, id: idOf(response), served: (from) => sources.push(from) },
      );
      setCacheStatus(response, sources);
      const shared = Math.round(ttl / 1000);
      response
        // No stale-while-revalidate here: browsers heed it too, and ask for each answer twice.
        .set('Cache-Control', `public, max-age=0, s-maxage=${shared}`)
        .set('ETag', etag)
        .type('json')
        .send(body);
    } catch (error) {
      if (!gone.signal.aborted) throw error;
    }
  };

/** The API's failures in the API's own form. */
export const apiErrors: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (!(error instanceof ContentError) || response.headersSent) return next(error);
  setRetryAfter(response, error);
  const message = error.status === 400 ? error.message : (MESSAGES[error.status] ?? 'content is not available');
  response.status(error.status).set('Cache-Control', 'no-store').json({ error: true, message });
};
