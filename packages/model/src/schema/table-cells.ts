import { digits, type Locale } from '@foyer/messages';
import { monthText } from '../dates/bikram-sambat.ts';
import { grouped } from '../text.ts';
import { decoded } from './fields.ts';
import type { ParseContext } from './parse-context.ts';

/* Cells of a table: the value as sources and files have it, and what is shown of it. */

export interface Cell {
  /** As shown, in the digits of the edition; of a day the Gregorian text. */
  text: string;
  /** Of a day, in Bikram Sambat. */
  bs?: string;
  /** The plain value, if it is not the text: 2026-08-09, 1250000.5. */
  value?: string;
  /** Of a link or a file. */
  href?: string;
}

/** What decides how a value is shown. */
interface CellColumn {
  type?: string;
  calendar?: 'ad' | 'bs';
}

/** Characters of a cell. */
const MAX_CELL_CHARACTERS = 1_000;
/** A link with its name, as in Markdown. */
const NAMED_LINK = /^\[([^\]]+)\]\((\S+)\)$/;

/** The plain value of what a source sends for a cell: a text, a number, a file, or a cell of our own API. Empty for none. */
export function cellValue(sent: unknown): string {
  if (typeof sent === 'number' || typeof sent === 'boolean') return String(sent);
  if (typeof sent === 'string') return sent.toWellFormed().replaceAll('\0', '').trim().slice(0, MAX_CELL_CHARACTERS);
  if (typeof sent !== 'object' || sent === null) return '';
  const { value, text, location, href = location, name } = sent as Partial<Record<string, unknown>>;
  const link = cellValue(href);
  if (link !== '' && value === undefined) return `[${cellValue(name) || cellValue(text) || link}](${link})`;
  return cellValue(value ?? text);
}

export function cellOf(ctx: ParseContext, { type, calendar }: CellColumn, value: string): Cell {
  if (value === '') return { text: '' };
  switch (type) {
    case 'date': {
      const date = ctx.date(value);
      return date ? { ...date.texts(), value } : { text: value };
    }
    case 'link':
    case 'file': {
      const { name, address } = linkOfCell(value);
      const href = type === 'file' ? ctx.location(address) : ctx.link(address);
      const text = decoded(ctx, name);
      return href === undefined ? { text } : { text, href, value };
    }
    default: {
      const plain = decoded(ctx, value);
      const text = valueText(ctx, { type, calendar }, plain);
      return text === plain ? { text } : { text, value: plain };
    }
  }
}

/** What a cell of a link or a file leads to, and its name: `[Result](/media/result.pdf)`, or the address alone. */
export function linkOfCell(value: string): { name: string; address: string } {
  const [, name = value, address = value] = NAMED_LINK.exec(value) ?? [];
  return { name, address };
}

/** A value as it is shown in a sentence. */
export function valueText(ctx: ParseContext, { type, calendar = 'ad' }: CellColumn, value: string): string {
  switch (type) {
    case 'date':
      return ctx.date(value)?.texts().text ?? value;
    case 'month':
      return monthText(value, calendar, ctx.locale) ?? value;
    case 'number':
    case 'money':
      return numberText(value, ctx.locale);
    case 'percent':
      return `${numberText(value, ctx.locale)} %`;
    default:
      return value;
  }
}

const NUMBER = /^(-?)(\d+)(\.\d+)?$/;

/** A number with the decimals that it is written with, grouped as in Nepal: 12,34,567.50. */
function numberText(value: string, locale: Locale): string {
  const [, sign, whole = '', fraction = ''] = NUMBER.exec(value) ?? [];
  if (sign === undefined) return value;
  return digits(locale, `${sign === '-' ? '−' : ''}${grouped(whole)}${fraction}`);
}
