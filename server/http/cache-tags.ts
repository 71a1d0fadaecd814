import { tagsOf } from '@foyer/gateway';

/**
 * The headers by which shared caches find a response that a purge concerns, flat: `Cache-Tag` for Cloudflare and CloudFront,
 * `Surrogate-Key` for Fastly and Varnish, `Cache-Groups` of RFC 9875.
 * @param addresses of the answers that the response was made of
 */
export function cacheTags(addresses: Iterable<string>): string[] {
  const tags = tagsOf(addresses);
  return [
    ...['Cache-Tag', tags.join(',')],
    ...['Surrogate-Key', tags.join(' ')],
    ...['Cache-Groups', tags.map((tag) => `"${tag}"`).join(', ')],
  ];
}
