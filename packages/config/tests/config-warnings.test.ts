import { expect, it } from 'vitest';
import { warningsOf } from '../src/config-warnings.ts';

const SITE_URL = 'https://www.example.org';

it.each([
  [{ FRONTAPI_MAPPING: 'mapping.yaml' }, 'FRONTAPI_MAPPING has no effect without FRONTAPI_URL'],
  [{ FRONTAPI_AUTHORIZATION: 'Bearer x' }, 'FRONTAPI_AUTHORIZATION has no effect without FRONTAPI_URL'],
  [{ REDIS_URL: 'redis://redis' }, 'REDIS_URL has no effect without FRONTAPI_URL'],
  [{ PURGE_TOKEN: 'a-secret-of-the-cms' }, 'PURGE_TOKEN has no effect without MANAGEMENT_PORT'],
  [{ PURGE_WEBHOOK_HEADER: 'Fastly-Key: x' }, 'PURGE_WEBHOOK_HEADER has no effect without PURGE_WEBHOOK'],
  [{ CDN_TTL: '3600' }, 'CDN_TTL without PURGE_WEBHOOK: a CDN shows a change of the content up to 3600 s late'],
  [
    {
      CDN_TTL: '3600',
      PURGE_WEBHOOK: 'https://cdn.example.org/purge',
      FRONTAPI_URL: 'https://cms.example.org/frontapi/en/',
    },
    'CDN_TTL without PURGE_TOKEN: a CDN shows a change of the content up to 3600 s late',
  ],
  [{ PREVIEW_TOKEN: 'a-secret-of-the-cms' }, 'PREVIEW_TOKEN has no effect without PREVIEW_PORT'],
  [{ PREVIEW_AUTHORIZATION: 'Bearer x' }, 'PREVIEW_AUTHORIZATION has no effect without PREVIEW_PORT'],
  [
    { SITE_URL: 'http://www.example.org', HSTS_SUBDOMAINS: 'true' },
    'HSTS_SUBDOMAINS has no effect without a SITE_URL that begins with https:',
  ],
  [{ SITE_URL: ' ' }, 'SITE_URL is not set: canonical links, the sitemap and feeds name http://localhost:3000'],
  [{ SITE_URI: 'x' }, 'unknown variable SITE_URI: did you mean SITE_URL?'],
])('%j is warned about', (environment, warning) => {
  expect(warningsOf({ SITE_URL, ...environment })).toEqual([warning]);
});

it.each([
  {},
  {
    FRONTAPI_URL: 'https://cms.example.org/frontapi/en/',
    FRONTAPI_AUTHORIZATION: 'Bearer x',
    REDIS_URL: 'redis://redis',
    HSTS_SUBDOMAINS: 'true',
    MANAGEMENT_PORT: '0',
    PURGE_TOKEN: 'a-secret-of-the-cms',
    PREVIEW_PORT: '0',
    PREVIEW_TOKEN: 'a-secret-of-the-cms',
  },
  { CDN_TTL: '3600', PURGE_WEBHOOK: 'https://cdn.example.org/purge' },
  { SITE_URL: '', NODE_ENV: 'development' },
])('%j is not', (environment) => {
  expect(warningsOf({ SITE_URL, ...environment })).toEqual([]);
});
