import dayjs from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat.js';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { Dated, type Reading } from '../../shared/contract/fields.ts';
import { truncate } from '../../shared/text.ts';
import { contents, plainText, sanitiser } from './html.ts';

dayjs.extend(utc);
dayjs.extend(timezone);
dayjs.extend(advancedFormat);

/** SPEC 9, the blogs' dates: March 5th 2024. */
const SHOWN = 'MMMM Do YYYY';
/** SPEC 9, the general date filter 'Y-M-D', in dayjs's tokens: 2024-3-5. */
const GENERAL = 'YYYY-M-D';

const WALL_CLOCK = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** A moment in the site's zone, from ISO 8601 or a wall-clock time of that zone; undefined for anything else. */
export function moment(value: string, zone: string): dayjs.Dayjs | undefined {
  const time = WALL_CLOCK.test(value)
    ? dayjs.tz(value.replace('T', ' '), zone)
    : WITH_OFFSET.test(value)
      ? dayjs(value).tz(zone)
      : undefined;
  // A day that does not exist (2024-02-31) rolls over: what comes out is then another day than went in.
  if (!time?.isValid() || (WALL_CLOCK.test(value) && !value.startsWith(time.format('YYYY-MM-DD')))) return undefined;
  return time;
}

/** The general date filter (SPEC 3): year-month-day by the site zone's calendar. */
export const generalDate = (time: dayjs.Dayjs) => time.format(GENERAL);

export interface ReadingOptions {
  timeZone: string;
  /** What relative locations and links are relative to; none: the site's own root. */
  origin?: string;
  videoOrigins: readonly string[];
  picture?: Reading['picture'];
  dropped: Reading['dropped'];
}

/** How an answer is read: dates in the site's zone, HTML sanitised, addresses made safe and absolute. */
export function createReading({ timeZone, origin, videoOrigins, picture, dropped }: ReadingOptions): Reading {
  const location = (value: string) => safeLocation(value, origin);
  const link = (value: string) => safeLink(value, origin);
  const sanitise = sanitiser({ location, link, picture, videoOrigins });
  const date = (value: string) => {
    const time = moment(value, timeZone);
    return time && new Dated(time.format('YYYY-MM-DDTHH:mm:ssZ'), time.format(SHOWN));
  };
  return {
    strict: false,
    date,
    until: (value) => date(DAY.test(value) ? `${value} 23:59:59` : value),
    html: sanitise,
    excerpt: (html, graphemes) => truncate(plainText(html), graphemes),
    contents,
    picture,
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
