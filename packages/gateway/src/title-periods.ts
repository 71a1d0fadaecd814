import { bikramSambatMonth } from '@foyer/model';
import { type Fields, isFields, ORDINALS } from './list-forms.ts';

/* Fiscal years and quarters that reports have in their titles alone: `AEF Quarter 2 FY 2082/83`, `AEF Monthly NAV Kartik 2083`. */

const YEARS = /(?<!\d)(20\d\d)\s*[/-]\s*(?:20)?(\d\d)(?!\d)/;
const QUARTER =
  /\bq(?:uarter)?[\s.]*([1-4])\b|\b([1-4])(?:st|nd|rd|th)\s+quarter\b|\b(first|second|third|fourth)\s+quarter\b/i;
const MONTH = /(\p{L}[\p{L}\p{M}]{1,14})[\s,_]{1,3}(20[6-9]\d)(?!\d)/gu;
/** Shrawan, of Bikram Sambat. */
const FIRST_MONTH = 4;

/** Reports with the fiscal years and quarters of their titles, unless they have one; and what would be right. */
export function withTitlePeriods(items: readonly unknown[]): { items: unknown[]; guesses: string[] } {
  let count = 0;
  const read = items.map((item) => {
    const period = isFields(item) && typeof item.name === 'string' ? periodOf(item.name) : undefined;
    if (!isFields(item) || !period || (item.fiscal_year ?? item.quarter ?? undefined) !== undefined) return item;
    count += 1;
    return { ...item, ...period };
  });
  const guess = `the fiscal years of ${count} reports from their titles: expected fiscal_year and quarter`;
  return { items: read, guesses: count > 0 ? [guess] : [] };
}

function periodOf(title: string): Fields | undefined {
  const [, first, second] = YEARS.exec(title) ?? [];
  // Two years that follow each other: 2082-05 is a month.
  if (first === undefined || (Number(first) + 1) % 100 !== Number(second)) return yearOfMonth(title);
  const [, digit, ordinal, word] = QUARTER.exec(title) ?? [];
  const quarter = digit ?? ordinal ?? (word && ORDINALS.indexOf(word.toLowerCase()) + 1);
  return { fiscal_year: `${first}/${second}`, ...(quarter && { quarter: Number(quarter) }) };
}

/** The fiscal year of a Nepali month in a title. */
function yearOfMonth(title: string): Fields | undefined {
  for (const [, name = '', year] of title.matchAll(MONTH)) {
    const month = bikramSambatMonth(name);
    if (month === undefined) continue;
    const first = month < FIRST_MONTH ? Number(year) - 1 : Number(year);
    return { fiscal_year: `${first}/${String((first + 1) % 100).padStart(2, '0')}` };
  }
  return undefined;
}
