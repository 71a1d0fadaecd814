import dayjs from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat.js';
import utc from 'dayjs/plugin/utc.js';
import { type Edition, editionPath, type Locales, localeOf } from '../../shared/edition.ts';
import type { Locale } from '../../shared/messages/index.ts';
import { Dated } from '../../shared/schema/dated.ts';
import type { ParseContext } from '../../shared/schema/parse-context.ts';
import { truncate } from '../../shared/text.ts';
import { contentNow } from '../../shared/time.ts';
import { bikramSambatText, gregorianTextInNepali } from './bikram-sambat.ts';
import { drawShares } from './charts/share-chart.ts';
import { parseWithFormats } from './date-formats.ts';
import { looksLikeBikramSambat } from './detect-date-formats.ts';
import { type HtmlBudget, outlineOf, plainText, sanitiser, textBeginning } from './sanitise-html.ts';

dayjs.extend(utc);
dayjs.extend(advancedFormat);

/** Dates as shown, e.g. March 5th 2024 (docs/specification.md). */
const SHOWN_FORMAT = 'MMMM Do YYYY';
/** The general date filter, e.g. 2024-3-5 (docs/specification.md). */
const GENERAL_FORMAT = 'YYYY-M-D';

/** Code units of a Devanagari conjunct with its vowel signs. */
const MAX_GRAPHEME_LENGTH = 8;
/** Characters of a text that are quoted in the log, so that an editor finds it. */
const QUOTED_CHARACTERS = 60;

export const WALL_CLOCK = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** Parses ISO 8601, or a wall-clock time of the site's zone, to a time in that zone; undefined for any other text. */
export function parseTime(value: string, zone: string): dayjs.Dayjs | undefined {
  const isWallClock = WALL_CLOCK.test(value);
  if (!isWallClock && !WITH_OFFSET.test(value)) return undefined;
  const time = isWallClock ? fromWallClock(value, zone) : dayjs.utc(value);
  if (Number.isNaN(time.valueOf())) return undefined;
  const inZone = time.utcOffset(offsetAt(time.valueOf(), zone));
  // A day that does not exist (2024-02-31) has become a later one.
  return isWallClock && !wallClockOf(inZone).startsWith(value.slice(0, 10)) ? undefined : inZone;
}

const MINUTE_MS = 60_000;

/** A time in its zone as ISO 8601 without the zone. (dayjs's own format takes ten times as long: it asks each time whether the date is valid.) */
const wallClockOf = (time: dayjs.Dayjs): string =>
  new Date(time.valueOf() + time.utcOffset() * MINUTE_MS).toISOString();

const ISO_CHARACTERS = '2024-02-29T09:15:00.000Z'.length;

