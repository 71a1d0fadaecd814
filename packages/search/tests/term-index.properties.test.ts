import fc from 'fast-check';
import MiniSearch, { type Options } from 'minisearch';
import { expect, it } from 'vitest';
import { examples } from '../../../tests/support/extents.ts';
import { TermIndex } from '../src/term-index.ts';

/* The compact index finds what MiniSearch finds, with the same scores, whatever has been added and removed before. */

interface Item {
  id: string;
  name: string;
  text: string;
}
type Step =
  | { kind: 'add' | 'replace'; id: number; name: string[]; text: string[] }
  | { kind: 'remove'; id: number }
  | { kind: 'many'; count: number; text: string[] }
  | { kind: 'restore' }
  | { kind: 'search'; term: string; prefix: boolean; fuzzy: false | 1 | 2 };

const OPTIONS: Options<Item> = { fields: ['name', 'text'], tokenize: (text) => text.split(' ') };
const WORDS = ['a', 'share', 'shares', 'shape', 'shore', 'सेयर', 'सेयरको', 'constructor', '2083', 'x'];

const word = fc.constantFrom(...WORDS);
const words = fc.array(word, { maxLength: 8 });
const id = fc.nat(12);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constantFrom('add' as const, 'replace' as const), id, name: words, text: words }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), id }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('many' as const), count: fc.nat(80), text: words }) },
  fc.record({ kind: fc.constant('restore' as const) }),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('search' as const),
      term: word,
      prefix: fc.boolean(),
      fuzzy: fc.constantFrom(false as const, 1 as const, 2 as const),
    }),
  },
);

it('is MiniSearch in less memory', { tags: ['properties'] }, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
      let plain = new MiniSearch<Item>(OPTIONS);
      let index = new TermIndex<Item>(OPTIONS);
      const items = new Map<string, Item>();
      let added = 0;
      const add = (item: Item) => {
        added += 1;
        items.set(item.id, item);
        plain.add(item);
        index.add(item);
      };
      const remove = (key: string) => {
        const item = items.get(key);
        if (!item) return;
        items.delete(key);
        plain.remove(item);
        index.remove(item);
      };
      for (const step of steps) {
        if (step.kind === 'many')
          for (let count = 0; count < step.count; count += 1)
            add({ id: `number ${added}`, name: '', text: step.text.join(' ') });
        else if (step.kind === 'restore') {
          plain = MiniSearch.loadJSON(JSON.stringify(plain), OPTIONS);
          const parts = JSON.parse(JSON.stringify([...index.parts()]));
          index = new TermIndex<Item>(OPTIONS);
          for (const part of parts) index.addPart(part);
        } else if (step.kind === 'search') {
          const { term, ...options } = step;
          expect(index.search(term, options)).toEqual(plain.search(term, options));
        } else {
          const key = String(step.id);
          if (step.kind !== 'add') remove(key);
          if (step.kind !== 'remove' && !items.has(key))
            add({ id: key, name: step.name.join(' '), text: step.text.join(' ') });
        }
      }
      expect(index.termCount).toBe(plain.termCount);
      for (const term of WORDS)
        expect(index.search(term, { prefix: true, fuzzy: 2 })).toEqual(plain.search(term, { prefix: true, fuzzy: 2 }));
      expect(JSON.parse(JSON.stringify(index))).toEqual(JSON.parse(JSON.stringify(plain)));
    }),
    { seed: 20261124, numRuns: examples(300) },
  );
});
