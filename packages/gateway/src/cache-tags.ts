import { createHash } from 'node:crypto';
import { callNameOf, callNameOfPage, composedEntities, type Purge } from './purge.ts';

/*
 * Cache tags: what a response of the site was made of, by the names of calls. A shared cache, such as a CDN, forgets what a purge
 * names by them: `notice` is all of a kind, `notice:list` its lists, `notice:7` an item, `all` everything.
 */

const EVERYTHING = 'all';
const LIST = 'list';
/** Longer names, as of Nepali items, are hashed: a CDN ignores tags of more than 256 characters. */
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
  const { entity: given, item } = callNameOfPage(what.path);
  // That of a call stays as it is. A purge may name anything, and one odd tag in a header would fail all calls of a CDN.
  const entity = tagName(given);
  const tags = [`${entity}:${LIST}`, ...(item === undefined ? [] : [itemTag(entity, item)])];
  return [...new Set([...tags, ...composedEntities])];
}

const itemTag = (entity: string, item: string): string => `${entity}:${tagName(item)}`;

function tagName(text: string): string {
  const name = encodeURIComponent(text.toWellFormed());
  const isLong = name.length > MAX_NAME_CHARACTERS;
  return isLong ? createHash('sha256').update(name).digest('base64url').slice(0, 22) : name;
}
