import type { Locale } from '@foyer/messages';

const DEVANAGARI_LETTER = /(?=\p{L})\p{Script=Devanagari}/u;
const LATIN_LETTER = /(?=\p{L})\p{Script=Latin}/u;

/** The language in which a text is written, by its letters: a text in Devanagari may have Latin abbreviations. @param edition of a text with letters of neither */
export function textLocale(text: string, edition: Locale): Locale {
  if (DEVANAGARI_LETTER.test(text)) return 'ne';
  return LATIN_LETTER.test(text) ? 'en' : edition;
}
