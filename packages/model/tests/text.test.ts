import { describe, expect, it, vi } from 'vitest';
import { awarenessSummary, communicationsSummary, readingMinutes, truncate } from '../src/text.ts';

describe('truncate', () => {
  it.each([
    ['nothing is cut off', 'abc', 3, 'abc'],
    ['one character too many', 'abcd', 3, 'abc...'],
    ['a space before the cut goes', 'ab cd', 3, 'ab...'],
    ['an emoji of many code points is one character', '👨‍👩‍👧‍👦👍🏽x', 2, '👨‍👩‍👧‍👦👍🏽...'],
    ['a letter and its combining mark are one', 'e\u0301e\u0301e\u0301', 2, 'e\u0301e\u0301...'],
    ['a Devanagari letter keeps its vowel sign', 'नेपाली', 2, 'नेपा...'],
    ['nothing at all', '', 3, ''],
  ])('%s', (_, text, limit, expected) => expect(truncate(text, limit)).toBe(expected));

  it('counts 60 characters of the specification exactly', () => {
    expect(truncate('a'.repeat(60), 60)).toBe('a'.repeat(60));
    expect(truncate('a'.repeat(61), 60)).toBe(`${'a'.repeat(60)}...`);
  });

  it('leaves a text without a limit as it is, without the slow segmentation', () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    expect(truncate('नेपाली', Number.POSITIVE_INFINITY)).toBe('नेपाली');
    expect(segment).not.toHaveBeenCalled();
    segment.mockRestore();
  });

  it('has helpers of 300 characters for the summaries', () => {
    for (const summary of [awarenessSummary, communicationsSummary]) {
      expect(summary('a'.repeat(300))).toBe('a'.repeat(300));
      expect(summary('a'.repeat(301))).toBe(`${'a'.repeat(300)}...`);
    }
  });
});

describe('the reading time', () => {
  it.each([
    ['of no word is a minute', '', 1],
    ['counts 200 words a minute', 'word '.repeat(500), 3],
    ['is rounded', 'word '.repeat(299), 1],
    ['counts numbers, not signs', '7 % — '.repeat(400), 2],
    ['counts Devanagari words with their vowel signs and joiners as one each', 'नेपालीको र्‍याली '.repeat(200), 2],
  ])('%s', (_, text, minutes) => expect(readingMinutes(text)).toBe(minutes));
});
