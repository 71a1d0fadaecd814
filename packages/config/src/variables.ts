import { knownLocales } from '@foyer/model';
import * as z from 'zod';
import {
  authorization,
  cspSources,
  flag,
  header,
  httpUrl,
  imageKeys,
  indexNowKey,
  jsonWithTags,
  localeList,
  mayHaveSecret,
  milliseconds,
  origin,
  origins,
  port,
  proxyUrl,
  redisUrl,
  reportUrl,
  seconds,
  timeZone,
  trust,
  whole,
} from './variable-values.ts';

/** Each variable with its schema and default, and what it accepts in the operator's words. docs/configuration.md has the same table. */
const variables = {
  HOST: [z.string().default('127.0.0.1'), 'an address to listen on'],
  PORT: [port.default(3000), 'a port, 0 to 65535'],
  KEEP_ALIVE_TIMEOUT: [whole(1_000, 3_600_000).default(65_000), 'milliseconds, 1000 to 3600000'],
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
  CSP_SOURCES: [
    cspSources.optional(),
    'directives with hosts, separated by semicolons, e.g. script-src https://stats.example.org',
  ],
  CSP_REPORT_URL: [reportUrl.optional(), 'an http(s) address'],
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
  HTTP_PROXY: [proxyUrl.optional(), 'an http(s) address, e.g. http://proxy.example.org:3128'],
  HTTPS_PROXY: [proxyUrl.optional(), 'an http(s) address, e.g. http://proxy.example.org:3128'],
  NO_PROXY: [z.string().optional(), 'hosts, separated by spaces or commas'],
  SEARCH: [z.enum(['own', 'upstream', 'off']).default('own'), 'own, upstream or off'],
  IMAGE_KEY: [imageKeys.optional(), 'secrets of at least 16 characters, separated by spaces: the first seals'],
  REDIS_URL: [redisUrl.optional(), 'an address as redis://host:6379 or rediss://host:6379/0'],
  WORKERS: [whole(1, 64).default(1), 'a number of processes, 1 to 64'],
  MANAGEMENT_HOST: [z.string().default('127.0.0.1'), 'an address to listen on'],
  MANAGEMENT_PORT: [port.optional(), 'a port, 0 to 65535'],
  PURGE_TOKEN: [z.string().min(16).optional(), 'a secret of at least 16 characters'],
  PURGE_WEBHOOK: [httpUrl.optional(), 'an http(s) address without user name and query'],
  PURGE_WEBHOOK_HEADER: [header.optional(), 'a header, e.g. Authorization: Bearer TOKEN'],
  PURGE_WEBHOOK_BODY: [jsonWithTags.default('{"tags":{tags}}'), 'JSON, in which {tags} stands for a list of texts'],
  INDEXNOW_KEY: [indexNowKey.optional(), '8 to 128 letters, digits and hyphens'],
  INDEXNOW_URL: [
    httpUrl.default('https://api.indexnow.org/indexnow'),
    'an http(s) address without user name and query',
  ],
  CDN_TTL: [seconds.optional(), 'seconds, 0 to 31536000'],
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
  'PURGE_WEBHOOK_HEADER',
  'PREVIEW_TOKEN',
  'PREVIEW_AUTHORIZATION',
  'IMAGE_KEY',
  'REDIS_URL',
  'HTTP_PROXY',
  'HTTPS_PROXY',
]);

/** Variables that other programs read too, and write in lower case as well. */
const LOWER_CASE = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

type Variables = typeof variables;
export type Values = { [Name in keyof Variables]: z.output<Variables[Name][0]> };

/** The values of the environment, and a sentence for each invalid one. */
export function readValues(environment: NodeJS.ProcessEnv) {
  const faults: string[] = [];
  const values: Partial<Record<string, unknown>> = {};
  for (const [name, [schema, accepted]] of Object.entries(variables)) {
    const written = environment[name] || (LOWER_CASE.includes(name) ? environment[name.toLowerCase()] : undefined);
    const value = written?.trim() || undefined;
    const result = schema.safeParse(value);
    if (result.success) values[name] = result.data;
    else faults.push(`${name}=${SECRET.has(name) || mayHaveSecret(value) ? '***' : value}: expected ${accepted}`);
  }
  return { values, faults };
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
export const variableNames = [...Object.keys(variables), ...LOWER_CASE.map((name) => name.toLowerCase())];

function lines(text: (name: string, variable: Variables[keyof Variables]) => string): string {
  const rows = Object.entries(variables).map(([name, variable]) => `${name.padEnd(24)} ${text(name, variable)}`);
  return rows.map((row) => `${row.trimEnd()}\n`).join('');
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ') || 'none';
  return value instanceof Map
    ? [...value].map(([name, sources]) => `${name} ${sources.join(' ')}`).join('; ')
    : String(value);
}
