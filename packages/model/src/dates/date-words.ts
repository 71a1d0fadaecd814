import { UNSEEN } from '../search-words.ts';
import { foldDigits } from '../text.ts';

/* The words that dates are written with, in English and Nepali. Those of Bikram Sambat's months are in bikram-sambat.ts. */

const byName = (spellings: readonly string[], first: number) =>
  new Map(
    spellings.flatMap((names, index) => names.split(' ').map((name) => [name.normalize(), index + first] as const)),
  );

const MONTHS = byName(
  [
    'january jan जनवरी',
    'february feb फेब्रुअरी फेब्रुवरी फरवरी',
    'march mar मार्च',
    'april apr अप्रिल अप्रैल',
    'may मे मई',
    'june jun जुन जून',
    'july jul जुलाई',
    'august aug अगस्ट अगस्त',
    'september sept sep सेप्टेम्बर सितम्बर',
    'october oct अक्टोबर अक्टुबर',
    'november nov नोभेम्बर नवम्बर',
    'december dec डिसेम्बर दिसम्बर',
  ],
  1,
);
const WEEKDAYS = byName(
  [
    'sunday sun आइतबार आईतबार आइतवार',
    'monday mon सोमबार सोमवार',
    'tuesday tue tues मंगलबार मङ्गलबार मंगलवार',
    'wednesday wed बुधबार बुधवार',
    'thursday thu thur thurs बिहीबार बिहिबार बिहीवार',
    'friday fri शुक्रबार शुक्रवार',
    'saturday sat शनिबार शनिवार',
  ],
  0,
);

/** The calendar's name, and the words for "year" and "day" that stand behind their numbers. */
const BS_WORDS = /(?<![\p{L}\p{M}])(?:B\.?\s?S\.?|वि\.?\s?सं\.?|विक्रम सम्बत|साल|गते)(?![\p{L}\p{M}])/giu;

const named = (names: ReadonlyMap<string, number>) => (name: string) => names.get(name.replace('.', '').toLowerCase());

/** The Gregorian month, counted from 1, with a name in English, long or short, or in Nepali. */
export const gregorianMonth = named(MONTHS);
/** The day of the week, counted from Sunday, 0. */
export const weekdayOf = named(WEEKDAYS);

/** A text as the forms of dates read it: ASCII digits, single spaces, nothing that is not seen. */
export const plainDate = (text: string): string =>
  foldDigits(text.normalize().replace(UNSEEN, '')).replace(/\s+/g, ' ').trim();

/** A date of Bikram Sambat as its forms read it: its numbers and names with spaces between. "2081 साल साउन 16 गते, BS" is "2081 साउन 16". */
export const plainBsDate = (text: string): string =>
  text.replace(BS_WORDS, ' ').replaceAll(',', ' ').replace(/\s+/g, ' ').trim();

/** Whether a text says by itself that it is of Bikram Sambat. */
export const namesBs = (text: string): boolean => text.search(BS_WORDS) !== -1;