/** As `time.format('YYYY-MM-DDTHH:mm:ssZ')`. */
function isoOf(time: dayjs.Dayjs): string {
  const wallClock = wallClockOf(time);
  // A year of more than four digits.
  if (wallClock.length !== ISO_CHARACTERS) return time.format('YYYY-MM-DDTHH:mm:ssZ');
  const offset = time.utcOffset();
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return `${wallClock.slice(0, 19)}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

/** A day as its last second; any other text as it is. */
export const endOfDay = (value: string): string => (DAY.test(value) ? `${value} 23:59:59` : value);

const WITHOUT_FRACTION = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** Converts a wall-clock time in two steps: near a change of the zone's offset the first guess may have the wrong one. */
function fromWallClock(value: string, zone: string): dayjs.Dayjs {
  const [isWhole, year, month, day, hour = 0, minute = 0, second = 0] = WITHOUT_FRACTION.exec(value) ?? [];
  const inUtc = isWhole
    ? Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
    : dayjs.utc(value.replace(' ', 'T')).valueOf();
  const guess = inUtc - offsetAt(inUtc, zone) * MINUTE_MS;
  return dayjs.utc(inUtc - offsetAt(guess, zone) * MINUTE_MS);
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

export interface ParseOptions {
  timeZone: string;
  /** Of the texts of dates without an item that names its language; English if it is missing. */
  locale?: Locale;
  /** The editions of the site, the default one first: a link leads to the page in its own edition. */
  locales?: Locales;
  /** The calendars of English dates in English: Gregorian (`ad`, also if it is missing), or Bikram Sambat beside it. Nepali has both. */
  calendar?: 'ad' | 'both';
  /** Base of relative locations and links; none: the site's root. */
  origin?: string;
  videoOrigins: readonly string[];
  /** Of the answer that is parsed. */
  htmlBudget?: HtmlBudget;
  /** Further forms of dates, tried before ISO 8601. */
  dateFormats?: () => readonly string[];
  onDropped: ParseContext['onDropped'];
  onGuessed?: ParseContext['onGuessed'];
}

/** The parsers of an upstream's fields: dates in the site's zone, sanitised HTML, safe and absolute addresses. */
export function createParseContext({
  timeZone,
  locale = 'en',
  locales = [locale],
  calendar = 'ad',
  origin,
  videoOrigins,
  htmlBudget,
  dateFormats = () => [],
  onDropped,
  onGuessed,
}: ParseOptions): ParseContext {
  const location = (value: string) => safeLocation(value, origin);
  const link = (value: string) => inEdition(safeLink(value, origin), { locale, locales });
  const onPlainText = (html: string, reason: string) =>
    onDropped(
      `the text that begins ${JSON.stringify(html.slice(0, QUOTED_CHARACTERS))}`,
      `${reason}: shown as plain text`,
    );
  const onUndrawn = (caption: string, reason: string) =>
    onDropped(`the chart ${JSON.stringify(caption.slice(0, QUOTED_CHARACTERS))}`, `${reason}: shown as a table`);
  const sanitise = sanitiser({ location, link, videoOrigins, locale, budget: htmlBudget, onPlainText, onUndrawn });
  const read = (value: string) => (dateFormats().length > 0 ? parseWithFormats(value, dateFormats()) : undefined);
  /** @param complete makes a time of a day */
  const dateWith = (complete: (value: string) => string) => (value: string) => {
    const { time = value, reason } = read(value) ?? {};
    // Read as ISO 8601 it would be another day.
    return reason === undefined ? dateOf(complete(time)) : undefined;
  };
  const dateOf = (value: string) => {
    const time = parseTime(value, timeZone);
    if (!time) return undefined;
    const day = { year: time.year(), month: time.month() + 1, day: time.date() };
    return new Dated(isoOf(time), (lang) => {
      const language = localeOf(lang) ?? locale;
      const showsBs = language === 'ne' || locale === 'ne' || calendar === 'both';
      return {
        text: language === 'ne' ? gregorianTextInNepali(day) : time.format(SHOWN_FORMAT),
        bs: showsBs ? bikramSambatText(day, language) : undefined,
        showsBs,
      };
    });
  };
  return {
    strict: false,
    date: dateWith((value) => value),
    until: dateWith(endOfDay),
    dateDoubt: (iso) =>
      looksLikeBikramSambat(iso, new Date(contentNow()))
        ? `read as the year ${iso.slice(0, 4)} AD: if it is Bikram Sambat, mapping.yaml needs dates: [BS YYYY-MM-DD]`
        : undefined,
    dateFault: (value) => read(value)?.reason,
    html: sanitise,
    excerpt: (html, graphemes) =>
      truncate(
        Number.isFinite(graphemes) ? textBeginning(html, graphemes * MAX_GRAPHEME_LENGTH) : plainText(html),
        graphemes,
      ),
    outline: outlineOf,
    shareChart: (shares) => drawShares(shares, locale),
    location,
    link,
    onDropped,
    onGuessed,
    place: [],
  };
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const SITE_ORIGIN = 'http://site.invalid';
/** Addresses without an edition. */
const NO_PAGES = /^\/(?:media|assets|frontapi)\//;
/** The path of a file: paths of screens have no extension. */
const FILE_PATH = /\.[A-Za-z0-9]{2,5}$/;

/** Resolves an address against the origin, or the site; undefined for other schemes and for credentials. */
function safeAddress(value: string, origin: string | undefined): URL | undefined {
  if (!URL.canParse(value, origin ?? SITE_ORIGIN)) return undefined;
  const url = new URL(value, origin ?? SITE_ORIGIN);
  return SCHEMES.has(url.protocol) && url.username === '' && url.password === '' ? url : undefined;
}

const withoutSiteOrigin = (url: URL) => (url.origin === SITE_ORIGIN ? url.pathname + url.search + url.hash : url.href);

function safeLocation(value: string, origin: string | undefined): string | undefined {
  const url = safeAddress(value, origin);
  return url && /^https?:$/.test(url.protocol) ? withoutSiteOrigin(url) : undefined;
}

/** Leads to the page in its edition. A link that names an edition stays as it is. */
export function inEdition(link: string | undefined, edition: Edition): string | undefined {
  if (!link?.startsWith('/') || edition.locale === edition.locales[0]) return link;
  const [path = ''] = link.split(/[?#]/, 1);
  const isOfPage = !FILE_PATH.test(path) && !NO_PAGES.test(path);
  const namesEdition = edition.locales.some((locale) => path === `/${locale}` || path.startsWith(`/${locale}/`));
  return isOfPage && !namesEdition ? editionPath(path, edition) + link.slice(path.length) : link;
}

/** A relative link to a screen stays on the site; a relative link to a file leads to the upstream, which has the file. */
function safeLink(value: string, origin: string | undefined): string | undefined {
  const onSite = safeAddress(value, undefined);
  const isScreen = onSite?.origin === SITE_ORIGIN && !FILE_PATH.test(onSite.pathname);
  const url = isScreen ? onSite : safeAddress(value, origin);
  return url && withoutSiteOrigin(url);
}
