import { join } from 'node:path';
import { z } from 'zod';
import { knownLocales, type Locales } from '../shared/edition.ts';
import { editionUrl } from './edition-url.ts';
import type { Mapping } from './mapping-document.ts';
import {
  authorization,
  flag,
  httpUrl,
  imageKeys,
  localeList,
  mayHaveSecret,
  milliseconds,
  origin,
  origins,
  port,
  redisUrl,
  seconds,
  timeZone,
  trust,
  trustOf,
  whole,
} from './variable-values.ts';

/** Each variable with its schema and default, and what it accepts in the operator's words. docs/configuration.md has the same table. */
const variables = {
  HOST: [z.string().default('127.0.0.1'), 'an address to listen on'],
  PORT: [port.default(3000), 'a port, 0 to 65535'],
  FRONTAPI_URL: [
    httpUrl.optional(),
    'an http(s) address without user name and query, e.g. https://cms.example.org/frontapi/en/ (a token goes into FRONTAPI_AUTHORIZATION)',
  ],
  FRONTAPI_MAPPING: [z.string().optional(), 'a file, as docs/mapping.md says'],
  FRONTAPI_AUTHORIZATION: [authorization.optional(), 'an Authorization header'],
  CONTENT_DIR: [z.string().optional(), 'a folder'],
  LOCALES: [localeList.default(['en']), `${knownLocales.join(', ')}: the editions, the default one first`],
  SITE_URL: [origin.optional(), 'an http(s) address without a path, e.g. https://www.example.org'],
  SITE_NAME: [z.string().optional(), 'a name'],
  SITE_TIME_ZONE: [timeZone.default('Asia/Kathmandu'), 'an IANA time zone, e.g. Asia/Kathmandu'],
  SITE_INDEXABLE: [flag.default(true), 'true or false'],
  HSTS_SUBDOMAINS: [flag.default(false), 'true or false'],
  MEDIA_ORIGINS: [origins.default([]), 'http(s) addresses without a path, separated by spaces or commas'],
  VIDEO_ORIGINS: [origins.default([]), 'http(s) addresses without a path, separated by spaces or commas'],
  CONTENT_TTL: [seconds.default(60), 'seconds, 0 to 31536000'],
  CONTENT_STALE: [seconds.default(604_800), 'seconds, 0 to 31536000'],
  UPSTREAM_TIMEOUT: [milliseconds(1).default(5000), 'milliseconds, 1 to 600000'],
  UPSTREAM_CONCURRENCY: [whole(1, 1_000).default(8), 'a number, 1 to 1000'],
  UPSTREAM_BUDGET: [whole(1, 1_000_000).optional(), 'calls a minute, 1 to 1000000'],
  UPSTREAM_MAX_BYTES: [whole(1, 100_000_000).default(5_000_000), 'bytes, 1 to 100000000'],
  PAGE_CACHE_MB: [whole(0, 16_000).default(64), 'megabytes, 0 to 16000'],
  DATA_DIR: [z.string().optional(), 'a folder'],
  SEARCH: [z.enum(['own', 'upstream']).default('own'), 'own or upstream'],
  IMAGE_KEY: [imageKeys.optional(), 'secrets of at least 16 characters, separated by spaces: the first seals'],
  REDIS_URL: [redisUrl.optional(), 'an address as redis://host:6379 or rediss://host:6379/0'],
  WORKERS: [whole(1, 64).default(1), 'a number of processes, 1 to 64'],
  MANAGEMENT_HOST: [z.string().default('127.0.0.1'), 'an address to listen on'],
  MANAGEMENT_PORT: [port.optional(), 'a port, 0 to 65535'],
  PURGE_TOKEN: [z.string().min(16).optional(), 'a secret of at least 16 characters'],
  PREVIEW_HOST: [z.string().default('127.0.0.1'), 'an address to listen on'],
  PREVIEW_PORT: [port.optional(), 'a port, 0 to 65535'],
  PREVIEW_TOKEN: [z.string().min(16).optional(), 'a secret of at least 16 characters'],
  PREVIEW_AUTHORIZATION: [authorization.optional(), 'an Authorization header'],
  TRUST_PROXY: [trust.default('false'), 'true, false, a number of hops, or addresses'],
  LOG_LEVEL: [
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
    'silent, fatal, error, warn, info, debug or trace',
  ],
  SHUTDOWN_DELAY: [milliseconds(0).default(0), 'milliseconds, 0 to 600000'],
  SHUTDOWN_GRACE: [milliseconds(1).default(10_000), 'milliseconds, 1 to 600000'],
} as const;

