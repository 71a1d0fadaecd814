import { createHash } from 'node:crypto';
import type { Mapping, PlainConfig } from '@foyer/config';
import type { SealKeys } from '@foyer/images';
import type { Locale } from '@foyer/messages';
import { ContentError, type Redirect, type Screen, type Site, type Theme } from '@foyer/model';
import type { DiskFault, Metrics } from '@foyer/runtime';
import type { Logger } from 'pino';
import type { AnswerCacheBytes } from './answer-cache.ts';
import type { AnswerLoaderOptions } from './answer-loader.ts';
import type { ContentSource } from './content-source.ts';
import { DiskAnswerCache } from './disk-answer-cache.ts';
import { fallbackSite } from './fallback-site.ts';
import { Gateway } from './gateway.ts';
import { AnswerMapping } from './mapping.ts';
import { Normaliser } from './normaliser.ts';
import { callNameOf } from './purge.ts';
import type { Replicas } from './replicas.ts';
import { Upstream, type UpstreamOptions } from './upstream.ts';

/** For a search over very many documents on a busy machine. */
const SEARCH_TIMEOUT_MS = 3_000;
/** The search has one thread. Calls beyond this wait, and unlisted ones, as all searches are, have a quarter of it. */
const SEARCH_CONCURRENCY = 16;
/** The Retry-After of a failed search. */
const SEARCH_RETRY_MS = 2_000;

export interface GatewayParts {
  /** Its caller closes it. */
  source: ContentSource;
  /** Base of the API that answers the call `search`. Undefined: the source does. */
  searchUrl?: string;
  /** Memory for answers. */
  cacheBytes?: AnswerCacheBytes;
  /** Undefined: in development only. */
  marksUnpublished?: boolean;
  /** Of a content folder beside the upstream: its redirects, its theme and screens, and the site to serve while the upstream has none. */
  folderContent?: {
    sites: ReadonlyMap<Locale, Site>;
    theme?: Theme;
    screens: readonly Screen[];
    redirects: readonly Redirect[];
  };
  describeImages?: AnswerLoaderOptions['describeImages'];
  /** Which replicas agree on through Redis. */
  sealKeys?: SealKeys;
  metrics?: Metrics;
  /** The built normaliser-thread.ts; none: long answers block the event loop while they are normalised. */
  normaliserThread?: string;
}

/** The client of the CMS. */
export const openUpstream = (
  config: PlainConfig,
  { url, authorization, mapping }: NonNullable<PlainConfig['upstream']>,
  onEnded?: UpstreamOptions['onEnded'],
): Upstream =>
  new Upstream({
    url,
    locales: config.site.locales,
    authorization,
    onEnded,
    outgoing: config.outgoing,
    ...requestsOf(mapping),
    timeoutMs: config.upstreamTimeoutMs,
    concurrency: config.upstreamConcurrency,
    isAdaptive: true,
    callsPerMinute: config.upstreamCallsPerMinute,
    maxBytes: config.upstreamMaxBytes,
  });

/** What mapping.yaml says of the requests. */
export const requestsOf = (mapping: Mapping | undefined): Pick<UpstreamOptions, 'headers' | 'addressOf'> => {
  const { addressOf } = new AnswerMapping(mapping);
  return mapping ? { headers: { ...mapping.headers }, addressOf } : {};
};

const NO_REDIRECTS: readonly Redirect[] = [];

