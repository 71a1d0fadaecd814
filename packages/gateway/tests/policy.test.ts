import { describe, expect, it } from 'vitest';
import { cacheState, lifetimeOf, pagePauseMs } from '../src/policy.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');

const at = (moment: number) => ({ monotonic: moment, wall: moment });

describe('an answer', () => {
  const ages = { freshUntil: NOW + 60_000, staleUntil: NOW + 600_000 };
  it.each([
    [0, undefined, 'fresh'],
    [59_999, undefined, 'fresh'],
    [60_000, undefined, 'stale'],
    [599_999, undefined, 'stale'],
    [600_000, undefined, 'expired'],
    [30_000, 40_000, 'fresh'],
    [40_000, 40_000, 'must-revalidate'],
    [599_999, 40_000, 'must-revalidate'],
    [600_000, 40_000, 'expired'],
  ])('%i ms old, one of its items to change at %s ms, is %s', (age, change, state) => {
    expect(cacheState({ ...ages, changesAt: change && NOW + change }, at(NOW + age))).toBe(state);
  });

  it('is fresh for about its time, never past the change of one of its items', () => {
    const times = { ttlMs: 60_000, staleMs: 600_000 };
    expect(lifetimeOf(times, undefined, at(NOW), 0).freshUntil).toBe(NOW + 54_000);
    expect(lifetimeOf(times, undefined, at(NOW), 1).freshUntil).toBe(NOW + 66_000);
    expect(lifetimeOf(times, NOW + 5_000, at(NOW), 0.5)).toEqual({
      freshUntil: NOW + 5_000,
      staleUntil: NOW + 660_000,
      changesAt: NOW + 5_000,
    });
  });
});

it('a list of any number of pages is read for the search at four a second after the first twenty', () => {
  expect([1, 19, 20, 1_000_000].map((page) => pagePauseMs(page, 5))).toEqual([5, 5, 250, 250]);
  expect(pagePauseMs(1_000_000, 900)).toBe(900);
});
