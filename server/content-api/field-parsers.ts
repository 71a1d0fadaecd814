import dayjs from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat.js';
import utc from 'dayjs/plugin/utc.js';
import { Dated, type Reading } from '../../shared/contract/fields.ts';
import { truncate } from '../../shared/text.ts';
import { beginningOf, contents, plainText, sanitiser } from './sanitise-html.ts';

dayjs.extend(utc);
dayjs.extend(advancedFormat);

/** SPEC 9, the blogs' dates: March 5th 2024. */
const SHOWN = 'MMMM Do YYYY';
/** SPEC 9, the general date filter 'Y-M-D', in dayjs's tokens: 2024-3-5. */
const GENERAL = 'YYYY-M-D';

/** Code units of a Devanagari conjunct with its vowel signs. */
const LONGEST_GRAPHEME = 8;
/** Characters of a text by which an editor finds it. */
const QUOTED = 60;

const WALL_CLOCK = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** A moment in the site's zone, from ISO 8601 or a wall-clock time of that zone; undefined for anything else. */
export function moment(value: string, zone: string): dayjs.Dayjs | undefined {
  const isWallClock = WALL_CLOCK.test(value);
  if (!isWallClock && !WITH_OFFSET.test(value)) return undefined;
  const time = isWallClock ? fromWallClock(value, zone) : dayjs.utc(value);
  if (!time.isValid()) return undefined;
  const shown = time.utcOffset(offsetAt(time.valueOf(), zone));
  // A day that does not exist (2024-02-31) rolls over: what comes out is then another day than went in.
  return isWallClock && !value.startsWith(shown.format('YYYY-MM-DD')) ? undefined : shown;
}

/** The offset that holds at the time itself may differ from that of the same clock time in UTC, where the zone's changes in between. */
function fromWallClock(value: string, zone: string): dayjs.Dayjs {
  const inUtc = dayjs.utc(value.replace(' ', 'T'));
  if (!inUtc.isValid()) return inUtc;
  const guess = inUtc.subtract(offsetAt(inUtc.valueOf(), zone), 'minute');
  return inUtc.subtract(offsetAt(guess.valueOf(), zone), 'minute');
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Minutes by which a zone is ahead of UTC. (dayjs's own plugin makes a new Intl.DateTimeFormat for each date: 130 microseconds, of which a long list has thousands.) */
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
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Math.round((Date.UTC(year, month - 1, day, hour, minute) - Math.floor(time / 60_000) * 60_000) / 60_000);
}

/** The general date filter (SPEC 3): year-month-day by the site zone's calendar. */
export const generalDate = (time: dayjs.Dayjs) => time.format(GENERAL);

export interface ReadingOptions {
  timeZone: string;
  /** What relative locations and links are relative to; none: the site's own root. */
  origin?: string;
  videoOrigins: readonly string[];
  dropped: Reading['dropped'];
}

/** How an answer is read: dates in the site's zone, HTML sanitised, addresses made safe and absolute. */
export function createReading({ timeZone, origin, videoOrigins, dropped }: ReadingOptions): Reading {
  const location = (value: string) => safeLocation(value, origin);
  const link = (value: string) => safeLink(value, origin);
  const simplified = (html: string, reason: string) =>
    dropped(`the text that begins ${JSON.stringify(html.slice(0, QUOTED))}`, `${reason}: shown as plain text`);
  const sanitise = sanitiser({ location, link, videoOrigins, simplified });
  const date = (value: string) => {
    const time = moment(value, timeZone);
    return time && new Dated(time.format('YYYY-MM-DDTHH:mm:ssZ'), time.format(SHOWN));
  };
  return {
    strict: false,
    date,
    until: (value) => date(DAY.test(value) ? `${value} 23:59:59` : value),
    html: sanitise,
    excerpt: (html, graphemes) =>
      truncate(
        Number.isFinite(graphemes) ? beginningOf(html, graphemes * LONGEST_GRAPHEME) : plainText(html),
        graphemes,
      ),
    contents,
    location,
    link,
    dropped,
  };
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const HERE = 'http://site.invalid';
/** A path to a file, not to a screen: screens have no ending. */
const TO_FILE = /\.[A-Za-z0-9]{2,5}$/;

/** Relative addresses are relative to the upstream, `origin`, or, where there is none, to the site. */
function safeAddress(value: string, origin: string | undefined): URL | undefined {
  if (!URL.canParse(value, origin ?? HERE)) return undefined;
  const url = new URL(value, origin ?? HERE);
  return SCHEMES.has(url.protocol) && url.username === '' && url.password === '' ? url : undefined;
}

const shown = (url: URL) => (url.origin === HERE ? url.pathname + url.search + url.hash : url.href);

function safeLocation(value: string, origin: string | undefined): string | undefined {
  const url = safeAddress(value, origin);
  return url && /^https?:$/.test(url.protocol) ? shown(url) : undefined;
}

/** A relative link to a screen stays on the site, whoever wrote it; one to a file leads to where its writer keeps files. */
function safeLink(value: string, origin: string | undefined): string | undefined {
  const here = safeAddress(value, undefined);
  const isScreen = here?.origin === HERE && !TO_FILE.test(here.pathname);
  const url = isScreen ? here : safeAddress(value, origin);
  return url && shown(url);
}
