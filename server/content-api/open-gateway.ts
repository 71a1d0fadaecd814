import type { Logger } from 'pino';
import type { Redirect } from '../../shared/kinds/redirects.ts';
import type { Site } from '../../shared/kinds/site.ts';
import type { Config } from '../config.ts';
import type { DiskFault, Metrics } from '../observability/metrics.ts';
import type { AnswerLoaderOptions } from './answer-loader.ts';
import { DiskAnswerCache } from './disk-answer-cache.ts';
import { fallbackSite } from './fallback-site.ts';
import { Gateway } from './gateway.ts';
import { Normaliser } from './normaliser.ts';
import { Replicas } from './replicas.ts';
import { Upstream } from './upstream.ts';

export interface GatewayParts {
  /** Base of the content folder's API, for a configuration without an upstream. */
  contentFolderUrl?: string;
  /** Of a content folder beside the upstream: its redirects, and the site to serve while the upstream has none. */
  folderContent?: { site?: Site; redirects: Redirect[] };
  describeImages?: AnswerLoaderOptions['describeImages'];
  metrics?: Metrics;
  /** The built normaliser-thread.ts; none: long answers block the event loop while they are normalised. */
  normaliserThread?: string;
}

/** Opens the gateway with the upstream and the caches of the configuration. */
export async function openGateway(config: Config, log: Logger, parts: GatewayParts = {}) {
  const { metrics, folderContent } = parts;
  const upstream = new Upstream({
    url: config.upstream?.url ?? parts.contentFolderUrl ?? '',
    authorization: config.upstream?.authorization,
    timeoutMs: config.upstreamTimeoutMs,
    concurrency: config.upstreamConcurrency,
    callsPerMinute: config.upstreamCallsPerMinute,
    maxBytes: config.upstreamMaxBytes,
  });
  const normaliser = new Normaliser(
    {
      timeZone: config.site.timeZone,
      // A content folder's relative addresses are the site's own.
      origin: config.upstream && upstream.origin,
      videoOrigins: config.videoOrigins,
    },
    log,
    parts.normaliserThread,
  );
  const { diskCache, replicas } = openTiers(config, log, metrics);
  const gateway = new Gateway({
    upstream,
    normaliser,
    describeImages: parts.describeImages,
    times: { ttlMs: config.contentTtlMs, staleMs: config.contentStaleMs },
    fallbackSite: folderContent?.site ?? fallbackSite(config),
    redirects: config.upstream && (folderContent?.redirects ?? []),
    diskCache,
    replicas,
    log,
  });
  gateway.on('called', (outcome, milliseconds) => metrics?.called(outcome, milliseconds));
  await replicas?.open((what) => gateway.purgeLocal(what));
  return {
    gateway,
    async close() {
      replicas?.close();
      normaliser.close();
      await Promise.all([upstream.close(), diskCache?.close()]);
    },
  };
}

/** The content folder can be read at any time: its answers need neither disk nor Redis. */
function openTiers({ upstream, answerCacheDir, redisUrl, upstreamTimeoutMs }: Config, log: Logger, metrics?: Metrics) {
  if (!upstream) return {};
  const onFault = metrics && ((fault: DiskFault) => metrics.diskFault('answers', fault));
  return {
    diskCache:
      answerCacheDir === undefined ? undefined : new DiskAnswerCache(answerCacheDir, upstream.url, log, onFault),
    replicas:
      redisUrl === undefined
        ? undefined
        : new Replicas(redisUrl, { url: upstream.url, timeoutMs: upstreamTimeoutMs }, log, metrics),
  };
}
