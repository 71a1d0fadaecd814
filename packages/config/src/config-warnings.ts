import { readConfig } from './config.ts';
import { unknownVariables } from './unknown-variables.ts';
import { variableNames } from './variables.ts';

/** Variables that do nothing without another one. */
const NEEDED_BY: Record<string, string[]> = {
  FRONTAPI_URL: ['FRONTAPI_MAPPING', 'FRONTAPI_AUTHORIZATION', 'REDIS_URL'],
  INDEXNOW_KEY: ['INDEXNOW_URL'],
  MANAGEMENT_PORT: ['PURGE_TOKEN'],
  PREVIEW_PORT: ['PREVIEW_TOKEN', 'PREVIEW_AUTHORIZATION'],
  PURGE_WEBHOOK: ['PURGE_WEBHOOK_HEADER', 'PURGE_WEBHOOK_BODY'],
};

/** What the operator has probably not meant, a sentence each. The environment must be valid. */
export function warningsOf(environment: NodeJS.ProcessEnv): string[] {
  const { site, hstsSubdomains, upstream, management, purgeWebhook, cdnTtlSeconds } = readConfig(environment);
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  const withoutEffect = Object.entries(NEEDED_BY).flatMap(([needed, names]) =>
    isSet(needed) ? [] : names.filter(isSet).map((name) => `${name} has no effect without ${needed}`),
  );
  if (hstsSubdomains && !site.origin.startsWith('https:'))
    withoutEffect.push('HSTS_SUBDOMAINS has no effect without a SITE_URL that begins with https:');
  // Of a content folder each change is known.
  const lacking = [
    ...(purgeWebhook ? [] : ['PURGE_WEBHOOK']),
    ...(upstream && !management?.purgeToken ? ['PURGE_TOKEN'] : []),
  ];
  if (cdnTtlSeconds && lacking.length > 0)
    withoutEffect.push(
      `CDN_TTL without ${lacking.join(' and ')}: a CDN shows a change of the content up to ${cdnTtlSeconds} s late`,
    );
  if (isSet('INDEXNOW_KEY') && !site.indexable)
    withoutEffect.push('INDEXNOW_KEY has no effect with SITE_INDEXABLE=false');
  if (!isSet('SITE_URL') && environment.NODE_ENV !== 'development')
    withoutEffect.push(`SITE_URL is not set: canonical links, the sitemap and feeds name ${site.origin}`);
  return [...unknownVariables(environment, variableNames), ...withoutEffect];
}
