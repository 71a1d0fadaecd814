import { join } from 'node:path';
import type { Locales } from '@foyer/model';
import type { Outgoing } from '@foyer/runtime';
import { version } from '../../../package.json';
import { editionUrl } from './edition-url.ts';
import type { Mapping } from './mapping-document.ts';
import { type CspSources, trustOf } from './variable-values.ts';
import { readValues, type Values } from './variables.ts';

export interface Config {
  host: string;
  port: number;
  keepAliveTimeoutMs: number;
  /** None: the content folder is served. */
  upstream?: {
    url: string;
    authorization?: string;
    mappingFile?: string;
    /** What stands in the file. */
    mapping?: Mapping;
  };
  contentDir: string;
  /** Whether CONTENT_DIR is set. Only then the folder's `site` serves as the fallback of an upstream: the example's must not. */
  contentDirIsSet: boolean;
  /** The pages become files (docs/exporting.md). */
  isExport?: boolean;
  /** Whether drafts are shown: in development only. */
  drafts: boolean;
  site: {
    origin: string;
    name?: string;
    timeZone: string;
    indexable: boolean;
    /** The editions, the default one first. */
    locales: Locales;
  };
  /** Hosts that the content security policy allows beside those of the site, by directive. */
  cspSources: CspSources;
  /** Where browsers report what the content security policy has blocked. */
  cspReportUrl?: string;
  /** Whether HSTS includes the subdomains of the site's host. */
  hstsSubdomains: boolean;
  mediaOrigins: string[];
  videoOrigins: string[];
  /** What the operator has set to seal the addresses of a CMS's images: the first seals, all are accepted. */
  imageKeys: readonly string[];
  /** In DATA_DIR: the key that is used if the operator has set none. */
  imageKeyFile?: string;
  contentTtlMs: number;
  contentStaleMs: number;
  upstreamTimeoutMs: number;
  upstreamConcurrency: number;
  upstreamMaxBytes: number;
  /** None: unlimited. */
  upstreamCallsPerMinute?: number;
  /** 0: pages are not cached. */
  pageCacheBytes: number;
  /** Below DATA_DIR: the last valid answers of the upstream. */
  answerCacheDir?: string;
  /** Below DATA_DIR: tables that were gathered of a CMS. */
  tablesDir?: string;
  /** Below DATA_DIR: renditions of images. */
  imageCacheDir?: string;
  /** Who searches the content: Foyer itself, the call `search` of the upstream, or nobody. */
  search: Values['SEARCH'];
  /** Below DATA_DIR: the search index. */
  searchDir?: string;
  /** Below DATA_DIR: the last valid site.yaml. */
  storedSiteDir?: string;
  /** Below DATA_DIR: the browser files of this build and of earlier ones. */
  keptAssetsDir?: string;
  redisUrl?: string;
  /** Of the calls of the upstream, and of the fetches of pictures and documents. */
  outgoing: Outgoing;
  /** Processes that serve the site. */
  workers: number;
  /** The management port, and the token for its purge. */
  management?: { host: string; port: number; purgeToken?: string };
  /** What is told which tags of shared caches are out of date; responses have their tags if it is set. */
  purgeWebhook?: { url: string; header?: readonly [name: string, value: string]; body: string };
  /** Where addresses of changed pages are submitted, and the file of those that were, in DATA_DIR. */
  indexNow?: { key: string; url: string; file?: string };
  /** How long shared caches may keep a page. Undefined: as each page says. */
  cdnTtlSeconds?: number;
  /** The preview listener. */
  preview?: { host: string; port: number; token: string; authorization?: string };
  /** TRUST_PROXY, from which `trustsProxy` is made. */
  trustedProxies: string;
  /** Whether the X-Forwarded-For of a proxy is trusted. */
  trustsProxy(address: string, hop: number): boolean;
  logLevel: Values['LOG_LEVEL'];
  /** How long the process still accepts requests after SIGTERM. */
  shutdownDelayMs: number;
  /** How long in-flight requests may take after that. */
  shutdownGraceMs: number;
}

