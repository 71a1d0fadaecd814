import type { Locales } from '../../shared/edition.ts';
import type { ParseContext } from '../../shared/schema/parse-context.ts';
import { truncate } from '../../shared/text.ts';
import { contentNow } from '../../shared/time.ts';
import { drawShares } from './charts/share-chart.ts';
import { parseWithFormats } from './date-formats.ts';
import { type DateOptions, datedOf, endOfDay } from './dates.ts';
import { looksLikeBikramSambat } from './detect-date-formats.ts';
import { inEdition, safeLink, safeLocation } from './links.ts';
import { type HtmlBudget, outlineOf, plainText, sanitiser, textBeginning } from './sanitise-html.ts';

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
  const dateOf = (value: string) => datedOf(value, { timeZone, locale, calendar });
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
