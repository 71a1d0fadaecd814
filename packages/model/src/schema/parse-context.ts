import type { Locale } from '@foyer/messages';
import type { Dated } from './dated.ts';

/** The parsers that the schemas use. The server supplies them (packages/gateway/src/field-parsers.ts). */
export interface ParseContext {
  /** True for a content folder: every fault is reported to its editor. False for a CMS: what does not fit is dropped and logged. */
  strict: boolean;
  /** The edition: its language and digits. */
  locale: Locale;
  /** ISO 8601, or a wall-clock time of the site's zone, or a form of mapping.yaml. */
  date(value: string): Dated | undefined;
  /** Sanitised HTML. */
  html(value: string): string;
  /** The end of a period: a date without a time means the end of that day. */
  until(value: string): Dated | undefined;
  /** Whether a text that is no date in a known form is of a year that has passed. */
  isLongPast?(value: string): boolean;
  /** Why a text that has a form of mapping.yaml is no day. */
  dateFault?(value: string): string | undefined;
  /** For a date more than fifty years ahead: which day it probably means. */
  farAhead?(iso: string): string | undefined;
  /** Why a date that was read may be another day. */
  dateDoubt?(iso: string): string | undefined;
  /** A plain text in which a CMS has written characters as in HTML (`&amp;`), without that. */
  decoded?(text: string): string;
  /** The plain text of HTML, cut to so many graphemes. */
  excerpt(html: string, graphemes: number): string;
  /** The h2 headings of a sanitised text, with their ids, and its plain text. */
  outline(html: string): { headings: { id: string; name: string }[]; text: string };
  /** A picture of the numbers in a table, the names of its columns first, as trusted HTML; undefined if they cannot be drawn, and in a content folder. */
  chart(
    table: readonly string[][],
    options: { type: 'line' | 'bar' | 'share'; title: string; unit: string },
  ): string | undefined;
  /** The address of a file, absolute or from the site's root; undefined for an unsafe one. */
  location(value: string): string | undefined;
  /** The target of a link; also mailto: and tel:. */
  link(value: string): string | undefined;
  /** Called for each part of an answer that was dropped because it does not fit. @param id of the item that the path is in */
  onDropped(path: string, reason: string, id?: string): void;
  /** Called for each part of an answer that is read although it does not fit. */
  onGuessed?(path: string, reason: string, id?: string): void;
  /** The elements of lists in which the schemas are. The contexts that are made of one share it. */
  readonly place: Place[];
}

/** An element of a list, e.g. `files[0]`, and its id. */
interface Place {
  name: string;
  id?: string;
}

const pathIn = (ctx: ParseContext, name: string): string =>
  [...ctx.place.map((place) => place.name), name].filter(Boolean).join('.');
const idIn = (ctx: ParseContext): string | undefined => ctx.place.find(({ id }) => id !== undefined)?.id;
export const drop = (ctx: ParseContext, name: string, reason: string): void =>
  ctx.onDropped(pathIn(ctx, name), reason, idIn(ctx));
export const guess = (ctx: ParseContext, name: string, reason: string): void =>
  ctx.onGuessed?.(pathIn(ctx, name), reason, idIn(ctx));

/** Parses an element of a list: what is dropped in it is named with its place. */
export function within<T>(ctx: ParseContext, name: string, element: unknown, parse: () => T): T {
  ctx.place.push({ name, id: idOf(element) });
  try {
    return parse();
  } finally {
    ctx.place.pop();
  }
}

function idOf(element: unknown): string | undefined {
  if (typeof element !== 'object' || element === null || !('id' in element)) return undefined;
  return typeof element.id === 'string' || typeof element.id === 'number' ? String(element.id) : undefined;
}
