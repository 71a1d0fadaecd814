import { pino } from 'pino';
import { expect, it } from 'vitest';
import { BoundedIndex } from '../../../../server/search/bounded-index.ts';
import type { SearchDocument } from '../../../../server/search/search-document.ts';

/* An index that is full. */

const CHARACTERS = 1_000;
const document = (id: number, text: string): SearchDocument => ({
  key: `notice/${id}`,
  kind: 'notice',
  texts: {
    en: { id: String(id), name: 'Zebra', href: `/notice/${id}`, text, labels: '', keywords: '', files: [], facts: {} },
  },
});
const textOf = (length: number) => 'filler '.repeat(length / 7);
/** Two of three documents have room. */
function fullIndex() {
  const index = new BoundedIndex(pino({ level: 'silent' }), 2_205);
  for (const id of [1, 2, 3]) index.set(document(id, textOf(CHARACTERS)));
  expect(index.shortened).toBe(1);
  return index;
}
const lengthOf = (index: BoundedIndex, id: number) => index.get(`notice/${id}`)?.texts.en?.text.length ?? 0;

it('keeps the whole of a document that is edited', () => {
  const index = fullIndex();
  const edited = `${textOf(CHARACTERS)} a new sentence`;
  index.set(document(1, edited));
  expect(lengthOf(index, 1)).toBe(edited.length);
  expect(index.shortened).toBe(1);
});

it('shortens a document that becomes much longer, and those that grow without end', () => {
  const index = fullIndex();
  index.set(document(1, textOf(2 * CHARACTERS)));
  expect(index.shortened).toBe(2);
  const other = fullIndex();
  let length = CHARACTERS;
  for (; other.shortened === 1 && length < 5 * CHARACTERS; length *= 1.1) other.set(document(1, textOf(length)));
  expect(length).toBeLessThan(2 * CHARACTERS);
});

it('has no more room for what is new', () => {
  const index = fullIndex();
  index.set(document(4, textOf(CHARACTERS)));
  expect(index.shortened).toBe(2);
});
