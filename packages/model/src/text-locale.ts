import type { Locale } from '@foyer/messages';

const DEVANAGARI_LETTER = /(?=\p{L})\p{Script=Devanagari}/u;
const DEVANAGARI = /\p{Script=Devanagari}/u;
const LATIN_LETTER = /(?=\p{L})\p{Script=Latin}/u;

/** What may be in another language than the text around it: (हिमाल). */
const ASIDE = /<[^<>]*>|\([^()]*\)/g;
const WORDS = { ne: /\p{Script=Devanagari}+/gu, en: /\p{Script=Latin}+/gu };
/** A Nepali text may have more Latin words than others, such as the name of a company; an English one names few things in Nepali. */
const MAX_LATIN_WORDS = 5;

/**
 * The language in which a text or HTML is written, by its letters: a text in Devanagari may have Latin abbreviations.
 * @param edition of a text with letters of neither, or with Latin ones and digits of Devanagari: NPR १४.४५
 */
export function textLocale(text: string, edition: Locale): Locale {
  const isLatin = LATIN_LETTER.test(text);
  if (!DEVANAGARI_LETTER.test(text)) return isLatin && !DEVANAGARI.test(text) ? 'en' : edition;
  if (!isLatin) return 'ne';
  const outside = text.replace(ASIDE, ' ');
  const count = (locale: Locale) => outside.match(WORDS[locale])?.length ?? 0;
  return count('en') > MAX_LATIN_WORDS * count('ne') ? 'en' : 'ne';
}