/** The values that can be sent to a worker thread: functions cannot, and the preview's secrets are for its thread alone. */
export type PlainConfig = Omit<Config, 'trustsProxy' | 'imageKeys' | 'preview'>;

/** The part of the upstream's connections and budget that the preview takes. */
export const PREVIEW_SHARE = 0.25;
/** With workers, the part of the primary. */
const PRIMARY_SHARE = 0.25;

/** A part of the upstream's connections and budget, at least one of each. @param share up to 1 */
export const upstreamShare = (
  { upstreamConcurrency, upstreamCallsPerMinute }: PlainConfig,
  share: number,
): Pick<Config, 'upstreamConcurrency' | 'upstreamCallsPerMinute'> => {
  const part = (all: number) => Math.max(1, Math.floor(all * share));
  return {
    upstreamConcurrency: part(upstreamConcurrency),
    upstreamCallsPerMinute: upstreamCallsPerMinute && part(upstreamCallsPerMinute),
  };
};

/** Whether the primary reads for itself: for the search, or to gather tables. */
const hasReadingPrimary = ({ search, workers, upstream }: Config): boolean =>
  workers > 1 && (search === 'own' || upstream?.mapping?.datasets !== undefined);

/** The configuration of the site beside the preview and a primary that reads for itself: a CMS serves all of them. */
export function siteConfigBeside(config: Config): Config {
  const share = 1 - (config.preview ? PREVIEW_SHARE : 0) - (hasReadingPrimary(config) ? PRIMARY_SHARE : 0);
  return config.upstream && share < 1 ? { ...config, ...upstreamShare(config, share) } : config;
}

/** The configuration of a primary that reads for the search. Its answers are in the search: nothing of them is stored. */
export const primaryConfig = (config: Config): Config => ({
  ...config,
  ...upstreamShare(config, PRIMARY_SHARE),
  answerCacheDir: undefined,
});

