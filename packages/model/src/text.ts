import { wordsIn } from './words-in.ts';

/** Firefox 124 has none. */
const graphemes = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : undefined;

/** Text in which each code unit is a character: Latin letters without combining marks. */
const SIMPLE = /^[\x20-\x7e\xa0-\u02ff]*$/;

/** Code units of a character as readers count them; a longer one is cut. */
const MAX_GRAPHEME_LENGTH = 16;

/** The text, cut to a number of characters as readers count them. '...' follows a cut (docs/specification.md). */
export function truncate(text: string, limit: number): string {
  if (!Number.isFinite(limit)) return text;
  // Segmentation takes a hundred times as long.
  if (SIMPLE.test(text.slice(0, limit + 1))) return text.length > limit ? `${text.slice(0, limit).trimEnd()}...` : text;
  let count = 0;
  // A text may be very long, and preparing its segmentation takes time in proportion to it.
  const beginning = text.slice(0, (limit + 1) * MAX_GRAPHEME_LENGTH);
  for (const { index } of graphemes?.segment(beginning) ?? codePoints(beginning)) {
    if (count === limit) return `${text.slice(0, index).trimEnd()}...`;
    count += 1;
  }
  return beginning.length < text.length ? `${beginning.trimEnd()}...` : text;
}

function* codePoints(text: string): Iterable<{ index: number }> {
  let index = 0;
  for (const character of text) {
    yield { index };
    index += character.length;
  }
}

const WORDS_PER_MINUTE = 200;

export const readingMinutes = (text: string): number =>
  Math.max(1, Math.round(wordsIn(text).length / WORDS_PER_MINUTE));

/** The communication's description on the home page (docs/specification.md). */
export const COMMUNICATION_LIMIT = 60;
/** Summaries in screens that truncate them; the home page does not (docs/specification.md). */
export const SUMMARY_LIMIT = 300;
export const awarenessSummary = (summary: string): string => truncate(summary, SUMMARY_LIMIT);
export const communicationsSummary = (summary: string): string => truncate(summary, SUMMARY_LIMIT);

/** The digits of a whole number in groups, as Nepal writes them: 12,34,567. */
export function grouped(whole: string): string {
  let [head, text] = [whole.slice(0, -3), whole.slice(-3)];
  while (head !== '') {
    text = `${head.slice(-2)},${text}`;
    head = head.slice(0, -2);
  }
  return text;
}

const DEVANAGARI_ZERO = 0x0966;

/** Replaces Nepali digits by ASCII digits. */
export const foldDigits = (text: string): string =>
  text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO));
