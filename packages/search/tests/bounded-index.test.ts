import { pino } from 'pino';
import { expect, it } from 'vitest';
import { BoundedIndex } from '../src/bounded-index.ts';
import { PackedText } from '../src/packed-text.ts';
import { mapTexts, type SearchDocument } from '../src/search-document.ts';
import type { IndexPart } from '../src/search-index.ts';
import { readSearchQuery } from '../src/search-query.ts';

/* An index that is full, and how it holds its texts. */

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

it('holds long texts compressed, and removes all words of them, also after a restart', async () => {
  const log = pino({ level: 'silent' });
  const long = `${'शेयरको सूचना र dividend 🙂 notice. '.repeat(40)}zanzibar`;
  const short = 'शेयर';
  const index = new BoundedIndex(log);
  for (const [id, text] of [long, short].entries()) {
    const added = document(id, text);
    const file = { name: 'A', href: '/a.pdf', text };
    index.set({ ...added, texts: mapTexts(added.texts, (one) => ({ ...one, files: [file] })) });
  }
  const documentsOf = (one: BoundedIndex) => JSON.stringify([...one.all()]);
  const stored = JSON.stringify([...index.parts()]);
  const restored = new BoundedIndex(log);
  await restored.restore(JSON.parse(stored) as IndexPart[]);
  expect(documentsOf(restored)).toBe(documentsOf(index));
  for (const one of [index, restored]) {
    const [first, second] = [one.get('notice/0')?.texts.en, one.get('notice/1')?.texts.en];
    for (const text of [first?.text, first?.files[0]?.text]) {
      expect(text).toBeInstanceOf(PackedText);
      expect([text?.toString(), text?.length]).toEqual([long, long.length]);
    }
    expect([second?.text, second?.files[0]?.text]).toEqual([short, short]);
    const query = readSearchQuery('zanzibar');
    expect(one.find(query).found.map(({ document }) => document.key)).toEqual(['notice/0']);
    one.delete('notice/0');
    expect(one.find(query).found).toEqual([]);
    expect(JSON.stringify([...one.parts()])).not.toContain('zanzibar');
  }
});