/** The environment has invalid variables; the message names all of them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Parses the environment. Spaces and line breaks around a value are ignored, as a secret from a file has them; an empty variable
 * counts as not set. Throws a ConfigError.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const { values, faults } = readValues(environment);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  const config = configOf(values as Values);
  const { upstream, site } = config;
  if (upstream && site.locales.some((locale) => editionUrl(upstream.url, locale, site.locales) === undefined))
    throw new ConfigError(`FRONTAPI_URL=${upstream.url}: expected {locale} or /en/ at its end, as LOCALES has several`);
  if (!upstream && config.search === 'upstream')
    throw new ConfigError('SEARCH=upstream: expected FRONTAPI_URL, as a content folder has no search of its own');
  if (values.PREVIEW_PORT !== undefined && !values.PREVIEW_TOKEN)
    throw new ConfigError(`PREVIEW_PORT=${values.PREVIEW_PORT}: expected PREVIEW_TOKEN, which opens the preview`);
  return config;
}

function configOf(values: Values): Config {
  const upstreamOrigin = values.FRONTAPI_URL ? [new URL(values.FRONTAPI_URL).origin] : [];
  return {
    host: values.HOST,
    port: values.PORT,
    keepAliveTimeoutMs: values.KEEP_ALIVE_TIMEOUT,
    ...(values.FRONTAPI_URL && {
      upstream: {
        url: values.FRONTAPI_URL.replace(/(?<!\/)\/*$/, '/'),
        authorization: values.FRONTAPI_AUTHORIZATION,
        mappingFile: values.FRONTAPI_MAPPING,
      },
    }),
    contentDir: values.CONTENT_DIR ?? 'content',
    contentDirIsSet: values.CONTENT_DIR !== undefined,
    drafts: process.env.NODE_ENV === 'development',
    site: {
      origin: values.SITE_URL ?? `http://localhost:${values.PORT}`,
      name: values.SITE_NAME,
      timeZone: values.SITE_TIME_ZONE,
      indexable: values.SITE_INDEXABLE,
      locales: values.LOCALES,
    },
    cspSources: values.CSP_SOURCES ?? new Map(),
    cspReportUrl: values.CSP_REPORT_URL,
    hstsSubdomains: values.HSTS_SUBDOMAINS,
    mediaOrigins: values.MEDIA_ORIGINS.length > 0 ? values.MEDIA_ORIGINS : upstreamOrigin,
    videoOrigins: values.VIDEO_ORIGINS,
    imageKeys: values.IMAGE_KEY ?? [],
    imageKeyFile: values.DATA_DIR && join(values.DATA_DIR, 'image-key'),
    contentTtlMs: values.CONTENT_TTL * 1000,
    contentStaleMs: values.CONTENT_STALE * 1000,
    upstreamTimeoutMs: values.UPSTREAM_TIMEOUT,
    upstreamConcurrency: values.UPSTREAM_CONCURRENCY,
    upstreamMaxBytes: values.UPSTREAM_MAX_BYTES,
    upstreamCallsPerMinute: values.UPSTREAM_BUDGET,
    pageCacheBytes: values.PAGE_CACHE_MB * 1_000_000,
    answerCacheDir: values.DATA_DIR && join(values.DATA_DIR, 'answers'),
    tablesDir: values.DATA_DIR && join(values.DATA_DIR, 'tables'),
    imageCacheDir: values.DATA_DIR && join(values.DATA_DIR, 'pictures'),
    search: values.SEARCH,
    searchDir: values.DATA_DIR && join(values.DATA_DIR, 'search'),
    storedSiteDir: values.DATA_DIR && join(values.DATA_DIR, 'content'),
    keptAssetsDir: values.DATA_DIR && join(values.DATA_DIR, 'assets'),
    redisUrl: values.REDIS_URL,
    outgoing: {
      httpProxy: values.HTTP_PROXY,
      httpsProxy: values.HTTPS_PROXY,
      noProxy: values.NO_PROXY,
      userAgent: `Foyer/${version}${values.SITE_URL ? ` (+${values.SITE_URL})` : ''}`,
    },
    workers: values.WORKERS,
    ...(values.MANAGEMENT_PORT !== undefined && {
      management: { host: values.MANAGEMENT_HOST, port: values.MANAGEMENT_PORT, purgeToken: values.PURGE_TOKEN },
    }),
    ...(values.PURGE_WEBHOOK && {
      purgeWebhook: {
        url: values.PURGE_WEBHOOK,
        header: values.PURGE_WEBHOOK_HEADER === undefined ? undefined : headerOf(values.PURGE_WEBHOOK_HEADER),
        body: values.PURGE_WEBHOOK_BODY,
      },
    }),
    ...(values.INDEXNOW_KEY && {
      indexNow: {
        key: values.INDEXNOW_KEY,
        url: values.INDEXNOW_URL,
        file: values.DATA_DIR && join(values.DATA_DIR, 'indexnow.json'),
      },
    }),
    cdnTtlSeconds: values.CDN_TTL,
    ...(values.PREVIEW_PORT !== undefined &&
      values.PREVIEW_TOKEN && {
        preview: {
          host: values.PREVIEW_HOST,
          port: values.PREVIEW_PORT,
          token: values.PREVIEW_TOKEN,
          authorization: values.PREVIEW_AUTHORIZATION ?? values.FRONTAPI_AUTHORIZATION,
        },
      }),
    trustedProxies: values.TRUST_PROXY,
    trustsProxy: trustOf(values.TRUST_PROXY),
    logLevel: values.LOG_LEVEL,
    shutdownDelayMs: values.SHUTDOWN_DELAY,
    shutdownGraceMs: values.SHUTDOWN_GRACE,
  };
}

/** @param text name and value, with a colon in between */
function headerOf(text: string): readonly [string, string] {
  const colon = text.indexOf(':');
  return [text.slice(0, colon), text.slice(colon + 1).trim()];
}
