import { digits, type Locale } from '@foyer/messages';
import { contentNow, looksLikeBikramSambat, monthAndDayInNepali } from '@foyer/model';
import dayjs from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(advancedFormat);

/** What stands in the first column of a row. */
export interface Label {
  /** In the table. */
  text: string;
  /** In a sentence: bounded. */
  spoken: string;
  /** On an axis. */
  short: string;
  /** Of a date: ISO 8601, and its time. */
  iso?: string;
  time?: number;
}

/** Characters of a label in a picture; the table has all of it. */
const MAX_LABEL_CHARACTERS = 60;
const DATE = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/;
/** Whether a text is a day or a month in ISO 8601. */
export const isDate = (text: string): boolean => DATE.test(text);
const MONTHS = 12;

/** Whether a text is a day or a month that seems to be one of Bikram Sambat. A fiscal year, as 2081-82, is none. */
export function mayBeBikramSambat(text: string): boolean {
  const [, , month] = DATE.exec(text) ?? [];
  return month !== undefined && Number(month) <= MONTHS && looksLikeBikramSambat(text, new Date(contentNow()));
}

/** A fiscal year or a number, whose digits are those of the edition. */
const FIGURES = /^[\d/.,%\s-]+$/;

/** A label in the form of an edition: dates by their months, fiscal years in its digits. */
export function readLabel(text: string, locale: Locale): Label {
  const date = readDate(text, locale);
  if (date) return date;
  const own = FIGURES.test(text) ? digits(locale, text) : text;
  const short =
    own.length > MAX_LABEL_CHARACTERS ? `${own.slice(0, MAX_LABEL_CHARACTERS).trimEnd().toWellFormed()}…` : own;
  return { text: own, spoken: short, short };
}

function readDate(text: string, locale: Locale): Label | undefined {
  const match = DATE.exec(text);
  // As Gregorian it would be another day, so it stays as it is written.
  if (!match || mayBeBikramSambat(text)) return undefined;
  const [iso, year, month, day] = match;
  const time = dayjs.utc(`${year}-${month}-${day ?? '01'}`);
  // dayjs turns a day that does not exist into a later one.
  if (!time.isValid() || !time.format('YYYY-MM-DD').startsWith(iso)) return undefined;
  const inForm = (text: string, short: string) => ({ text, spoken: text, short, iso, time: time.valueOf() });
  if (locale === 'en') return inForm(time.format(day ? 'MMMM Do YYYY' : 'MMMM YYYY'), time.format('MMM YYYY'));
  const calendarDay = { year: time.year(), month: time.month() + 1, ...(day && { day: time.date() }) };
  const { month: short, day: long } = monthAndDayInNepali(calendarDay);
  return inForm(long, short);
}
