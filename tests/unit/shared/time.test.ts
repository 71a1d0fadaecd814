import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closingText, daysUntil, isPast } from '../../../shared/time.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T18:30:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

// In Nepal it is a quarter past midnight of the 22nd by then.
describe('a deadline', () => {
  it.each([
    ['2026-11-22T23:59:59+05:45', 0, 'Closes today'],
    ['2026-11-21T23:59:59+05:45', -1, 'Closed'],
    ['2026-11-23T23:59:59+05:45', 1, 'Closes tomorrow'],
    ['2026-12-01T00:00:00+05:45', 9, 'Closes in 9 days'],
    ['2026-11-22T23:59:59Z', 1, 'Closes tomorrow'],
    ['2026-11-21T23:00:00-05:00', 0, 'Closes today'],
    ['2026-11-22T00:10:00+05:45', 0, 'Closed'],
  ])('%s is %i days away: %s', (deadline, days, text) => {
    expect(daysUntil(deadline)).toBe(days);
    expect(closingText(deadline)).toBe(text);
  });

  it('that is none closes nothing', () => {
    expect(closingText(undefined)).toBeUndefined();
    expect(isPast(undefined)).toBe(false);
  });
});
