import { createHash } from 'node:crypto';
import { join } from 'node:path';
import proxyAddress from 'proxy-addr';
import { z } from 'zod';
import { unknownVariables } from './unknown-variables.ts';

const natural = z.coerce.number().int().nonnegative();
const positive = z.coerce.number().int().positive();
const port = z.coerce.number().int().min(0).max(65535);
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const httpUrl = z.url({ protocol: /^https?$/ });
const origins = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(httpUrl.transform((value) => new URL(value).origin)));
const timeZone = z.string().refine(isTimeZone);

/** Each variable: what is accepted, in words for the operator, and the default. The README's table says the same. */
const variables = {
  HOST: [z.string().default('127.0.0.1'), 'an address to listen on'],
  PORT: [port.default(3000), 'a port, 0 to 65535'],
  FRONTAPI_URL: [httpUrl.optional(), 'an http(s) address, e.g. https://cms.example.org/frontapi/en/'],
  FRONTAPI_AUTHORIZATION: [z.string().optional(), 'an Authorization header'],
  CONTENT_DIR: [z.string().optional(), 'a folder'],
  SITE_URL: [httpUrl.optional(), 'an http(s) address without a path, e.g. https://www.example.org'],
  SITE_NAME: [z.string().optional(), 'a name'],
  SITE_TIME_ZONE: [timeZone.default('Asia/Kathmandu'), 'an IANA time zone, e.g. Asia/Kathmandu'],
  SITE_INDEXABLE: [flag.default(true), 'true or false'],
  HSTS_SUBDOMAINS: [flag.default(false), 'true or false'],
  MEDIA_ORIGINS: [origins.default([]), 'http(s) origins, separated by spaces or commas'],
  VIDEO_ORIGINS: [origins.default([]), 'http(s) origins, separated by spaces or commas'],
  CONTENT_TTL: [natural.default(60), 'seconds, 0 or more'],
  CONTENT_STALE: [natural.default(604_800), 'seconds, 0 or more'],
  UPSTREAM_TIMEOUT: [positive.default(5000), 'milliseconds, 1 or more'],
  UPSTREAM_CONCURRENCY: [positive.default(8), 'a number, 1 or more'],
  UPSTREAM_BUDGET: [positive.optional(), 'calls a minute, 1 or more'],
  UPSTREAM_MAX_BYTES: [positive.default(5_000_000), 'bytes, 1 or more'],
  PAGE_CACHE_MB: [z.coerce.number().nonnegative().default(64), 'megabytes, 0 or more'],
  DATA_DIR: [z.string().optional(), 'a folder'],
  REDIS_URL: [z.url({ protocol: /^rediss?$/ }).optional(), 'a redis: or rediss: address'],
  WORKERS: [positive.default(1), 'a number of processes, 1 or more'],
  MANAGEMENT_HOST: [z.string().default('127.0.0.1'), 'an address to listen on'],
  MANAGEMENT_PORT: [port.optional(), 'a port, 0 to 65535'],
  PURGE_TOKEN: [z.string().min(16).optional(), 'a secret of at least 16 characters'],
  TRUST_PROXY: [z.string().refine(isTrust).default('false'), 'true, false, a number of hops, or addresses'],
  LOG_LEVEL: [
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
    'silent, fatal, error, warn, info, debug or trace',
  ],
  SHUTDOWN_DELAY: [natural.default(0), 'milliseconds, 0 or more'],
  SHUTDOWN_GRACE: [positive.default(10_000), 'milliseconds, 1 or more'],
} as const;

/** Not for a log. */
const SECRET = new Set(['FRONTAPI_AUTHORIZATION', 'PURGE_TOKEN', 'REDIS_URL']);

/** Whether a proxy at an address, so many hops before us, is believed; Express's own values. */
function trustOf(value: string): (address: string, hop: number) => boolean {
  if (value === 'true' || value === 'false') return () => value === 'true';
  if (/^\d+$/.test(value)) return (_, hop) => hop < Number(value);
  return proxyAddress.compile(value.split(',').map((part) => part.trim()));
}

