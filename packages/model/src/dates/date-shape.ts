import { bikramSambatMonth } from './bikram-sambat.ts';
import { gregorianMonth, namesBs, plainBsDate, plainDate, weekdayOf } from './date-words.ts';

/** What a text shows of the form of its date. */
export interface DateShape {
  /** In the tokens of date-formats.ts, of numbers the shorter ones. FIRST and SECOND are a day and a month, or the reverse. */
  form: string;
  /** Undefined: the text does not say it. */
  isBs?: boolean;
  /** 2081 also for 81; 0: none. */
  year: number;
  first: number;
  second: number;
  /** The numbers of day and month, as written. */
  numbers: string[];
  hours: string[];
}

export const FIRST = '\u0001';
export const SECOND = '\u0002';

const TIME =
  /^(?<date>.*?)(?<gap>T|,? )(?<hour>\d\d?):\d\d(?<seconds>:\d\d)?(?<fraction>\.\d{1,9})?(?:(?<space> ?)(?<half>[ap]\.?m\.?))?(?<offset> ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))?$/iu;
const WORD_OR_NUMBER = /\d+(?:(?:st|nd|rd|th)\b)?|[\p{L}\p{M}]+/giu;
const WHOLE_NUMBERS = [
  [/^\d{8}$/, 'YYYYMMDD'],
  [/^\d{9,10}$/, 'X'],
  [/^\d{12,13}$/, 'x'],
] as const;
/** The tokens of a day's numbers: y has four digits, d one or two, o is an ordinal (5th). */
const NUMBERS_ALONE = new Map([
  ['ydd', ['YYYY', 'M', 'D']],
  ['ddy', [FIRST, SECOND, 'YYYY']],
  ['ddd', [FIRST, SECOND, 'YY']],
]);
const NUMBERS_BESIDE_NAME = new Map([
  ['yd', ['YYYY', 'D']],
  ['yo', ['YYYY', 'Do']],
  ['dy', ['D', 'YYYY']],
  ['oy', ['Do', 'YYYY']],
  ['dd', ['D', 'YY']],
  // A month without a day.
  ['y', ['YYYY']],
]);
const SHORT_NAME_LENGTH = 3;
/** Days of the longest month: only Bikram Sambat has one of 32. */
const LONGEST_MONTH = 32;
const MONTHS = 12;

/** Undefined for a text that is no date in a form that can be named. */
export function dateShape(value: string): DateShape | undefined {
  const plain = plainDate(value);
  const isMarked = namesBs(plain);
  const text = isMarked ? plainBsDate(plain) : plain;
  const whole = WHOLE_NUMBERS.find(([pattern]) => pattern.test(text))?.[1];
  const ofBs = isMarked ? { isBs: true } : {};
  if (whole) {
    const year = whole === 'YYYYMMDD' ? Number(text.slice(0, 4)) : 0;
    return { form: whole, year, ...ofBs, first: 0, second: 0, numbers: [], hours: [] };
  }
  const time = TIME.exec(text)?.groups;
  const day = dayShape(time?.date ?? text);
  if (!day) return undefined;
  const hours = time?.hour ? [time.hour] : [];
  return { ...day, ...ofBs, form: day.form + (time ? timeForm(time) : ''), hours };
}

/** Years by which Bikram Sambat is at least ahead. */
const BS_YEARS_AHEAD = 56;
const UNITS_MS: Partial<Record<string, number>> = { X: 1000, x: 1 };

/** Whether a text in whatever form is of a day that has passed, for all that it shows. */
export function isLongPast(value: string, now: number): boolean {
  const shape = dateShape(value);
  if (!shape) return false;
  const unit = UNITS_MS[shape.form];
  if (unit !== undefined) return Number(value) * unit < now;
  return shape.year > 0 && shape.year - (shape.isBs ? BS_YEARS_AHEAD : 0) < new Date(now).getUTCFullYear();
}

function timeForm({ gap, seconds, fraction, space, half, offset }: Partial<Record<string, string>>): string {
  const clock = `${half ? 'h' : 'H'}:mm${seconds ? ':ss' : ''}${fraction ? '.SSS' : ''}${half ? `${space}A` : ''}`;
  return `${gap}${clock}${offset ? offset.replace(/\S+/, 'Z') : ''}`;
}

function dayShape(text: string): Omit<DateShape, 'hours'> | undefined {
  const pieces = [...text.matchAll(WORD_OR_NUMBER)].map(([piece]) => piece);
  const words = pieces.filter((piece) => !/^\d/.test(piece));
  const numbers = pieces.filter((piece) => /^\d/.test(piece));
  const month = words.find((word) => gregorianMonth(word) ?? bikramSambatMonth(word));
  if (words.some((word) => word !== month && weekdayOf(word) === undefined)) return undefined;
  const tokens = (month ? NUMBERS_BESIDE_NAME : NUMBERS_ALONE).get(numbers.map(numberClass).join(''));
  if (!tokens) return undefined;
  const isNamedBs = month !== undefined && gregorianMonth(month) === undefined;
  const rest = [...tokens];
  const form = text.replace(WORD_OR_NUMBER, (piece) => {
    if (/^\d/.test(piece)) return rest.shift() ?? '';
    const isShort = piece.length <= SHORT_NAME_LENGTH;
    if (piece === month) return isShort && !isNamedBs ? 'MMM' : 'MMMM';
    return isShort ? 'ddd' : 'dddd';
  });
  const number = (token: string) => Number(numbers[tokens.indexOf(token)] ?? 0);
  const [first, second] = [number(FIRST), number(SECOND)];
  if (first > MONTHS && second > MONTHS) return undefined;
  return {
    form: isNamedBs ? `BS ${form.replaceAll(',', '').replace(/ +/g, ' ')}` : form,
    ...(month === undefined ? {} : { isBs: isNamedBs }),
    ...(Math.max(first, second, number('D')) === LONGEST_MONTH ? { isBs: true } : {}),
    year: number('YYYY') || 2000 + number('YY'),
    first,
    second,
    numbers: numbers.filter((_, index) => !/^(?:Y|Do)/.test(tokens[index] ?? '')),
  };
}

const numberClass = (number: string): string => {
  if (/\D/.test(number)) return 'o';
  if (number.length <= 2) return 'd';
  return number.length === 4 ? 'y' : '?';
};
