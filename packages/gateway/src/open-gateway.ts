import { createHash } from 'node:crypto';
import type { PlainConfig } from '@foyer/config';
import type { SealKeys } from '@foyer/images';
import type { Locale } from '@foyer/messages';
import type { Redirect, Screen, Site, Theme } from '@foyer/model';
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
import type { Replicas } from './replicas.ts';

export interface GatewayParts {
  /** Its caller closes it. */
  source: ContentSource;
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
  const gateway = new Gateway({
    source,
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
      await Promise.all([normaliser.close(), diskCache?.close()]);
    },
  };
}

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
