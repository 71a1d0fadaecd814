import { randomUUID } from 'node:crypto';
import { createParseContext, newBudget, sanitiser } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { Dated, type ParseContext } from '@foyer/model';
import type { Addresses } from './addresses.ts';

/*
 * How an import reads fields: dates as a content folder writes them, addresses as links and files of the folder, and HTML
 * sanitised. A text is HTML or not by its field, which only the schema knows: in the parsed item a placeholder stands for
 * each HTML text.
 */

/** Sanitised HTML, and the edition from which it is. */
export interface SourceText {
  html: string;
  locale: Locale;
}

export interface ImportContextOptions {
  timeZone: string;
  videoOrigins: readonly string[];
  /** The API's; none: relative addresses are those of the site. */
  origin?: string;
  locale: Locale;
  addresses: Addresses;
  /** Receives the text of each placeholder. */
  texts: Map<string, SourceText>;
  /** Forms of dates beside ISO 8601, of the call that is parsed. */
  dateFormats(): readonly string[];
  onDropped(path: string, reason: string): void;
}

const MIDNIGHT = ' 00:00:00';
const END_OF_DAY = ' 23:59:59';

export function createImportContext({
  timeZone,
  videoOrigins,
  origin,
  locale,
  addresses,
  texts,
  dateFormats,
  onDropped,
}: ImportContextOptions): ParseContext {
  // With both calendars the context computes every text in Bikram Sambat, so that one of the CMS is known to be another.
  const options = { timeZone, locale, calendar: 'both', origin, videoOrigins, dateFormats, onDropped } as const;
  const context = createParseContext(options);
  const location = (value: string) => {
    const address = context.location(value);
    return address && addresses.file(address);
  };
  const link = (value: string) => {
    const address = context.link(value);
    return address && addresses.link(address, locale);
  };
  const sanitise = (html: string) =>
    sanitiser({
      location,
      link,
      videoOrigins,
      locale,
      budget: newBudget(),
      onPlainText: (text, reason) =>
        onDropped(
          `the text that begins ${JSON.stringify(text.slice(0, 60))}`,
          `${reason}: only its plain text is taken`,
        ),
      onLost: ({ message }) => onDropped('', message),
    })(html);
  return {
    ...context,
    location,
    link,
    html(value) {
      const html = sanitise(value);
      if (html.trim() === '') return '';
      const placeholder = `html:${randomUUID()}`;
      texts.set(placeholder, { html, locale });
      return placeholder;
    },
    date: (value) => written(context.date(value), (iso) => shortest(context.date, iso, MIDNIGHT)),
    until: (value) => written(context.until(value), (iso) => shortest(context.until, iso, END_OF_DAY)),
    // Of a placeholder, the whole text; of a list's HTML, its beginning.
    excerpt: (html, graphemes) => (texts.has(html) ? html : context.excerpt(html, graphemes)),
    outline: () => ({ headings: [], text: '' }),
    chart: () => undefined,
  };
}

/** The date with the text that a folder has in the place of its ISO form, and with a text in Bikram Sambat only if it is another than the computed one. */
function written(date: Dated | undefined, textOf: (iso: string) => string): Dated | undefined {
  return date && new WrittenDate(date, textOf(date.iso));
}

class WrittenDate extends Dated {
  readonly #date: Dated;

  constructor(date: Dated, text: string) {
    super(text, () => ({ text, showsBs: false }));
    this.#date = date;
  }

  override withOwnBs(bs: string): Dated {
    const date = this.#date;
    return new Dated(this.iso, () => ({
      text: this.iso,
      bs: date.texts().bs === bs ? undefined : bs,
      showsBs: true,
    }));
  }
}

/** A time as a wall clock of the site shows it, without a time of day that is understood; the ISO form if that is another time. */
function shortest(parse: ParseContext['date'], iso: string, understood: string): string {
  const time = iso.slice(0, 19).replace('T', ' ');
  const short = [time.replace(understood, ''), time].find((text) => parse(text)?.iso === iso);
  return short ?? iso;
}
