import {
  bikramSambatMonth,
  type CalendarDay,
  daysOfBikramSambat,
  FIRST_AGREED_YEAR,
  fromBikramSambat,
  isKnownYear,
  LAST_PUBLISHED_YEAR,
} from './bikram-sambat.ts';
import { gregorianMonth, namesBs, plainBsDate, plainDate, weekdayOf } from './date-words.ts';

/*
 * Forms of dates that mapping.yaml names, in the tokens of dayjs: DD/MM/YYYY, D MMMM YYYY, X. After "BS " a form is of Bikram
 * Sambat: BS D MMMM YYYY. (dayjs's own plugin knows neither Bikram Sambat nor Nepali, and reads no `march` and no `pm`.)
 */

/**
 * `time`: a text that parseTime reads; of a month without a day its first day, and `lastDay`. `reason`: why a text that has a form
 * is no date.
 */
export type DateReading =
  | { time: string; lastDay?: string; reason?: undefined }
  | { time?: undefined; lastDay?: undefined; reason: string; mayBeGregorian?: boolean };

type Part = 'year' | 'month' | 'day' | 'weekday' | 'hour' | 'minute' | 'second' | 'fraction' | 'half' | 'offset';

const WORD = '[\\p{L}\\p{M}]+\\.?';
const TWO_DIGITS = '\\d\\d';
const ONE_OR_TWO_DIGITS = '\\d\\d?';
const HALF_OF_DAY = '[ap]\\.?m\\.?';
const OFFSET = 'Z|UTC|GMT|[+-]\\d\\d:?\\d\\d';
const TOKENS: Record<string, { part: Part; pattern: string }> = {
  YYYY: { part: 'year', pattern: '\\d{4}' },
  YY: { part: 'year', pattern: TWO_DIGITS },
  MMMM: { part: 'month', pattern: WORD },
  MMM: { part: 'month', pattern: WORD },
  MM: { part: 'month', pattern: TWO_DIGITS },
  M: { part: 'month', pattern: ONE_OR_TWO_DIGITS },
  Do: { part: 'day', pattern: '\\d\\d?(?:st|nd|rd|th)' },
  DD: { part: 'day', pattern: TWO_DIGITS },
  D: { part: 'day', pattern: ONE_OR_TWO_DIGITS },
  dddd: { part: 'weekday', pattern: WORD },
  ddd: { part: 'weekday', pattern: WORD },
  HH: { part: 'hour', pattern: TWO_DIGITS },
  H: { part: 'hour', pattern: ONE_OR_TWO_DIGITS },
  hh: { part: 'hour', pattern: TWO_DIGITS },
  h: { part: 'hour', pattern: ONE_OR_TWO_DIGITS },
  mm: { part: 'minute', pattern: TWO_DIGITS },
  m: { part: 'minute', pattern: ONE_OR_TWO_DIGITS },
  ss: { part: 'second', pattern: TWO_DIGITS },
  s: { part: 'second', pattern: ONE_OR_TWO_DIGITS },
  SSS: { part: 'fraction', pattern: '\\d{1,9}' },
  A: { part: 'half', pattern: HALF_OF_DAY },
  a: { part: 'half', pattern: HALF_OF_DAY },
  ZZ: { part: 'offset', pattern: OFFSET },
  Z: { part: 'offset', pattern: OFFSET },
};
/** Tokens of any length; a text in brackets, which stands for itself; or one other character. */
const PIECES = /\[[^[\]]*\]|YYYY|YY|M{1,4}|Do|DD|D|dddd|ddd|HH|H|hh|h|mm|m|ss|s|SSS|A|a|ZZ|Z|./gsu;
/** Texts that mean themselves without brackets. */
const LITERAL = /^(?:\[.*\]|T|[^\p{L}\p{N}])$/su;
const SYNTAX_CHARACTER = /[\\^$.*+?()[\]{}|/]/g;
/** Their units in milliseconds. Fewer digits are no time since 1973: the 0 that a database has for "none", or a year. */
const UNIX = new Map([
  ['X', { pattern: /^\d{9,10}$/, unit: 1000 }],
  ['x', { pattern: /^\d{12,13}$/, unit: 1 }],
]);
const BS = /^BS\s+/;
/** As in dayjs: 69 is 1969, 68 is 2068. */
const LAST_SHORT_YEAR_OF_2000 = 68;
/** 1990 AD. Numbers with an earlier year, like 2024-07-31, may be a Gregorian date among those of Bikram Sambat. */
const FIRST_SURE_BS_YEAR = 2047;

