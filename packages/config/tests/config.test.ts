import { expect, it } from 'vitest';
import { ConfigError, readConfig, siteConfigBeside } from '../src/config.ts';
import { describeVariables } from '../src/variables.ts';

const WRONG: Record<string, string[]> = {
  PORT: ['eighty', '65536', '-1', '80.5', '0x50', '1e3'],
  FRONTAPI_URL: [
    'cms.example.org',
    'ftp://cms.example.org',
    '/frontapi/en/',
    'http:cms.example.org',
    'https://*/',
    'https://editor:geheim@cms.example.org/frontapi/en/',
    'https://geheim@cms.example.org/frontapi/en/',
    'https://cms.example.org/frontapi/en/?token=geheim',
    'https://cms.example.org/frontapi/en/#geheim',
    'ftp://editor:geheim@cms.example.org',
  ],
  SITE_URL: [
    'www.example.org',
    'javascript:alert(1)',
    'https://www.example.org/portal',
    'https://www.example.org/?a=geheim',
    'https://editor:geheim@www.example.org',
  ],
  LOCALES: ['fr', 'en,fr', 'en ne en', ','],
  SITE_TIME_ZONE: ['Nepal/Kathmandu'],
  SITE_INDEXABLE: ['yes'],
  HSTS_SUBDOMAINS: ['1'],
  MEDIA_ORIGINS: [
    'cdn.example.org',
    '*',
    'https://*.example.org',
    'https://cdn.example.org/storage',
    'https://cdn.example.org, https://editor:geheim@cdn.example.org',
    'https://cdn.example.org?token=geheim',
  ],
  VIDEO_ORIGINS: ['https://video.example.org, *', 'https://video.example.org/?key=geheim'],
  KEEP_ALIVE_TIMEOUT: ['600', '3600001', '10 minutes'],
  CSP_SOURCES: [
    'https://stats.example.org',
    'script-src',
    'script-src *',
    'script-src https:',
    'script-src https://*',
    'script-src https://*.org',
    'img-src https://*.com.np',
    'img-src https://*.example.*',
    "script-src 'unsafe-inline'",
    "script-src 'unsafe-eval' https://stats.example.org",
    'img-src https://a.example.org/?key=geheim',
    'default-src https://stats.example.org',
    'frame-ancestors https://elsewhere.example',
    'img-src https://a.example.org; img-src https://b.example.org',
  ],
  CONTENT_TTL: ['-1', 'a minute', '31536001'],
  CONTENT_STALE: ['1.5', '99999999999'],
  UPSTREAM_TIMEOUT: ['0', '3000000000'],
  FRONTAPI_AUTHORIZATION: ['Bearer a\nb', 'Bearer नेपाल'],
  PREVIEW_AUTHORIZATION: ['Bearer a\nb'],
  UPSTREAM_CONCURRENCY: ['0', '1001'],
  UPSTREAM_BUDGET: ['0', '1000001'],
  UPSTREAM_MAX_BYTES: ['5MB', '100000001'],
  PAGE_CACHE_MB: ['-1', '64000000'],
  IMAGE_KEY: ['a-key-of-sixteen-characters short'],
  HTTP_PROXY: ['proxy.example.org:3128', 'socks5://proxy.example.org', 'http://me:geheim@proxy.example.org/x'],
  HTTPS_PROXY: ['proxy', 'http://'],
  REDIS_URL: [
    'http://redis.example.org',
    'redis:5640',
    'redis://',
    'redis://redis.example.org/cache',
    'redis://:geheim@',
  ],
  WORKERS: ['0', 'auto', '5000', '1e1'],
  MANAGEMENT_PORT: ['metrics'],
  PURGE_TOKEN: ['too-short'],
  CSP_REPORT_URL: [
    'reports.example.org',
    'https://user:geheim@reports.example.org/',
    'https://reports.example.org/a;b',
  ],
  PURGE_WEBHOOK: ['cdn.example.org', 'https://cdn.example.org/purge?key=geheim'],
  PURGE_WEBHOOK_HEADER: ['geheim', 'Authorization: Bearer नेपाल', 'Fastly-Key: a\nb'],
  PURGE_WEBHOOK_BODY: ['{tags}}', 'tags={tags}', ''.padEnd(3, '{')],
  INDEXNOW_KEY: ['short', 'a/path-of-the-site', 'a key with spaces'],
  INDEXNOW_URL: ['api.indexnow.org', 'https://api.indexnow.org/?key=geheim'],
  CDN_TTL: ['an hour', '-1'],
  PREVIEW_PORT: ['drafts'],
  PREVIEW_TOKEN: ['too-short'],
  TRUST_PROXY: ['somebody', '10.0.0.0/64'],
  LOG_LEVEL: ['loud'],
  SEARCH: ['Own', 'none'],
  SHUTDOWN_DELAY: ['soon', '600001'],
  SHUTDOWN_GRACE: ['0', '600001'],
};
/** Any text is valid, until it is used. */
const FREE = [
  'HOST',
  'CONTENT_DIR',
  'SITE_NAME',
  'FRONTAPI_MAPPING',
  'DATA_DIR',
  'NO_PROXY',
  'MANAGEMENT_HOST',
  'PREVIEW_HOST',
];

