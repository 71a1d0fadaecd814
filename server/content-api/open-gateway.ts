import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { loadContent } from '../content-folder/content-store.ts';
import { ContentUnusableError } from '../content-folder/content-unusable-error.ts';
import { faultText } from '../content-folder/faults.ts';
import type { DiskFault } from '../disk-cache/disk-faults.ts';
import { describeImages } from '../images/describe-images.ts';
import type { Images } from '../images/images.ts';
import type { Metrics } from '../observability/metrics.ts';
import { plainSite } from '../pages/fallback-site.ts';
import { Shelf } from './disk-answer-cache.ts';
import { Gateway } from './gateway.ts';
import { Reader } from './normaliser.ts';
import { Replicas } from './replicas.ts';
import { Upstream } from './upstream.ts';

interface GatewaySurroundings {
  /** The base of the content folder's API, where no upstream is configured. */
  embedded?: string;
  pictures?: Images;
  metrics?: Metrics;
  /** The built file of reader-thread.ts; none: long answers hold up visitors while they are read. */
  readerThread?: string;
}

/** The gateway as the configuration has it. */
export async function openGateway(
  config: Config,
  log: Logger,
  { embedded = '', pictures, metrics, readerThread }: GatewaySurroundings = {},
) {
  const upstream = new Upstream({
    url: config.upstream?.url ?? embedded,
    authorization: config.upstream?.authorization,
    timeout: config.upstreamTimeout,
    concurrency: config.upstreamConcurrency,
    perMinute: config.upstreamBudget,
    maxBytes: config.upstreamMaxBytes,
  });
  const reader = new Reader(
    {
      timeZone: config.site.timeZone,
      // The content folder's own addresses are the site's.
      origin: config.upstream && upstream.origin,
      videoOrigins: config.videoOrigins,
    },
    log,
    readerThread,
  );
  const folder = await ofFolder(config, log);
  const onFault = metrics && ((fault: DiskFault) => metrics.diskFault('answers', fault));
  const shelf =
    config.upstream && config.dataDir ? new Shelf(config.dataDir, config.upstream.url, log, onFault) : undefined;
  const replicas =
    config.upstream && config.redisUrl
      ? new Replicas(config.redisUrl, { url: config.upstream.url, timeout: config.upstreamTimeout }, log, metrics)
      : undefined;
  const gateway = new Gateway({
    upstream,
    reader,
    describePictures:
      pictures && ((data) => describeImages(data, (location, given) => pictures.describe(location, given))),
    times: { ttl: config.contentTtl, stale: config.contentStale },
    plainSite: folder?.site ?? plainSite(config),
    redirects: config.upstream && (folder?.redirects ?? []),
    shelf,
    replicas,
    log,
  });
  // What is known of a CMS's pictures shows when its answers are refreshed; the content folder can be asked at any time.
  if (embedded) pictures?.on('original-replaced', () => gateway.outdate({ all: true }));
  gateway.on('purged', () => pictures?.markStale());
  await replicas?.open((what) => gateway.outdate(what));
  return {
    gateway,
    async close() {
      replicas?.close();
      reader.close();
      await Promise.all([upstream.close(), shelf?.close()]);
    },
  };
}

/** For an upstream that has no `site` or redirects: those of the content folder, where the operator named one. Never the example's. */
async function ofFolder({ upstream, contentDir: dir, contentDirIsSet, site }: Config, log: Logger) {
  if (!upstream || !contentDirIsSet) return undefined;
  const { content, faults, unusable } = await loadContent({ dir, timeZone: site.timeZone, needsSite: false });
  if (unusable.length > 0) throw new ContentUnusableError(dir, unusable);
  for (const fault of faults) log.error({ fault: faultText(fault) }, 'content file is faulty');
  return content;
}
