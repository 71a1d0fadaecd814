import type { Mapping, PlainConfig } from '@foyer/config';
import { AnswerMapping } from '@foyer/gateway';
import type { UpstreamOptions } from './http-exchange.ts';
import { Upstream } from './upstream.ts';

/** The client of the CMS of the configuration. */
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