interface Form {
  isBs: boolean;
  /** Undefined: the text does not have the form. */
  read(text: string): DateReading | undefined;
}
const forms = new Map<string, Form | string>();

/**
 * Reads a text in the first form that gives a day; undefined: the text has none of the forms. Names of months are read in any
 * case, long or short. A text that has a form of Bikram Sambat, but is no known day there, is read in no Gregorian form: that
 * would be another day.
 */
export function parseWithFormats(value: string, formats: readonly string[]): DateReading | undefined {
  const text = plainDate(value);
  let refusal: DateReading | undefined;
  let isBsAlone = false;
  for (const format of formats) {
    const form = formOf(format);
    if (typeof form === 'string' || (isBsAlone && !form.isBs)) continue;
    const reading = form.read(text);
    if (reading?.time !== undefined) return reading;
    if (!reading) continue;
    isBsAlone ||= form.isBs && !reading.mayBeGregorian;
    if (!refusal || form.isBs) refusal = reading;
  }
  return refusal;
}

/** What is wrong with a form of dates, as a sentence; undefined for one that can be used. */
export function dateFormatFault(format: string): string | undefined {
  const form = formOf(format);
  return typeof form === 'string' ? form : undefined;
}

function formOf(format: string): Form | string {
  const form = forms.get(format) ?? compile(format);
  forms.set(format, form);
  return form;
}

function compile(format: string): Form | string {
  const isBs = BS.test(format);
  const form = isBs ? plainBsDate(format) : plainDate(format);
  const unix = UNIX.get(form);
  if (unix && !isBs) {
    const read = (text: string) => (unix.pattern.test(text) ? timeAt(Number(text) * unix.unit) : undefined);
    return { isBs, read };
  }
  const pieces: string[] = form.match(PIECES) ?? [];
  const fault = faultOf(pieces, isBs);
  if (fault !== undefined) return fault;
  const source = pieces.map((piece) => {
    const token = TOKENS[piece];
    if (token) return `(?<${token.part}>${token.pattern})`;
    return piece.replace(/^\[(.*)\]$/s, '$1').replace(SYNTAX_CHARACTER, '\\$&');
  });
  const pattern = new RegExp(`^${source.join('')}$`, 'iu');
  const read = (text: string) => {
    const parts = pattern.exec(isBs ? plainBsDate(text) : text)?.groups;
    return (
      parts && readParts(parts, { format, isBs, saysBs: isBs && (namesBs(text) || !/^\d/.test(parts.month ?? '')) })
    );
  };
  return { isBs, read };
}

function faultOf(pieces: readonly string[], isBs: boolean): string | undefined {
  const tokens = pieces.flatMap((piece) => TOKENS[piece] ?? []);
  const parts = tokens.map(({ part }) => part);
  const has = (part: Part) => parts.includes(part);
  const is12Hours = pieces.includes('h') || pieces.includes('hh');
  const repeated = parts.find((part, index) => parts.indexOf(part) !== index);
  const unknown = pieces.filter((piece) => !TOKENS[piece] && !LITERAL.test(piece)).join('');
  const merged = pieces.find((_, index) => isOpenNumber(pieces, index));
  if (pieces.length === 0) return 'A form of dates is empty: write for example DD/MM/YYYY.';
  if (unknown)
    return `A form of dates has the unknown letters ${unknown}: year, month and day are YYYY, MM and DD, and a text is in brackets: [at].`;
  if (repeated) return `A form of dates has the ${repeated} twice. MM is the month, mm the minutes.`;
  const isMonth = pieces.some((piece) => piece.startsWith('MMM')) && !has('weekday') && !has('hour');
  const missing = (['year', 'month', 'day'] as const).find((part) => !has(part) && !(part === 'day' && isMonth));
  if (missing) {
    return `A form of dates has no ${missing}: year, month and day are YYYY, MM and DD.`;
  }
  if (isBs && pieces.includes('YY')) return 'A year of Bikram Sambat has four digits: YYYY.';
  if (merged) return `A form of dates has ${merged} beside another number: use ${merged}${merged}, or a sign between.`;
  if ((has('minute') && !has('hour')) || (has('second') && !has('minute')) || (has('fraction') && !has('second')))
    return 'A form of dates has a time without its hours or minutes: write for example HH:mm or HH:mm:ss.';
  if (is12Hours !== has('half')) return 'A form of dates has h with A (2:05 PM), or H without A (14:05).';
  if (has('offset') && !has('hour')) return 'A form of dates has an offset (Z) without a time.';
  return undefined;
}

