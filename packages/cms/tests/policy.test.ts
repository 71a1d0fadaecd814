import { describe, expect, it } from 'vitest';
import { classifyFailure, pauseMs } from '../src/policy.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');

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

it('the pause grows with each failure, up to a minute, and half of it is chance', () => {
  expect([1, 2, 3, 6, 7, 20].map((times) => pauseMs(times, undefined, 1))).toEqual([
    1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
  ]);
  expect(pauseMs(3, undefined, 0)).toBe(2_000);
});
