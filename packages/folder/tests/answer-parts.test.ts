import { expect, test } from 'vitest';
import { ContentError } from '../../model/src/content-error.ts';
import { findItem, type NamedItem } from '../src/answer-parts.ts';

const ITEMS: NamedItem[] = [
  { id: '1', slug: '2' },
  { id: '2', slug: 'two' },
  { id: '3', slug: 'two' },
  { id: '4', slug: 'later', published_at: '2999-01-01T00:00:00Z' },
];

test('an item is found by its id, and else by its slug: the first time, and when the places of all are known', () => {
  for (const _ of ['first', 'known']) {
    expect(['1', '2', 'two'].map((name) => findItem(ITEMS, name).id)).toEqual(['1', '2', '2']);
    for (const name of ['later', 'none']) expect(() => findItem(ITEMS, name)).toThrow(ContentError);
  }
});