/** Variables whose values are never printed. */
const SECRET = new Set([
  'FRONTAPI_AUTHORIZATION',
  'PURGE_TOKEN',
  'PREVIEW_TOKEN',
  'PREVIEW_AUTHORIZATION',
  'IMAGE_KEY',
  'REDIS_URL',
]);

type Variables = typeof variables;
type Values = { [Name in keyof Variables]: z.output<Variables[Name][0]> };

export interface Config {
  host: string;
  port: number;
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
  /** Below DATA_DIR: renditions of images. */
  imageCacheDir?: string;
  /** Whether Foyer searches the content itself; false: the upstream has a call `search`. */
  hasOwnSearch: boolean;
  /** Below DATA_DIR: the search index. */
  searchDir?: string;
  /** Below DATA_DIR: the last valid site.yaml. */
  storedSiteDir?: string;
  redisUrl?: string;
  /** Processes that serve the site. */
  workers: number;
  /** The management port, and the token for its purge. */
  management?: { host: string; port: number; purgeToken?: string };
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

/** The environment has invalid variables; the message names all of them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Each variable with what it accepts and its default, a line each. */
export function describeVariables(): string {
  const defaults = readValues({}).values;
  return lines(
    (name, [, accepted]) =>
      `${accepted}${defaults[name] === undefined ? '' : `; ${valueText(defaults[name])} if not set`}`,
  );
}

/** Each variable with its value, a line each. Secrets are printed as ***. The environment must be valid. */
export function describeValues(environment: NodeJS.ProcessEnv): string {
  const { values } = readValues(environment);
  return lines((name) => (values[name] === undefined ? 'not set' : SECRET.has(name) ? '***' : valueText(values[name])));
}

/** The names of all variables. */
export const variableNames = Object.keys(variables);

function lines(text: (name: string, variable: Variables[keyof Variables]) => string): string {
  const rows = Object.entries(variables).map(([name, variable]) => `${name.padEnd(24)} ${text(name, variable)}`);
  return rows.map((row) => `${row.trimEnd()}\n`).join('');
}

const valueText = (value: unknown): string => (Array.isArray(value) ? value.join(' ') || 'none' : String(value));

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
  if (!upstream && !config.hasOwnSearch)
    throw new ConfigError('SEARCH=upstream: expected FRONTAPI_URL, as a content folder has no search of its own');
  if (values.PREVIEW_PORT !== undefined && !values.PREVIEW_TOKEN)
    throw new ConfigError(`PREVIEW_PORT=${values.PREVIEW_PORT}: expected PREVIEW_TOKEN, which opens the preview`);
  return config;
}

function readValues(environment: NodeJS.ProcessEnv) {
  const faults: string[] = [];
  const values: Partial<Record<string, unknown>> = {};
  for (const [name, [schema, accepted]] of Object.entries(variables)) {
    const value = environment[name]?.trim() || undefined;
    const result = schema.safeParse(value);
    if (result.success) values[name] = result.data;
    else faults.push(`${name}=${SECRET.has(name) || mayHaveSecret(value) ? '***' : value}: expected ${accepted}`);
  }
  return { values, faults };
}

function configOf(values: Values): Config {
  const upstreamOrigin = values.FRONTAPI_URL ? [new URL(values.FRONTAPI_URL).origin] : [];
  return {
    host: values.HOST,
    port: values.PORT,
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
    imageCacheDir: values.DATA_DIR && join(values.DATA_DIR, 'pictures'),
    hasOwnSearch: values.SEARCH === 'own',
    searchDir: values.DATA_DIR && join(values.DATA_DIR, 'search'),
    storedSiteDir: values.DATA_DIR && join(values.DATA_DIR, 'content'),
    redisUrl: values.REDIS_URL,
    workers: values.WORKERS,
    ...(values.MANAGEMENT_PORT !== undefined && {
      management: { host: values.MANAGEMENT_HOST, port: values.MANAGEMENT_PORT, purgeToken: values.PURGE_TOKEN },
    }),
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
