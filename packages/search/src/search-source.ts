import { setTimeout as wait } from 'node:timers/promises';
import { Upstream } from '@foyer/cms';
import type { PlainConfig } from '@foyer/config';
import { type ContentSource, callNameOf, UpstreamError } from '@foyer/gateway';
import { ContentError } from '@foyer/model';
import { monotonicNow } from '@foyer/runtime';

/** For a search over very many documents on a busy machine. */
const SEARCH_TIMEOUT_MS = 3_000;
/** The search has one thread. Calls beyond this wait, and unlisted ones, as all searches are, have a quarter of it. */
const SEARCH_CONCURRENCY = 16;
/** How long a call waits for the search to listen: it starts after the site, and its thread may be replaced. */
const SEARCH_START_MS = 2_000;
/** Between two attempts meanwhile. */
const SEARCH_POLL_MS = 100;
/** The Retry-After of a failed search. */
const SEARCH_RETRY_MS = 2_000;

/**
 * A source whose call `search` is answered by the search server: its calls count against no limit of a CMS.
 * @param url base of the search server; undefined: the source has the call itself
 */
export function withSearch(
  source: ContentSource,
  { search, site, upstreamMaxBytes }: PlainConfig,
  url: string | undefined,
): { source: ContentSource; close(): Promise<void> } {
  if (search === 'off') return { source: answeredBy(NO_SEARCH, source), async close() {} };
  if (url === undefined) return { source, async close() {} };
  const server = new Upstream({
    url,
    locales: site.locales,
    timeoutMs: SEARCH_TIMEOUT_MS,
    concurrency: SEARCH_CONCURRENCY,
    maxBytes: upstreamMaxBytes,
  });
  return { source: answeredBy(server, source), close: () => server.close() };
}

const NO_SEARCH: ContentSource = {
  async get() {
    throw new ContentError(404, 'the search is off');
  },
};

/** @param search answers the call `search` @param source answers all others */
const answeredBy = (search: ContentSource, source: ContentSource): ContentSource => ({
  async get(address, request, normalise) {
    if (callNameOf(address).entity !== 'search') return source.get(address, request, normalise);
    const until = monotonicNow() + SEARCH_START_MS;
    for (;;) {
      try {
        // Nothing is wrong with the search yet: its failures count for no pause of its calls.
        return await search.get(address, { ...request, isUnlisted: true }, normalise);
      } catch (error) {
        if (!(error instanceof ContentError) || error.status < 500 || error.retryAfterMs !== undefined) throw error;
        const isWorthWaiting = isAbsent(error) && monotonicNow() < until;
        if (!isWorthWaiting || request.signal.aborted) throw notAnswering(error);
      }
      await wait(SEARCH_POLL_MS, undefined, { signal: request.signal }).catch(() => {});
    }
  },
  prioritise(address) {
    source.prioritise?.(address);
  },
  forgetLate() {
    source.forgetLate?.();
  },
});

/** Whether nothing listens, or the reserved port drops the connection (search-process.ts). */
const isAbsent = (error: ContentError): boolean =>
  error instanceof UpstreamError && (error.code === 'refused' || error.code === 'reset');

/** Of a server on loopback the words for a CMS would mislead. */
const notAnswering = (cause: ContentError): ContentError =>
  new ContentError(503, 'the search does not answer: it is starting, or its thread is being replaced', {
    retryAfterMs: SEARCH_RETRY_MS,
    cause,
  });
