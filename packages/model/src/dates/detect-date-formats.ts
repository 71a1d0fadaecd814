import { dateFormatFault, parseWithFormats } from './date-formats.ts';
import { type DateShape, dateShape, FIRST, SECOND } from './date-shape.ts';

/* Finds the forms of an API's dates, for `npm run connect`. */

/** No API announces anything so far ahead: such a year is one of Bikram Sambat, 56 or 57 years ahead. */
const FAR_AHEAD_YEARS = 20;
const BS_AHEAD_YEARS = 57;
/** How far ahead a date of Bikram Sambat may be itself. Later years, like 2099, stand for "never". */
const BS_MARGIN_YEARS = 10;
const MONTHS = 12;
const LEAST_BS_SHARE = 0.1;

/** What parseTime reads without a form. */
const ISO = /^YYYY-MM-DD(?:[ T]HH:mm(?::ss(?:\.SSS)?)?|THH:mm(?::ss(?:\.SSS)?)?Z)?$/;

export interface DetectedFormats {
  /** For `dates` of mapping.yaml: Bikram Sambat first, which leaves Gregorian years to the next; then that of the most texts. ISO 8601 is read without. */
  formats: string[];
  /** The texts do not say whether the day or the month is first, or of which calendar they are: a person must look. */
  isAmbiguous: boolean;
}

interface Dated extends DateShape {
  value: string;
}

/** Whether the year of a day or a month, YYYY-MM-DD or YYYY-MM, seems to be one of Bikram Sambat. */
export const looksLikeBikramSambat = (iso: string, now: Date): boolean => isBsYear(Number(iso.slice(0, 4)), now);

function isBsYear(year: number, now: Date): boolean {
  const ahead = year - now.getUTCFullYear();
  return ahead > FAR_AHEAD_YEARS && ahead <= BS_AHEAD_YEARS + BS_MARGIN_YEARS;
}

/** The forms that read the texts and that ISO 8601 lacks. Texts of no known form are left out. */
export function detectDateFormats(values: readonly string[], now: Date): DetectedFormats {
  const dates = values.flatMap((value): Dated[] => {
    const shape = dateShape(value);
    return shape ? [{ ...shape, value }] : [];
  });
  const groups = Array.from(new Set(dates.map(({ form }) => form)), (form) =>
    dates.filter((date) => date.form === form),
  );
  const found = groups.map((group) => {
    const [form = ''] = group.map((date) => date.form);
    const calendar = calendarOf(group, now);
    const order = orderOf(form, dates);
    const formats = calendar.prefixes.flatMap((prefix) =>
      order.forms.map((ordered) => withWidths(prefix + ordered, group)),
    );
    const usable = formats.filter((format) => dateFormatFault(format) === undefined);
    return { formats: usable, isAmbiguous: calendar.isAmbiguous || order.isAmbiguous };
  });
  const candidates = found
    .flatMap(({ formats }) => formats)
    .map((format) => ({ format, texts: dates.map(({ value }) => value).filter((value) => isRead(value, [format])) }))
    .sort((a, b) => isOfBs(b.format) - isOfBs(a.format) || b.texts.length - a.texts.length);
  const formats: string[] = [];
  for (const { format, texts } of candidates) if (texts.some((text) => !isRead(text, formats))) formats.push(format);
  return {
    // After the same form of Bikram Sambat, ISO 8601 has to be named: it is what that form leaves.
    formats: formats.filter((format) => !ISO.test(format) || formats.some((other) => other.startsWith('BS YYYY-M'))),
    isAmbiguous: found.some((group) => group.isAmbiguous),
  };
}

const isOfBs = (format: string): number => Number(format.startsWith('BS '));
const isRead = (value: string, formats: readonly string[]): boolean =>
  parseWithFormats(value, formats)?.time !== undefined;

/** What stands before the forms of a group: "BS ", nothing, or both. A few years far ahead among many others are no calendar. */
function calendarOf(group: readonly DateShape[], now: Date): { prefixes: string[]; isAmbiguous: boolean } {
  const bs = group.filter(({ isBs, year }) => isBs ?? isBsYear(year, now)).length;
  const isNamed = group.some(({ form }) => form.startsWith('BS '));
  if (bs === 0 || isNamed) return { prefixes: [''], isAmbiguous: false };
  if (bs === group.length) return { prefixes: ['BS '], isAmbiguous: false };
  return { prefixes: bs < group.length * LEAST_BS_SHARE ? [''] : ['BS ', ''], isAmbiguous: true };
}

/** Day before month, as in Nepal, unless a number over 12 in any date with the same sign between says otherwise. */
function orderOf(form: string, dates: readonly DateShape[]): { forms: string[]; isAmbiguous: boolean } {
  const at = form.indexOf(FIRST);
  if (at === -1) return { forms: [form], isAmbiguous: false };
  const sign = form.charAt(at + 1);
  const alike = dates.filter((date) => date.form.includes(FIRST + sign));
  const daysFirst = alike.filter(({ first }) => first > MONTHS).length;
  const monthsFirst = alike.filter(({ second }) => second > MONTHS).length;
  const dayMonth = form.replace(FIRST, 'D').replace(SECOND, 'M');
  const monthDay = form.replace(FIRST, 'M').replace(SECOND, 'D');
  if (daysFirst > 0 && monthsFirst > 0)
    return { forms: daysFirst >= monthsFirst ? [dayMonth, monthDay] : [monthDay, dayMonth], isAmbiguous: true };
  return { forms: [monthsFirst > 0 ? monthDay : dayMonth], isAmbiguous: daysFirst + monthsFirst === 0 };
}

/** Writes DD for D where a text has 05 and none has 5, and where that makes it ISO 8601. */
function withWidths(form: string, group: readonly DateShape[]): string {
  const numbers = group.flatMap((date) => date.numbers);
  const hours = group.flatMap((date) => date.hours);
  const isIso = isWide(numbers) && isWide(hours) && ISO.test(widened(form, 'DMHh'));
  const withDays = isIso || hasZeros(numbers) ? widened(form, 'DM') : form;
  return isIso || hasZeros(hours) ? widened(withDays, 'Hh') : withDays;
}

const isWide = (numbers: readonly string[]) => numbers.every((number) => number.length > 1);
const hasZeros = (numbers: readonly string[]) => isWide(numbers) && numbers.some((number) => number.startsWith('0'));
/** Doubles the tokens of these letters that stand alone. */
const widened = (form: string, letters: string) =>
  form.replace(new RegExp(`(?<![DMHh])[${letters}](?![DMHho])`, 'g'), (token) => token + token);
