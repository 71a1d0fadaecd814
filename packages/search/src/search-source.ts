import { Upstream } from '@foyer/cms';
import type { PlainConfig } from '@foyer/config';
import { type ContentSource, callNameOf } from '@foyer/gateway';
import { ContentError } from '@foyer/model';

/** For a search over very many documents on a busy machine. */
const SEARCH_TIMEOUT_MS = 3_000;
/** The search has one thread. Calls beyond this wait, and unlisted ones, as all searches are, have a quarter of it. */
const SEARCH_CONCURRENCY = 16;
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
    try {
      return await search.get(address, request, normalise);
    } catch (error) {
      if (!(error instanceof ContentError) || error.status < 500 || error.retryAfterMs !== undefined) throw error;
      // Of a server on loopback the words for a CMS would mislead.
      const message = 'the search does not answer: it is starting, or its thread is being replaced';
      throw new ContentError(503, message, { retryAfterMs: SEARCH_RETRY_MS, cause: error });
    }
  },
  prioritise(address) {
    source.prioritise?.(address);
  },
  forgetLate() {
    source.forgetLate?.();
  },
});
