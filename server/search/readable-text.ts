/** Of a document. A word in a report's annex finds the report too, up to here. */
export const MAX_TEXT_CHARACTERS = 100_000;
/** A text with more unreadable characters than this is of fonts that do not say which characters their glyphs are. */
const UNREADABLE_SHARE = 0.1;
/** A document with fewer letters and digits has no text to find: scanned pages with a stamp or a page number. */
const WORD_CHARACTERS = 16;

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

/** Whether a document has text worth finding. */
export const hasWords = (text: string): boolean => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= WORD_CHARACTERS;