const help = describeVariables();
const accepted = (name: string) => new RegExp(`^${name} +([^;\\n]*)`, 'm').exec(help)?.[1];

it('is described, every variable of it', () => {
  const names = [...help.matchAll(/^([A-Z_]{4,}) /gm)].map(([, name]) => name);
  expect([...Object.keys(WRONG), ...FREE].sort()).toEqual(names.sort());
});

it.each(Object.entries(WRONG).flatMap(([name, values]) => values.map((value) => ({ name, value }))))(
  'is refused with $name=$value, and the error says what is expected',
  ({ name, value }) => {
    const shown =
      /TOKEN|REDIS|AUTHORIZATION|IMAGE_KEY|HEADER|HTTPS?_PROXY/.test(name) || value.includes('geheim') ? '***' : value;
    expect(accepted(name)).toMatch(/\w/);
    expect(() => readConfig({ [name]: value })).toThrow(
      new ConfigError(`${name}=${shown}: expected ${accepted(name)}`),
    );
  },
);

it('says where a token goes instead of an address', () => {
  const url = 'https://cms.example.org/frontapi/en/?token=geheim';
  expect(() => readConfig({ FRONTAPI_URL: url })).toThrow(/without .*query.*FRONTAPI_AUTHORIZATION/);
});

it.each(['redis://redis:6379', 'rediss://user:secret@redis.example.org:6380/2', 'redis://:secret@[::1]'])(
  'takes a Redis at %s',
  (url) => {
    expect(readConfig({ REDIS_URL: url }).redisUrl).toBe(url);
  },
);

it.each(['https://cms.example.org/@site/frontapi/en/', 'http://[::1]:8000/{locale}/', 'http://127.0.0.1'])(
  'takes an API at %s',
  (url) => {
    expect(readConfig({ FRONTAPI_URL: url }).upstream?.url).toBe(url.replace(/\/?$/, '/'));
  },
);

it('is valid without any variable', () => {
  expect(() => readConfig({})).not.toThrow();
});

it('has no spaces and line breaks around a value, as a secret from a file has them', () => {
  const { upstream, management, port } = readConfig({
    FRONTAPI_URL: ' https://cms.example.org/frontapi/en/\r',
    FRONTAPI_AUTHORIZATION: 'Bearer secret\n',
    MANAGEMENT_PORT: '9000\n',
    PURGE_TOKEN: 'a-secret-of-the-cms\r\n',
    PORT: ' ',
  });
  expect(upstream).toMatchObject({ url: 'https://cms.example.org/frontapi/en/', authorization: 'Bearer secret' });
  expect(management).toMatchObject({ port: 9000, purgeToken: 'a-secret-of-the-cms' });
  expect(port).toBe(3000);
});

it('leaves a quarter of the calls to a primary with workers that reads for the search, or to gather tables', () => {
  const callsOf = (search: string, workers: string, datasets?: object) => {
    const config = readConfig({
      FRONTAPI_URL: 'https://cms.example.org/frontapi/en/',
      UPSTREAM_BUDGET: '60',
      SEARCH: search,
      WORKERS: workers,
    });
    const upstream = config.upstream && { ...config.upstream, mapping: { ...(datasets && { datasets: {} }) } };
    return siteConfigBeside({ ...config, upstream }).upstreamCallsPerMinute;
  };
  expect(callsOf('off', '2')).toBe(60);
  expect(callsOf('own', '2')).toBe(45);
  expect(callsOf('off', '2', {})).toBe(45);
  expect(callsOf('own', '1', {})).toBe(60);
});
