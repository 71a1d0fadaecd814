import { createHash } from 'node:crypto';
import { request } from 'undici';
import * as z from 'zod';
import { isPast } from '../../shared/time.ts';
import { isPublished, type ListItem } from '../content-api/arrange-list.ts';
import { Turn } from '../turns.ts';
import type { LoadedContent } from './content-store.ts';

/** The path at which the content server sends them. */
export const REVISIONS = '/revisions';
const HASH_CHARACTERS = 12;
const PIECE_CHARACTERS = 50_000;

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
  const turn = new Turn();
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
      for (const item of value as ListItem[]) {
        if (item.id !== undefined && isPublished(item) && !isPast(item.expires_at))
          add(`${locale}/${kind}/${item.id}`, item);
        if (turn.isOver) await turn.end();
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

/** The answer with them in pieces: of a hundred thousand items it is megabytes. */
export async function* revisionsText(revisions: ReadonlyMap<string, string>): AsyncGenerator<string> {
  const turn = new Turn();
  let piece = '{"error":false,"data":{';
  let separator = '';
  for (const [name, hash] of revisions) {
    piece += `${separator}${JSON.stringify(name)}:"${hash}"`;
    separator = ',';
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
    if (turn.isOver) await turn.end();
  }
  yield `${piece}}}`;
}

const answer = z.object({ data: z.record(z.string(), z.string()) });

/** Asks the content server for the revisions. Rejects if it does not answer. @param url the base of the content API */
export async function readRevisions(url: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const { body } = await request(new URL(REVISIONS, url), { reset: true, signal });
  return new Map(Object.entries(answer.parse(await body.json()).data));
}
