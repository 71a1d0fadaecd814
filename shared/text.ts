const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Where each code unit is a character by itself: Latin letters without marks to combine. */
const SIMPLE = /^[\x20-\x7e\xa0-\u02ff]*$/;

/** The text cut to so many characters as a reader counts them, with '...' where something was cut off (SPEC 2, 9). */
export function truncate(text: string, limit: number): string {
  // Looking for the borders of characters takes a hundred times as long.
  if (SIMPLE.test(text.slice(0, limit + 1))) return text.length > limit ? `${text.slice(0, limit).trimEnd()}...` : text;
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count === limit) return `${text.slice(0, index).trimEnd()}...`;
    count += 1;
  }
  return text;
}

/** SPEC 9: the communication's description on the home page. */
export const COMMUNICATION_LIMIT = 60;
/** SPEC 9: summaries are cut to so many characters where a screen asks for that; home shows them whole. */
export const SUMMARY_LIMIT = 300;
export const awarenessSummary = (summary: string): string => truncate(summary, SUMMARY_LIMIT);
export const communicationsSummary = (summary: string): string => truncate(summary, SUMMARY_LIMIT);
