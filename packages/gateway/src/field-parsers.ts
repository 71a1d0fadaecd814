import { drawTable } from '@foyer/charts';
import {
  contentNow,
  type DateOptions,
  datedOf,
  drop,
  endOfDay,
  fromBikramSambat,
  guess,
  isLongPast,
  type Locales,
  looksLikeBikramSambat,
  type ParseContext,
  parseWithFormats,
  truncate,
} from '@foyer/model';
import { nodeText, plainText, textBeginning } from './html-text.ts';
import { inEdition, safeLink, safeLocation } from './links.ts';
import type { Loss } from './lost-elements.ts';
import { parseHtml } from './parse-html.ts';
import { type HtmlBudget, outlineOf, sanitiser } from './sanitise-html.ts';

/** Code units of a Devanagari conjunct with its vowel signs. */
const MAX_GRAPHEME_LENGTH = 8;
/** Characters of a text that are quoted in the log, so that an editor finds it. */
const QUOTED_CHARACTERS = 60;

export interface ParseOptions extends DateOptions {
  /** The editions of the site, the default one first: a link leads to the page in its own edition. */
  locales?: Locales;
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

/** Of texts that were encoded more than once. */
const PASSES = 3;

/** A plain text without the character references of HTML. */
function decodedText(text: string): string {
  let decoded = text;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const again = nodeText(parseHtml(decoded.replaceAll('<', '&lt;')));
    if (again === decoded) break;
    decoded = again;
  }
  return decoded;
}

/** The name of a table that was cut: no value will be put in its place (named-datasets.ts). */
const CUT_NAME = /\{\{[^{}]*\.\.\.$/;

/** The beginning of a text, without its tags. */
export function excerptOf(html: string, graphemes: number): string {
  const text = Number.isFinite(graphemes) ? textBeginning(html, graphemes * MAX_GRAPHEME_LENGTH) : plainText(html);
  return truncate(text, graphemes).replace(CUT_NAME, '...');
}

const NEEDS_FORM = 'mapping.yaml needs dates: [BS YYYY-MM-DD]';
/** No organisation announces anything so far ahead: such a year is one of Bikram Sambat, or stands for "never". */
const FAR_AHEAD_YEARS = 50;

/** The day that a date more than fifty years ahead probably means; undefined for any other. */
function farAhead(iso: string): string | undefined {
  const limit = new Date(contentNow());
  limit.setUTCFullYear(limit.getUTCFullYear() + FAR_AHEAD_YEARS);
  if (Date.parse(iso) <= limit.getTime()) return undefined;
  const written = iso.slice(0, 'YYYY-MM-DD'.length);
  const [year = 0, month = 0, day = 0] = written.split('-').map(Number);
  const meant = fromBikramSambat({ year, month, day });
  if (meant) {
    const [gregorianMonth, gregorianDay] = [meant.month, meant.day].map((part) => String(part).padStart(2, '0'));
    return `${written} of Bikram Sambat is ${meant.year}-${gregorianMonth}-${gregorianDay} AD`;
  }
  return looksLikeBikramSambat(iso, new Date(contentNow()))
    ? `of Bikram Sambat, it is in ${year - 57} or ${year - 56} AD`
    : 'leave the field out if there is no such day';
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
  const onLost = ({ message, link }: Loss) => (link ? guess : drop)(context, '', message);
  const sanitise = sanitiser({
    location,
    link,
    videoOrigins,
    locale,
    budget: htmlBudget,
    onPlainText,
    onUndrawn,
    onLost,
  });
  const read = (value: string) => (dateFormats().length > 0 ? parseWithFormats(value, dateFormats()) : undefined);
  const dateAt = (value: string, isUntil: boolean) => {
    const { time = value, lastDay = time, reason } = read(value) ?? {};
    // Read as ISO 8601 it would be another day.
    if (reason !== undefined) return undefined;
    return dateOf(isUntil ? endOfDay(lastDay) : time);
  };
  const dateOf = (value: string) => datedOf(value, { timeZone, locale, calendar });
  const context: ParseContext = {
    strict: false,
    locale,
    date: (value) => dateAt(value, false),
    until: (value) => dateAt(value, true),
    farAhead,
    dateDoubt: (iso) => {
      const far = farAhead(iso);
      const year = iso.slice(0, 4);
      if (far !== undefined) return `not shown before the year ${year} AD: ${far}, and ${NEEDS_FORM}`;
      const isDoubtful = looksLikeBikramSambat(iso, new Date(contentNow()));
      return isDoubtful ? `read as the year ${year} AD: if it is Bikram Sambat, ${NEEDS_FORM}` : undefined;
    },
    isLongPast: (value) => isLongPast(value, contentNow()),
    dateFault: (value) => read(value)?.reason,
    html: sanitise,
    decoded: decodedText,
    excerpt: excerptOf,
    outline: outlineOf,
    chart: (table, options) => drawTable(table, options, locale),
    location,
    link,
    onDropped,
    onGuessed,
    place: [],
  };
  return context;
}
