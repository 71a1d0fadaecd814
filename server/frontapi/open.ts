import type { Logger } from 'pino';
import type { Site } from '../../shared/contract/site.ts';
import type { Config } from '../config.ts';
import { loadContent } from '../content/store.ts';
import { Gateway } from './gateway.ts';
import { plainSite } from './plain-site.ts';
import { Upstream } from './upstream.ts';

/**
 * The gateway as the configuration has it.
 * @param embedded the base of the content folder's API, where no upstream is configured
 */
export async function openGateway(config: Config, log: Logger, embedded = '') {
  const upstream = new Upstream({
    url: config.upstream?.url ?? embedded,
    authorization: config.upstream?.authorization,
    timeout: config.upstreamTimeout,
    concurrency: config.upstreamConcurrency,
    maxBytes: config.upstreamMaxBytes,
  });
  const gateway = new Gateway({
    upstream,
    reading: {
      timeZone: config.site.timeZone,
      // The content folder's own addresses are the site's.
      origin: config.upstream && upstream.origin,
      videoOrigins: config.videoOrigins,
    },
    ttl: config.contentTtl,
    stale: config.contentStale,
    plainSite: await standInSite(config),
    log,
  });
  return { gateway, close: () => upstream.close() };
}

/** For an upstream that has no `site`: that of the content folder, where the operator named one. Never the example's. */
async function standInSite(config: Config): Promise<Site> {
  const { upstream, contentDir, contentDirIsSet, site } = config;
  const named = upstream && contentDirIsSet ? (await loadContent(contentDir, site.timeZone)).content.site : undefined;
  return named ?? plainSite(config);
}
