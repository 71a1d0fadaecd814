import type { Locale } from '@foyer/messages';

const DEVANAGARI_LETTER = /(?=\p{L})\p{Script=Devanagari}/u;
const DEVANAGARI = /\p{Script=Devanagari}/u;
const LATIN_LETTER = /(?=\p{L})\p{Script=Latin}/u;

/**
 * The language in which a text is written, by its letters: a text in Devanagari may have Latin abbreviations.
 * @param edition of a text with letters of neither, or with Latin ones and digits of Devanagari: NPR १४.४५
 */
export function textLocale(text: string, edition: Locale): Locale {
  if (DEVANAGARI_LETTER.test(text)) return 'ne';
  return LATIN_LETTER.test(text) && !DEVANAGARI.test(text) ? 'en' : edition;
}