/** Opens the gateway of a source with the caches of the configuration. */
export async function openGateway(config: PlainConfig, log: Logger, parts: GatewayParts) {
  const { source, metrics, folderContent } = parts;
  const { locales } = config.site;
  const normaliser = new Normaliser(
    {
      timeZone: config.site.timeZone,
      locales,
      // A content folder's relative addresses are the site's own.
      origin: config.upstream && new URL(config.upstream.url).origin,
      videoOrigins: config.videoOrigins,
      mapping: config.upstream?.mapping,
      isOfFolder: config.upstream === undefined,
      drafts: (parts.marksUnpublished ?? config.drafts) ? 'marked' : undefined,
    },
    log,
    parts.normaliserThread,
  );
  const mapping = config.upstream?.mapping && new AnswerMapping(config.upstream.mapping);
  const { diskCache, replicas } = await openTiers(config, log, metrics);
  const search =
    parts.searchUrl === undefined || config.search === 'off'
      ? undefined
      : new Upstream({
          url: parts.searchUrl,
          locales,
          timeoutMs: SEARCH_TIMEOUT_MS,
          concurrency: SEARCH_CONCURRENCY,
          maxBytes: config.upstreamMaxBytes,
        });
  const gateway = new Gateway({
    source: config.search === 'off' ? withSearch(source, NO_SEARCH) : search ? withSearch(source, search) : source,
    normaliser,
    describeImages: parts.describeImages,
    partsOf: mapping?.partsOf,
    times: { ttlMs: config.contentTtlMs, staleMs: config.contentStaleMs },
    locales,
    fallbackSite: (locale) => folderContent?.sites.get(locale) ?? fallbackSite(config, locale),
    theme: folderContent?.theme,
    screens: folderContent?.screens,
    absentScreens: mapping?.absentScreens,
    redirects: config.upstream && (() => folderContent?.redirects ?? NO_REDIRECTS),
    origin: config.site.origin,
    diskCache,
    replicas,
    cacheBytes: parts.cacheBytes,
    callsPerMinute: config.upstream && config.upstreamCallsPerMinute,
    warnsOfNothing: config.upstream !== undefined,
    isOfFolder: config.upstream === undefined,
    log,
  });
  gateway.on('called', (outcome) => metrics?.called(outcome));
  await replicas?.open((what) => gateway.purgeLocal(what), parts.sealKeys);
  return {
    gateway,
    async close() {
      gateway.close();
      replicas?.close();
      await Promise.all([normaliser.close(), search?.close(), diskCache?.close()]);
    },
  };
}

const NO_SEARCH: ContentSource = {
  async get() {
    throw new ContentError(404, 'the search is off');
  },
};

/** The search has an address of its own: its calls count against no limit of the upstream. */
const withSearch = (source: ContentSource, search: ContentSource): ContentSource => ({
  async get(address, request, normalise) {
    if (callNameOf(address).entity !== 'search') return source.get(address, request, normalise);
    try {
      return await search.get(address, request, normalise);
    } catch (error) {
      if (!(error instanceof ContentError) || error.status < 500 || error.retryAfterMs !== undefined) throw error;
      // The thread is replaced soon.
      throw new ContentError(503, error.message, { retryAfterMs: SEARCH_RETRY_MS, cause: error });
    }
  },
  prioritise(address) {
    source.prioritise?.(address);
  },
  forgetLate() {
    source.forgetLate?.();
  },
});

/** The content folder can be read at any time: its answers need neither disk nor Redis. */
async function openTiers(
  { upstream, answerCacheDir, redisUrl, upstreamTimeoutMs, site }: PlainConfig,
  log: Logger,
  metrics?: Metrics,
) {
  if (!upstream) return {};
  // The default edition's addresses have no locale.
  const [locale] = site.locales;
  const { url, mapping } = upstream;
  // An answer that was read by another mapping is another answer.
  const reading = mapping ? ` ${createHash('sha256').update(JSON.stringify(mapping)).digest('base64url')}` : '';
  const scope = (locale === 'en' ? url : `${locale} ${url}`) + reading;
  const onFault = metrics && ((fault: DiskFault) => metrics.diskFault('answers', fault));
  return {
    diskCache: answerCacheDir === undefined ? undefined : new DiskAnswerCache(answerCacheDir, scope, log, onFault),
    replicas:
      redisUrl === undefined
        ? undefined
        : await openReplicas(redisUrl, { url: scope, timeoutMs: upstreamTimeoutMs }, log, metrics),
  };
}

/** Redis's client is read by the processes that use it. */
async function openReplicas(...parameters: ConstructorParameters<typeof Replicas>): Promise<Replicas> {
  const { Replicas } = await import('./replicas.ts');
  return new Replicas(...parameters);
}
