const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The text cut to so many characters as a reader counts them, with '...' where something was cut off (SPEC 2, 9). */
export function truncate(text: string, limit: number): string {
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count === limit) return `${text.slice(0, index).trimEnd()}...`;
    count += 1;
  }
  return text;
}
