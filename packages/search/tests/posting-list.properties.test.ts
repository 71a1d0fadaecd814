import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examples } from '../../../tests/support/extents.ts';
import { PostingList } from '../src/posting-list.ts';

/* The compact list of a term's documents is a Map, whatever is done with it. */

type Step =
  | { kind: 'add'; step: number; uses: number }
  | { kind: 'change'; which: number; uses: number }
  | { kind: 'delete' | 'read'; which: number }
  | { kind: 'clear' };

const uses = fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 300 }), fc.nat());
const which = fc.nat(200);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      step: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.integer({ min: 1, max: 2 ** 40 })),
      uses,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('change' as const), which, uses }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('delete' as const, 'read' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const) }) },
);
const steps = fc.array(step, { maxLength: 120, size: 'max' });

/** Does the same with both, which are of documents with growing numbers. */
function apply(steps: readonly Step[], list: Map<number, number>, map: Map<number, number>): void {
  let last = -1;
  for (const step of steps) {
    if (step.kind === 'clear') {
      list.clear();
      map.clear();
    } else if (step.kind === 'add') {
      last += step.step;
      list.set(last, step.uses);
      map.set(last, step.uses);
    } else {
      const document = [...map.keys()][step.which % Math.max(1, map.size)] ?? last + 1;
      if (step.kind === 'change' && map.has(document)) {
        list.set(document, step.uses);
        map.set(document, step.uses);
      } else if (step.kind === 'delete') expect(list.delete(document)).toBe(map.delete(document));
      expect(list.get(document)).toBe(map.get(document));
    }
    expect(list.size).toBe(map.size);
  }
}

it('has what a Map has, in the same order', { tags: ['properties'] }, () => {
  fc.assert(
    fc.property(steps, (steps) => {
      const [list, map] = [new PostingList(0), new Map<number, number>()];
      apply(steps, list, map);
      expect([...list]).toEqual([...map]);
      for (const document of [...map.keys()].flatMap((number) => [number - 1, number, number + 1]))
        expect(list.get(document)).toBe(map.get(document));
    }),
    { seed: 20261124, numRuns: examples(500) },
  );
});

it('may be changed while it is read', { tags: ['properties'] }, () => {
  fc.assert(
    fc.property(steps, fc.array(fc.boolean(), { minLength: 1 }), (steps, isDeleted) => {
      const [list, map] = [new PostingList(0), new Map<number, number>()];
      apply(steps, list, map);
      const seen = [list, map].map((documents) => {
        const seen: number[] = [];
        for (const document of documents.keys()) {
          if (isDeleted[seen.length % isDeleted.length]) documents.delete(document);
          else documents.set(document, 1_000);
          seen.push(document);
        }
        return seen;
      });
      expect(seen[0]).toEqual(seen[1]);
      expect([...list]).toEqual([...map]);
    }),
    { seed: 20261124, numRuns: examples(300) },
  );
});

describe('two lists', () => {
  it('may be read at the same time', () => {
    const lists = [2, 3].map((step) => {
      const list = new PostingList(0);
      for (let number = 0; number < 100; number += step) list.set(number, step);
      return list;
    });
    const [even, third] = lists;
    const both = Array.from(even ?? [], ([number]) => number).filter((number) => third?.get(number) === 3);
    expect(both).toEqual(Array.from({ length: 17 }, (_, index) => index * 6));
  });
});

it('refuses a new document with the number of an old one', () => {
  const list = new PostingList(0).set(5, 1);
  expect(() => list.set(4, 1)).toThrow('the number of an old one');
});
