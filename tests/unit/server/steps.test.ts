import { expect, test } from 'vitest';
import { runAtOnce, sortedInSteps } from '../../../server/steps.ts';

interface Entry {
  rank: number;
  place: number;
}

const byRank = (a: Entry, b: Entry) => a.rank - b.rank;
/** Numbers that look random, with many equal ones. */
const entries = (count: number): Entry[] =>
  Array.from({ length: count }, (_, place) => ({ rank: (place * 7919) % 613, place }));

test.for([0, 1, 499, 500, 501, 1_500, 12_345])('%i values are in the order of sort, equal ones too', (count) => {
  const values = entries(count);
  expect(runAtOnce(sortedInSteps(values, byRank))).toEqual([...values].sort(byRank));
});

test('a sorted list, and a reversed one', () => {
  const values = entries(3_000).sort(byRank);
  expect(runAtOnce(sortedInSteps(values, byRank))).toEqual(values);
  const reversed = [...values].reverse();
  expect(runAtOnce(sortedInSteps(reversed, byRank))).toEqual([...reversed].sort(byRank));
});

test('a long list takes many steps, of which none compares more than a part of it', () => {
  let compared = 0;
  let most = 0;
  const steps = sortedInSteps(entries(20_000), (a, b) => {
    compared += 1;
    return byRank(a, b);
  });
  let count = 0;
  for (const _ of steps) {
    most = Math.max(most, compared);
    compared = 0;
    count += 1;
  }
  expect(count).toBeGreaterThan(1_000);
  expect(most).toBeLessThan(10_000);
});