/** Whether a number of one or two digits has another one as a neighbour: 2026111 would have two readings. */
function isOpenNumber(pieces: readonly string[], index: number): boolean {
  const isNumber = (piece = '') => TOKENS[piece]?.pattern.startsWith('\\d') === true;
  const isOpen = TOKENS[pieces[index] ?? '']?.pattern === ONE_OR_TWO_DIGITS;
  return isOpen && (isNumber(pieces[index - 1]) || isNumber(pieces[index + 1]));
}

const timeAt = (time: number): DateReading => ({ time: `${new Date(time).toISOString().slice(0, 19)}Z` });

function readParts(
  parts: Partial<Record<string, string>>,
  { format, isBs, saysBs }: { format: string; isBs: boolean; saysBs: boolean },
): DateReading | undefined {
  const { weekday, half } = parts;
  const monthText = parts.month ?? '';
  const month = /^\d/.test(monthText) ? Number(monthText) : (isBs ? bikramSambatMonth : gregorianMonth)(monthText);
  const dayOfWeek = weekday === undefined ? undefined : weekdayOf(weekday);
  // Other words than the names of months and days: another form.
  if (month === undefined || (weekday !== undefined && dayOfWeek === undefined)) return undefined;
  const written = { year: fullYear(parts.year ?? ''), month, day: Number.parseInt(parts.day ?? '1', 10) };
  const refuse = (reason: string) => ({ reason: `has the form ${format}, but ${reason}` });
  if (isBs && !saysBs && written.year < FIRST_SURE_BS_YEAR) {
    const reason = `its year may be Gregorian: name ${format.replace(BS, '')} as well if that is so`;
    return { ...refuse(reason), mayBeGregorian: true };
  }
  if (isBs && !isKnownYear(written.year))
    return refuse(`Bikram Sambat is known from ${FIRST_AGREED_YEAR} to ${LAST_PUBLISHED_YEAR} only`);
  const { year, day, ...gregorian } = (isBs ? fromBikramSambat(written) : written) ?? { year: 0, month: 0, day: 0 };
  const date = dateText({ year, day, ...gregorian });
  const midnight = new Date(`${date}T00:00:00Z`);
  // Date takes 31 February for a day of March.
  if (year === 0 || Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== day)
    return refuse('there is no such day');
  if (dayOfWeek !== undefined && midnight.getUTCDay() !== dayOfWeek) return refuse(`that day is no ${weekday}`);
  if (parts.day === undefined) return { time: date, lastDay: lastDayOf(written, isBs) };
  if (parts.hour === undefined) return { time: date };
  const hours = half ? to24Hours(Number(parts.hour), half) : Number(parts.hour);
  const minutes = Number(parts.minute ?? 0);
  const seconds = Number(parts.second ?? 0);
  if (!(hours < 24 && minutes < 60 && seconds < 60)) return refuse('there is no such time');
  const time = `${digits(hours)}:${digits(minutes)}:${digits(seconds)}`;
  return { time: parts.offset ? `${date}T${time}${isoOffset(parts.offset)}` : `${date} ${time}` };
}

/** The last day of a month. */
function lastDayOf({ year, month }: CalendarDay, isBs: boolean): string | undefined {
  const day = isBs ? daysOfBikramSambat(year, month) : new Date(Date.UTC(year, month, 0)).getUTCDate();
  const last = day === undefined ? undefined : { year, month, day };
  const gregorian = last && isBs ? fromBikramSambat(last) : last;
  return gregorian && dateText(gregorian);
}

const dateText = ({ year, month, day }: CalendarDay): string => `${digits(year, 4)}-${digits(month)}-${digits(day)}`;

/** NaN for an hour that a clock of twelve hours does not show. */
function to24Hours(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}

function fullYear(year: string): number {
  const number = Number(year);
  return year.length > 2 ? number : number + (number > LAST_SHORT_YEAR_OF_2000 ? 1900 : 2000);
}

const isoOffset = (offset: string): string => (/^[+-]/.test(offset) ? offset : 'Z');
const digits = (number: number, length = 2): string => String(number).padStart(length, '0');
