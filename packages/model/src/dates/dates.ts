import type { Locale } from '@foyer/messages';
import dayjs from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat.js';
import utc from 'dayjs/plugin/utc.js';
import { Dated } from '../schema/dated.ts';
import { bikramSambatText, gregorianTextInNepali } from './bikram-sambat.ts';

/* Dates in the site's zone, and their texts. */

dayjs.extend(utc);
dayjs.extend(advancedFormat);

/** Dates as shown, e.g. March 5th 2024 (docs/specification.md). */
const SHOWN_FORMAT = 'MMMM Do YYYY';
/** The general date filter, e.g. 2024-3-5 (docs/specification.md). */
const GENERAL_FORMAT = 'YYYY-M-D';

export const WALL_CLOCK = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** Years before 1000 stand for "none", as 0001-01-01. Their first days have another year in some zones. */
const FIRST_TIME = Date.UTC(1000, 0, 2);
/** Later dates stand for "never", as 9999-12-31T23:59:59Z: in zones east of UTC the year would have five digits. */
const LAST_TIME = Date.UTC(9999, 11, 30);

/** Parses ISO 8601, or a wall-clock time of the site's zone, to a time in that zone; undefined for any other text. */
export function parseTime(value: string, zone: string): dayjs.Dayjs | undefined {
  const isWallClock = WALL_CLOCK.test(value);
  if ((!isWallClock && !WITH_OFFSET.test(value)) || !isOnClock(value)) return undefined;
  const time = isWallClock ? fromWallClock(value, zone) : dayjs.utc(value).valueOf();
  if (!(time >= FIRST_TIME)) return undefined;
  const bounded = Math.min(time, LAST_TIME);
  return dayjs.utc(bounded).utcOffset(offsetAt(bounded, zone));
}

/** Whether there are such a day and such a time: JavaScript takes 31 February for a day of March, 10:75 for 11:15, and the year 1 for 1901. */
function isOnClock(value: string): boolean {
  if (value.startsWith('0')) return false;
  const written = value.slice(0, 'YYYY-MM-DDTHH:mm'.length).replace(' ', 'T');
  const time = new Date(written.length > 10 ? `${written}Z` : written).getTime();
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(written);
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A time in its zone as ISO 8601 without the zone. (dayjs's own format takes ten times as long: it asks each time whether the date is valid.) */
const wallClockOf = (time: dayjs.Dayjs): string =>
  new Date(time.valueOf() + time.utcOffset() * MINUTE_MS).toISOString();

const FRACTION_AND_ZONE = '.000Z';

/** ISO 8601 with the offset of the time's zone. */
function isoOf(time: dayjs.Dayjs): string {
  const offset = time.utcOffset();
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return `${wallClockOf(time).slice(0, -FRACTION_AND_ZONE.length)}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

/** The day in a zone at a time, as 2026-08-09. */
export const dayAt = (time: number, zone: string): string =>
  new Date(time + offsetAt(time, zone) * MINUTE_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** A day as many a CMS sends it: its first or last second, as if it were in UTC. */
const DAY_IN_UTC = /^(\d{4}-\d{2}-\d{2})T(?:00:00:00|23:59:59)(?:\.\d+)?Z$/;

/** A day as its last second; any other text as it is. */
export function endOfDay(value: string): string {
  const day = DAY.test(value) ? value : DAY_IN_UTC.exec(value)?.[1];
  return day === undefined ? value : `${day} 23:59:59`;
}

const WITHOUT_FRACTION = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/**
 * Converts a wall-clock time in two steps: near a change of the zone's offset the first guess may have the wrong one. A time
 * that the clocks leave out is as much later, or earlier if it would be another day: summer time may begin at midnight.
 */
function fromWallClock(value: string, zone: string): number {
  const [isWhole, year, month, day, hour = 0, minute = 0, second = 0] = WITHOUT_FRACTION.exec(value) ?? [];
  const inUtc = isWhole
    ? Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
    : dayjs.utc(value).valueOf();
  const offset = offsetAt(inUtc - offsetAt(inUtc, zone) * MINUTE_MS, zone);
  const time = inUtc - offset * MINUTE_MS;
  const other = offsetAt(time, zone);
  if (other === offset) return time;
  const [later, earlier] = [Math.min(offset, other), Math.max(offset, other)].map((each) => inUtc - each * MINUTE_MS);
  const dayOf = (utc: number) => Math.floor(utc / DAY_MS);
  return later !== undefined && dayOf(later + offsetAt(later, zone) * MINUTE_MS) === dayOf(inUtc)
    ? later
    : (earlier ?? time);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Minutes by which a zone is ahead of UTC. (dayjs's plugin creates an Intl.DateTimeFormat for each date: 130 microseconds, thousands of times in a long list.) */
function offsetAt(time: number, zone: string): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  formats.set(zone, format);
  // 3/31/2024, 09:15: the parts as text take a third of the time that they take one by one.
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0] = format.format(time).match(/\d+/g)?.map(Number) ?? [];
  return Math.round(
    (Date.UTC(year, month - 1, day, hour, minute) - Math.floor(time / MINUTE_MS) * MINUTE_MS) / MINUTE_MS,
  );
}

/** Year-month-day in the time's own zone, without leading zeros. */
export const generalDate = (time: dayjs.Dayjs) => time.format(GENERAL_FORMAT);

export interface DateOptions {
  timeZone: string;
  /** Of the texts; English if it is missing. */
  locale?: Locale;
  /** The calendars of English dates in English: Gregorian (`ad`, also if it is missing), or Bikram Sambat beside it. Nepali has both. */
  calendar?: 'ad' | 'both';
}

/** A date with its texts, of what `parseTime` parses. */
export function datedOf(value: string, { timeZone, locale = 'en', calendar = 'ad' }: DateOptions): Dated | undefined {
  const time = parseTime(value, timeZone);
  if (!time) return undefined;
  const day = { year: time.year(), month: time.month() + 1, day: time.date() };
  return new Dated(isoOf(time), () => {
    const showsBs = locale === 'ne' || calendar === 'both';
    return {
      text: locale === 'ne' ? gregorianTextInNepali(day) : time.format(SHOWN_FORMAT),
      bs: showsBs ? bikramSambatText(day, locale) : undefined,
      showsBs,
    };
  });
}
