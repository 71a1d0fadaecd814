import { afterEach, beforeEach, expect, it } from 'vitest';
import { setContentClock } from '../../model/src/dates/time.ts';
import { FailedCalls } from '../src/failed-calls.ts';

const HOUR_MS = 3_600_000;
let now: number;
let failed: FailedCalls;
beforeEach(() => {
  now = Date.parse('2026-08-10T06:00:00Z');
  setContentClock(() => now);
  failed = new FailedCalls();
});
afterEach(() => setContentClock(() => Date.now()));

it('are due after a minute, each time after twice as long, and at the latest after the pause that is given', () => {
  expect(failed.isDue('nav', HOUR_MS)).toBe(true);
  const pauses = Array.from({ length: 8 }, () => {
    failed.add('nav', 'status 500');
    const start = now;
    while (!failed.isDue('nav', HOUR_MS)) now += 60_000;
    return (now - start) / 60_000;
  });
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  failed.delete('nav');
  failed.add('nav', 'status 500');
  now += 60_000;
  expect(failed.isDue('nav', HOUR_MS)).toBe(true);
});

it('say what failed last, and whether the reason is new', () => {
  expect([failed.add('a', 'one'), failed.add('a', 'one'), failed.add('a', 'two')]).toEqual([true, false, true]);
  now += 1;
  failed.add('b', 'one');
  expect(['a', 'b', 'c'].map((call) => failed.timeOf(call) - now)).toEqual([-1, 0, -now]);
});
