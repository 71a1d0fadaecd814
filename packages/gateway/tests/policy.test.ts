import { describe, expect, it } from 'vitest';
import { cacheState, classifyFailure, lifetimeOf, pagePauseMs, pauseMs } from '../src/policy.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');

const at = (moment: number) => ({ monotonic: moment, wall: moment });

describe('an answer without success', () => {
  it.each([
    { status: 404, hasParameters: true, kind: 'permanent', api: 404 },
    { status: 404, hasParameters: false, retryAfter: '5', kind: 'permanent', api: 404 },
    { status: 200, hasParameters: false, kind: 'permanent', api: 502 },
    { status: 400, hasParameters: true, kind: 'permanent', api: 502 },
    { status: 401, hasParameters: false, kind: 'permanent', api: 502 },
    { status: 403, hasParameters: false, kind: 'permanent', api: 502 },
    { status: 422, hasParameters: true, kind: 'permanent', api: 502 },
    { status: 422, hasParameters: false, kind: 'rate-limited', api: 429, wait: undefined },
    { status: 422, hasParameters: true, isRejectedAsOthers: true, kind: 'rate-limited', api: 429, wait: undefined },
    { status: 400, hasParameters: true, isRejectedAsOthers: true, kind: 'permanent', api: 502 },
    { status: 429, hasParameters: true, kind: 'rate-limited', api: 429, wait: undefined },
    {
      status: 422,
      hasParameters: true,
      message: 'Too Many Attempts.',
      kind: 'rate-limited',
      api: 429,
      wait: undefined,
    },
    { status: 403, hasParameters: true, message: 'API rate limit exceeded', kind: 'rate-limited', api: 429 },
    { status: 422, hasParameters: true, message: 'No results for too many requests', kind: 'permanent', api: 502 },
    { status: 429, hasParameters: false, retryAfter: '7 ', kind: 'rate-limited', api: 429, wait: 7_000 },
    {
      status: 429,
      hasParameters: false,
      retryAfter: 'Sat, 21 Nov 2026 10:00:30 GMT',
      kind: 'rate-limited',
      api: 429,
      wait: 30_000,
    },
    {
      status: 429,
      hasParameters: false,
      retryAfter: 'Sat, 21 Nov 2026 09:00:00 GMT',
      kind: 'rate-limited',
      api: 429,
      wait: 0,
    },
    { status: 429, hasParameters: false, retryAfter: 'soon', kind: 'rate-limited', api: 429, wait: undefined },
    { status: 429, hasParameters: false, retryAfter: '999999999', kind: 'rate-limited', api: 429, wait: 3_600_000 },
    { status: 503, hasParameters: false, retryAfter: '3', kind: 'rate-limited', api: 429, wait: 3_000 },
    { status: 403, hasParameters: false, retryAfter: '3', kind: 'rate-limited', api: 429, wait: 3_000 },
    { status: 200, hasParameters: false, retryAfter: '3', kind: 'permanent', api: 502 },
    { status: 500, hasParameters: false, kind: 'transient', api: 502 },
    { status: 503, hasParameters: true, kind: 'transient', api: 502 },
  ])('$status, parameters: $hasParameters, Retry-After: $retryAfter is $kind', ({ kind, api, wait, ...refusal }) => {
    const failure = classifyFailure(refusal, NOW);
    expect(failure).toMatchObject({ kind, status: api });
    if (failure.kind === 'rate-limited') expect(failure.waitMs).toBe(wait);
  });
});

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

it('the pause grows with each failure, up to a minute, and half of it is chance', () => {
  expect([1, 2, 3, 6, 7, 20].map((times) => pauseMs(times, undefined, 1))).toEqual([
    1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
  ]);
  expect(pauseMs(3, undefined, 0)).toBe(2_000);
});

it('a list of any number of pages is read for the search at four a second after the first twenty', () => {
  expect([1, 19, 20, 1_000_000].map((page) => pagePauseMs(page, 5))).toEqual([5, 5, 250, 250]);
  expect(pagePauseMs(1_000_000, 900)).toBe(900);
});
