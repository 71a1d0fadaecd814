import { digits, type Locale } from '@foyer/messages';

/* Numbers as Nepalese tables write them: 1,00,000, 12.38, NPR 12.38, 8 %, १२.३८, (35) for -35. */

export interface Amount {
  value: number;
  /** What stands before or behind the number: NPR, %, of NPR 95 lakh the lakh. Empty if nothing does. */
  unit: string;
}

/** Characters of a cell with a number; a longer cell has words. */
const MAX_AMOUNT_CHARACTERS = 40;
const DEVANAGARI_DIGIT = /[०-९]/g;
const ZERO_IN_DEVANAGARI = '०'.charCodeAt(0);
const MINUS = /[\u2212\u2013]/g;
/** Groups of two or three digits, the last of three. Neither a year and its end (2081/82), nor a date, nor 1e308 is an amount. */
const AMOUNT =
  /^([-+]?) ?([^\d\s.,()+-][^\d()+-]{0,11}?)? ?([-+]?)(\d{1,3}(?:,\d{2,3}){0,6},\d{3}|\d{1,15})(\.\d{1,10})? ?([^\d\s.,:/()+-][^\d,:/()]{0,15})?$/u;

/** The number that a cell is; undefined for words, a date, or an empty cell. */
export function parseAmount(cell: string): Amount | undefined {
  if (cell.length > MAX_AMOUNT_CHARACTERS) return undefined;
  const text = cell
    .replace(DEVANAGARI_DIGIT, (digit) => String(digit.charCodeAt(0) - ZERO_IN_DEVANAGARI))
    .replace(MINUS, '-')
    .replace(/\s+/g, ' ')
    .trim();
  // As accounts write what is negative.
  const [, inner] = /^\(([^-+]*)\)$/.exec(text) ?? [];
  const match = AMOUNT.exec(inner ?? text);
  if (!match) return undefined;
  const [, sign, before = '', innerSign, whole = '', fraction = '', behind = ''] = match;
  const value = Number(whole.replaceAll(',', '') + fraction);
  const isNegative = inner !== undefined || sign === '-' || innerSign === '-';
  return {
    value: isNegative && value !== 0 ? -value : value,
    unit: (scaleOf(behind) ? behind : before || behind).trim(),
  };
}

/** Words that multiply a number. */
const SCALE =
  /^(thousands?|lakhs?|lacs?|crores?|cr|arabs?|kharabs?|millions?|mn|billions?|bn|हजार|लाख|करोड\u093c?|अर्ब|अरब|खर्ब)(?![\p{L}\p{M}])/iu;

/** The word of a unit that multiplies its numbers; empty of a currency, and of none. Undefined of units of which there are no lakhs, as %. */
export function scaleOf(unit: string): string | undefined {
  const [, word] = SCALE.exec(unit.normalize()) ?? [];
  if (word !== undefined) return unitKey(word);
  return unit === '' || CURRENCY.test(unit) ? '' : undefined;
}

const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ['rs', 'npr'],
  ['रु', 'npr'],
  ['रू', 'npr'],
  ['lac', 'lakh'],
  ['लाख', 'lakh'],
  ['cr', 'crore'],
  ['करोड', 'crore'],
  ['करोड\u093c', 'crore'],
  ['mn', 'million'],
  ['bn', 'billion'],
]);

/** The same for a unit in other letters: Rs. and NPR, lakh and lakhs. */
export function unitKey(unit: string): string {
  const plain = unit
    .normalize()
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/(?<=[a-z]{2})s$/, '');
  return OTHER_WORDS.get(plain) ?? plain;
}

/** By the least decimals. To create one takes as long as a hundred numbers. */
const formats = new Map<number, Intl.NumberFormat>();

/** A number in the digits of an edition, grouped as in Nepal: 1,00,000. */
export function amountText(value: number, locale: Locale, decimals = 0): string {
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: 6 };
  const format = formats.get(decimals) ?? new Intl.NumberFormat('en-IN', options);
  formats.set(decimals, format);
  return digits(locale, format.format(value));
}

const CURRENCY = /^(?:NPR|Rs\.?|र[ुू]\.?|INR|USD|₹|\$|€)$/;

/** A currency stands before its number, any other unit behind it. */
export const withUnit = (text: string, unit: string): string =>
  unit === '' ? text : CURRENCY.test(unit) ? `${unit} ${text}` : `${text} ${unit}`;
