import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { closingOf, daysUntil, isNew, isPast } from '../../../packages/model/src/dates/time.ts';
import { loadMessages, messagesOf } from '../../../packages/model/src/edition.ts';
import { closingText } from '../../../shared/features/careers/employment.ts';

beforeAll(async () => {
  await Promise.all([loadMessages('en'), loadMessages('ne')]);
});
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T18:30:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

// In Nepal it is a quarter past midnight of the 22nd by then.
describe('a deadline', () => {
  it.each([
    ['2026-11-22T23:59:59+05:45', 0, 'Closes today', 'आज अन्तिम दिन'],
    ['2026-11-21T23:59:59+05:45', -1, 'Closed', 'म्याद सकियो'],
    ['2026-11-23T23:59:59+05:45', 1, 'Closes tomorrow', 'भोलि अन्तिम दिन'],
    ['2026-12-01T00:00:00+05:45', 9, 'Closes in 9 days', '९ दिन बाँकी'],
    ['2026-11-22T23:59:59Z', 1, 'Closes tomorrow', 'भोलि अन्तिम दिन'],
    ['2026-11-21T23:00:00-05:00', 0, 'Closes today', 'आज अन्तिम दिन'],
    ['2026-11-22T00:10:00+05:45', 0, 'Closed', 'म्याद सकियो'],
    // This very moment.
    ['2026-11-22T00:15:00+05:45', 0, 'Closes today', 'आज अन्तिम दिन'],
  ])('%s is %i days away: %s', (deadline, days, text, nepali) => {
    expect(daysUntil(deadline)).toBe(days);
    expect(closingText(messagesOf('en'), closingOf(deadline))).toBe(text);
    expect(closingText(messagesOf('ne'), closingOf(deadline))).toBe(nepali);
  });

  it.each([
    ['2026-11-22T00:10:00+05:45', true],
    ['2026-11-15T00:00:00+05:45', true],
    ['2026-11-14T23:59:59+05:45', false],
    ['2026-11-23T00:00:00+05:45', false],
    [undefined, false],
  ])('and what was published on %s is new: %s', (moment, expected) => {
    expect(isNew(moment)).toBe(expected);
  });

  it('that is none closes nothing', () => {
    expect(closingText(messagesOf('en'), closingOf(undefined))).toBeUndefined();
    expect(isPast(undefined)).toBe(false);
  });
});
