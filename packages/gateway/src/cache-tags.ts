import { createHash } from 'node:crypto';
import { callNameOf, callNameOfPage, composedEntities, type Purge } from './purge.ts';

/*
 * Cache tags: what a response of the site was made of, by the names of calls. A shared cache, such as a CDN, forgets what a purge
 * names by them: `notice` is all of a kind, `notice:list` its lists, `notice:7` an item, `all` everything.
 */

const EVERYTHING = 'all';
const LIST = 'list';
/** Longer names of items, as of Nepali ones, are hashed: a CDN ignores tags of more than 256 characters. */
const MAX_NAME_CHARACTERS = 100;

/** The tags of a response that was made of the answers at these addresses. */
export function tagsOf(addresses: Iterable<string>): string[] {
  const tags = new Set([EVERYTHING]);
  for (const address of addresses) {
    const { entity, item } = callNameOf(address);
    tags.add(entity).add(item === undefined ? `${entity}:${LIST}` : itemTag(entity, item));
  }
  return [...tags];
}

/** The tags of all responses that a purge concerns. */
export function purgedTags(what: Purge): string[] {
  if ('all' in what) return [EVERYTHING];
  if ('entity' in what) return [...new Set([what.entity, ...composedEntities])];
  const { entity, item } = callNameOfPage(what.path);
  const tags = [`${entity}:${LIST}`, ...(item === undefined ? [] : [itemTag(entity, item)])];
  return [...new Set([...tags, ...composedEntities])];
}

function itemTag(entity: string, item: string): string {
  const name = encodeURIComponent(item);
  const isLong = name.length > MAX_NAME_CHARACTERS;
  return `${entity}:${isLong ? createHash('sha256').update(name).digest('base64url').slice(0, 22) : name}`;
}
