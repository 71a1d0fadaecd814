import type { DatasetColumn } from '@foyer/config';
import { cellValue, detectDateFormats, parseWithFormats } from '@foyer/model';
import { isObject } from './value-forms.ts';

/* The days and the numbers of a series in an answer: a table of net asset values, however a CMS names its parts. */

/** The share of values that must fit: of dates in a column, of numbers, of days in a year. */
export const LEAST_SHARE = 0.8;

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;

interface FoundColumns {
  rows: string;
  columns: DatasetColumn[];
  x: string;
  days: string[];
  since?: string;
  isAmbiguous: boolean;
}

/** Days and numbers in a body: two lists of the same length, or one list of objects that have both. */
export function columnsIn(body: unknown, frequency: string, now: Date): FoundColumns | undefined {
  if (!isObject(body)) return undefined;
  for (const [prefix, parts] of [
    ['', body],
    ['data.', body.data],
  ] as const) {
    if (!isObject(parts)) continue;
    const lists = Object.entries(parts).flatMap(([key, value]) =>
      Array.isArray(value) && value.length > 0 ? [{ key, value }] : [],
    );
    const ofFrequency = (name: string) => lists.filter(({ key }) => key.toLowerCase().startsWith(name));
    const others = FREQUENCIES.filter((other) => other !== frequency).flatMap(ofFrequency);
    const own = ofFrequency(frequency);
    const candidates = own.length > 0 ? own : lists.filter((entry) => !others.some(({ key }) => key === entry.key));
    const days = candidates
      .map(({ key, value }) => ({ key, value, dates: datesIn(value.map(cellValue), now) }))
      .find(({ dates }) => dates);
    const numbers = candidates.find(
      ({ key, value }) => key !== days?.key && value.length === days?.value.length && areNumbers(value.map(cellValue)),
    );
    if (days?.dates && numbers)
      return columnsOf(days.dates, {
        rows: `zip(${prefix}${days.key}, ${prefix}${numbers.key})`,
        day: '[0]',
        number: '[1]',
      });
    for (const { key, value } of lists) {
      const rows = value.filter(isObject);
      const columns = Object.keys(rows[0] ?? {}).map((name) => ({
        name,
        values: rows.map((row) => cellValue(row[name])),
      }));
      const dated = columns
        .map((column) => ({ ...column, dates: datesIn(column.values, now) }))
        .find(({ dates }) => dates);
      const valued = columns.find(
        ({ name, values }) => name !== dated?.name && !/(^|_)id$/i.test(name) && areNumbers(values),
      );
      if (dated?.dates && valued)
        return columnsOf(dated.dates, { rows: prefix + key, day: dated.name, number: valued.name });
    }
  }
  return undefined;
}

function columnsOf(
  dates: FoundDates,
  { rows, day, number }: { rows: string; day: string; number: string },
): FoundColumns {
  const { isMonthly, isBs, formats, isAmbiguous, days } = dates;
  const x = isMonthly ? 'month' : 'date';
  const form = { ...(isBs && { calendar: 'bs' as const }), ...(formats.length > 0 && { formats }) };
  return {
    rows,
    columns: [
      {
        key: x,
        value: day,
        label: isMonthly ? { en: 'Month', ne: 'महिना' } : { en: 'Day', ne: 'दिन' },
        type: x,
        ...form,
      },
      {
        key: 'nav',
        value: number,
        label: { en: 'Net asset value of a unit', ne: 'प्रति इकाइ खुद सम्पत्ति मूल्य' },
        type: 'money',
        unit: { en: 'NPR', ne: 'रु.' },
      },
    ],
    x,
    days: [...days].sort(),
    since: firstOf(days),
    isAmbiguous,
  };
}

/** The first of the years without a gap up to the newest: an earlier one is mistyped. */
function firstOf(days: readonly string[]): string | undefined {
  const years = new Set(days.map((day) => Number(day.slice(0, 4))));
  let first = Math.max(...years);
  while (years.has(first - 1)) first -= 1;
  return Number.isFinite(first) ? String(first) : undefined;
}

interface FoundDates {
  /** Gregorian, of those that are read. */
  days: string[];
  isMonthly: boolean;
  isBs: boolean;
  formats: string[];
  isAmbiguous: boolean;
}

/** The form of a column of dates; undefined if it is none. */
function datesIn(values: readonly string[], now: Date): FoundDates | undefined {
  const detected = detectDateFormats(values, now);
  const formats = detected.formats.length > 0 ? detected.formats : ['YYYY-MM-DD'];
  const withDay = formats.filter((format) => format.includes('D'));
  const isMonthly = withDay.length === 0;
  const used = isMonthly ? formats : withDay;
  const days = values.flatMap((value) => parseWithFormats(value, used)?.time?.slice(0, 'YYYY-MM-DD'.length) ?? []);
  if (days.length < values.length * LEAST_SHARE) return undefined;
  // A day is in both calendars, a month is not.
  const isBs = isMonthly && used.every((format) => format.startsWith('BS '));
  const areIso = used.length === 1 && used[0] === 'YYYY-MM-DD';
  return { days, isMonthly, isBs, formats: areIso ? [] : used, isAmbiguous: detected.isAmbiguous };
}

const areNumbers = (values: readonly string[]): boolean =>
  values.filter((value) => /^-?\d+(\.\d+)?$/.test(value)).length >= values.length * LEAST_SHARE;
