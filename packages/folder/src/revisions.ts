import { createHash } from 'node:crypto';
import { isPublished, type ListItem } from '@foyer/gateway';
import { isPast } from '@foyer/model';
import { TimeSlice } from '@foyer/runtime';
import type { LoadedContent } from './content-store.ts';

const HASH_CHARACTERS = 12;

/** By item, which stays the same object until its file changes. */
const hashes = new WeakMap<object, string>();

/**
 * A hash of everything that the content folder shows, by kind and id behind the edition's locale (`en/notice/5`), or by kind for
 * a file with a single object (`en/contact`). The search compares two of them to find what has changed.
 */
export async function revisionsOf({
  editions,
  texts,
}: Pick<LoadedContent, 'editions' | 'texts'>): Promise<Map<string, string>> {
  const slice = new TimeSlice();
  const revisions = new Map<string, string>();
  const add = (name: string, value: object) => {
    const hash = hashes.get(value) ?? hashOf(value, texts);
    hashes.set(value, hash);
    revisions.set(name, hash);
  };
  for (const [locale, content] of editions) {
    for (const [kind, value] of Object.entries(content)) {
      if (!Array.isArray(value)) {
        if (value) add(`${locale}/${kind}`, value);
        continue;
      }
      // They have no ids, and concern everything.
      if (kind === 'screens') add(`${locale}/${kind}`, value);
      for (const item of value as ListItem[]) {
        if (item.id !== undefined && isPublished(item) && !isPast(item.expires_at))
          add(`${locale}/${kind}/${item.id}`, item);
        if (slice.isUsedUp) await slice.end();
      }
    }
  }
  return revisions;
}

function hashOf(value: object, texts: LoadedContent['texts']): string {
  const hash = createHash('sha256').update(JSON.stringify(value));
  const { digest = '', data = '' } = texts.sourceOf(value) ?? {};
  return hash.update(digest).update(data).digest('base64url').slice(0, HASH_CHARACTERS);
}
