import { expect, it } from 'vitest';
import { AdaptiveConcurrency } from '../src/adaptive-concurrency.ts';

/** An upstream that does so many calls at once, each in 100 ms: the others wait in it. */
function settle(concurrency: AdaptiveConcurrency, capacity: number, calls = 100): number {
  for (let call = 0; call < calls; call += 1) {
    const inFlight = concurrency.limit;
    concurrency.answered('blogs', 100 * Math.max(1, inFlight / capacity), inFlight);
  }
  return concurrency.limit;
}

it('stays at the most while no call waits for another', () => {
  expect(settle(new AdaptiveConcurrency(8), 8)).toBe(8);
  expect(settle(new AdaptiveConcurrency(100), 100)).toBe(100);
});

it('leaves an upstream that does one call at a time a few more, not all', () => {
  const concurrency = new AdaptiveConcurrency(32);
  concurrency.answered('blogs', 100, 1);
  expect(settle(concurrency, 1)).toBeLessThanOrEqual(6);
});

it('grows again when the upstream does', () => {
  const concurrency = new AdaptiveConcurrency(32);
  concurrency.answered('blogs', 100, 1);
  settle(concurrency, 1);
  expect(settle(concurrency, 32, 2_000)).toBe(32);
});

it('knows that one call takes longer than another', () => {
  const concurrency = new AdaptiveConcurrency(8);
  for (let call = 0; call < 100; call += 1) {
    concurrency.answered('blogs', 10, 8);
    concurrency.answered('report', 2_000, 8);
  }
  expect(concurrency.limit).toBe(8);
});

it('takes an upstream that has become slower for one that is as it is, after a while', () => {
  const concurrency = new AdaptiveConcurrency(8);
  for (let call = 0; call < 20; call += 1) concurrency.answered('blogs', 100, 8);
  for (let call = 0; call < 20; call += 1) concurrency.answered('blogs', 400, 8);
  expect(concurrency.limit).toBeLessThan(8);
  for (let call = 0; call < 600; call += 1) concurrency.answered('blogs', 400, 8);
  expect(concurrency.limit).toBe(8);
});

it('is half after a timeout, and one at least', () => {
  const concurrency = new AdaptiveConcurrency(8);
  concurrency.timedOut();
  expect(concurrency.limit).toBe(4);
  for (let call = 0; call < 9; call += 1) concurrency.timedOut();
  expect(concurrency.limit).toBe(1);
});