function isTrust(value: string): boolean {
  try {
    trustOf(value);
    return true;
  } catch {
    return false;
  }
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

type Variables = typeof variables;
type Read = { [Name in keyof Variables]: z.output<Variables[Name][0]> };

export interface Config {
  host: string;
  port: number;
  /** The upstream, or none: the content folder is served. */
  upstream?: { url: string; authorization?: string };
  contentDir: string;
  /** Whether an operator named the content folder, so that its `site` may stand in for an upstream without one. */
  contentDirIsSet: boolean;
  /** Whether drafts are shown: by the development build alone. */
  drafts: boolean;
  site: { origin: string; name?: string; timeZone: string; indexable: boolean };
  /** Whether browsers are to use https for every host below that of the site, too. */
  hstsSubdomains: boolean;
  mediaOrigins: string[];
  videoOrigins: string[];
  /** By which pictures' addresses are known as ours: the same for all replicas. */
  pictureKey: Buffer;
  /** Where scaled pictures are stored. */
  pictureDir?: string;
  /** Milliseconds. */
  contentTtl: number;
  contentStale: number;
  upstreamTimeout: number;
  upstreamConcurrency: number;
  upstreamMaxBytes: number;
  /** Calls a minute. */
  upstreamBudget?: number;
  /** Of whole pages in memory; 0: none. */
  pageCacheBytes: number;
  /** Where the last good answers are stored. */
  dataDir?: string;
  /** Where the last valid site.yaml is stored. */
  storedSiteDir?: string;
  /** Where replicas share their answers. */
  redisUrl?: string;
  /** Processes that serve the site. */
  workers: number;
  /** The port that is not for the public, and what opens its purge. */
  management?: { host: string; port: number; purgeToken?: string };
  /** Whose X-Forwarded-For is believed. */
  trustsProxy(address: string, hop: number): boolean;
  logLevel: Read['LOG_LEVEL'];
  /** How long requests are still taken when the process is told to end, and how long those under way may last beyond that. */
  shutdownDelay: number;
  shutdownGrace: number;
}

/** Every wrong variable at once, for whoever starts the server. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Each variable, with what is accepted and what goes without it. */
export function describeVariables(): string {
  const defaults = readValues({}).values;
  return lines(
    (name, [, accepted]) =>
      `${accepted}${defaults[name] === undefined ? '' : `; ${valueText(defaults[name])} if not set`}`,
  );
}

/** Each variable, with its value in an environment that has no faults, then the unknown ones. Secrets are only said to be set. */
export function describeValues(environment: NodeJS.ProcessEnv): string {
  const { values } = readValues(environment);
  const known = lines((name) =>
    values[name] === undefined ? 'not set' : SECRET.has(name) ? '***' : valueText(values[name]),
  );
  return [known, ...unknownIn(environment).map((warning) => `${warning}\n`)].join('');
}

/** A sentence for each variable that is probably a mistyped name of ours. */
export const unknownIn = (environment: NodeJS.ProcessEnv): string[] =>
  unknownVariables(environment, Object.keys(variables));

function lines(text: (name: string, variable: Variables[keyof Variables]) => string): string {
  const rows = Object.entries(variables).map(([name, variable]) => `${name.padEnd(24)} ${text(name, variable)}`);
  return rows.map((row) => `${row.trimEnd()}\n`).join('');
}

const valueText = (value: unknown): string => (Array.isArray(value) ? value.join(' ') || 'none' : String(value));

/** Reads the environment; throws a ConfigError that names each wrong variable, its value and what is accepted. An empty variable is as good as none. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const { values, faults } = readValues(environment);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return configOf(values as Read);
}

function readValues(environment: NodeJS.ProcessEnv) {
  const faults: string[] = [];
  const values: Partial<Record<string, unknown>> = {};
  for (const [name, [schema, accepted]] of Object.entries(variables)) {
    const value = environment[name] === '' ? undefined : environment[name];
    const result = schema.safeParse(value);
    if (result.success) values[name] = result.data;
    else faults.push(`${name}=${SECRET.has(name) ? '***' : value}: expected ${accepted}`);
  }
  return { values, faults };
}

function configOf(read: Read): Config {
  const upstreamOrigin = read.FRONTAPI_URL ? [new URL(read.FRONTAPI_URL).origin] : [];
  return {
    host: read.HOST,
    port: read.PORT,
    ...(read.FRONTAPI_URL && {
      upstream: { url: read.FRONTAPI_URL.replace(/\/*$/, '/'), authorization: read.FRONTAPI_AUTHORIZATION },
    }),
    contentDir: read.CONTENT_DIR ?? 'content',
    contentDirIsSet: read.CONTENT_DIR !== undefined,
    drafts: process.env.NODE_ENV === 'development',
    site: {
      origin: new URL(read.SITE_URL ?? `http://localhost:${read.PORT}`).origin,
      name: read.SITE_NAME,
      timeZone: read.SITE_TIME_ZONE,
      indexable: read.SITE_INDEXABLE,
    },
    hstsSubdomains: read.HSTS_SUBDOMAINS,
    mediaOrigins: read.MEDIA_ORIGINS.length > 0 ? read.MEDIA_ORIGINS : upstreamOrigin,
    videoOrigins: read.VIDEO_ORIGINS,
    pictureKey: createHash('sha256')
      .update([read.PURGE_TOKEN, read.FRONTAPI_AUTHORIZATION, read.FRONTAPI_URL].join('\n'))
      .digest(),
    pictureDir: read.DATA_DIR && join(read.DATA_DIR, 'pictures'),
    contentTtl: read.CONTENT_TTL * 1000,
    contentStale: read.CONTENT_STALE * 1000,
    upstreamTimeout: read.UPSTREAM_TIMEOUT,
    upstreamConcurrency: read.UPSTREAM_CONCURRENCY,
    upstreamMaxBytes: read.UPSTREAM_MAX_BYTES,
    upstreamBudget: read.UPSTREAM_BUDGET,
    pageCacheBytes: read.PAGE_CACHE_MB * 1_000_000,
    dataDir: read.DATA_DIR && join(read.DATA_DIR, 'answers'),
    storedSiteDir: read.DATA_DIR && join(read.DATA_DIR, 'content'),
    redisUrl: read.REDIS_URL,
    workers: read.WORKERS,
    ...(read.MANAGEMENT_PORT !== undefined && {
      management: { host: read.MANAGEMENT_HOST, port: read.MANAGEMENT_PORT, purgeToken: read.PURGE_TOKEN },
    }),
    trustsProxy: trustOf(read.TRUST_PROXY),
    logLevel: read.LOG_LEVEL,
    shutdownDelay: read.SHUTDOWN_DELAY,
    shutdownGrace: read.SHUTDOWN_GRACE,
  };
}
