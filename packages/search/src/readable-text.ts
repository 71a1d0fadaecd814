/** Of a document. A word in a report's annex finds the report too, up to here. */
export const MAX_TEXT_CHARACTERS = 100_000;
/** A text with more unreadable characters than this is of fonts that do not say which characters their glyphs are. */
const UNREADABLE_SHARE = 0.1;
/** Control characters other than white space, private use, no character at all, halves of a character, replacement characters. */
const UNREADABLE = /(?!\s)\p{Cc}|[\p{Co}\p{Cn}\p{Cs}\uFFFD]/gu;
/** A word that is divided at the end of a line; a soft hyphen is nowhere part of a word. */
const DIVISION = /(?<=\p{Ll})[-\u2010][^\S\n]*\n\s*(?=\p{Ll})|\u00AD\s*/gu;

/**
 * The text of a page or document as the search reads it: divided words joined, white space collapsed, in the normal form in
 * which readers type. Empty if much of it is unreadable.
 */
export function readableText(written: string): string {
  const unreadable = written.match(UNREADABLE)?.length ?? 0;
  if (unreadable > UNREADABLE_SHARE * written.replace(/\s+/g, '').length) return '';
  return written
    .replace(UNREADABLE, '')
    .replace(DIVISION, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT_CHARACTERS)
    .replace(/\p{Cs}$/u, '');
}

/** Lines at the beginning and the end of a page among which running titles are. */
const EDGE_LINES = 3;
/** Of the pages that have a running title. */
const FURNITURE_SHARE = 0.5;
const PAGE_NUMBER = /^(?:page|p\.|पृष्ठ|पेज)?\s?[-–(|]?\s?\p{Nd}+\s?(?:(?:of|\/|मध्ये)\s?\p{Nd}+)?\s?[-–)|]?$/iu;
/** Beside a running title. */
const NUMBER_BESIDE = /^\p{Nd}+\s?[-–|]?\s|\s[-–|]?\s?\p{Nd}+$/gu;

/** The pages of a document without page numbers, and with what stands at the edge of most pages once, where it is first. */
export function withoutFurniture(pages: readonly string[]): string[] {
  if (pages.length < 2) return [...pages];
  const linesOf = pages.map((page) =>
    page
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .filter((line, index, { length }) => !((index === 0 || index === length - 1) && PAGE_NUMBER.test(line))),
  );
  const keyOf = (line: string) => line.replace(NUMBER_BESIDE, '').replace(/\s+/g, ' ');
  const isAtEdge = (index: number, { length }: readonly string[]) => index < EDGE_LINES || index >= length - EDGE_LINES;
  const counts = new Map<string, number>();
  for (const lines of linesOf)
    for (const key of new Set(lines.filter((_, index) => isAtEdge(index, lines)).map(keyOf)))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  const seen = new Set<string>();
  return linesOf.map((lines) =>
    lines
      .filter((line, index) => {
        const isRunning = isAtEdge(index, lines) && (counts.get(keyOf(line)) ?? 0) > pages.length * FURNITURE_SHARE;
        return !isRunning || seen.size < seen.add(keyOf(line)).size;
      })
      .join('\n'),
  );
}

/** Letters of a word, which those that number pages are not: `A 12`, `iv`. */
const WORD = /(?:\p{L}\p{M}*){3}/u;

/** Whether a document has text to find: scanned pages have numbers at most. */
export const hasWords = (text: string): boolean => WORD.test(text);
