import { dateShape } from '@foyer/model';

/* What a value of an unknown field looks like. */

export type ValueForm =
  | 'date'
  | 'document'
  | 'email'
  | 'flag'
  | 'html'
  | 'link'
  | 'number'
  | 'object'
  | 'objects'
  | 'picture'
  | 'text'
  | 'texts';

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp)(?:[?#]|$)/i;
const DOCUMENT = /\.(?:pdf|docx?|xlsx?|pptx?|csv|zip|odt)(?:[?#]|$)/i;
const LINK = /^(?:https?:)?\/\/\S+$|^\/(?:\S*[^\s/])?$/i;
const EMAIL = /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/;
const HTML = /<(?:p|br|div|ul|ol|h[1-6]|strong|em|b|a|img|table|span)\b[^<>]*>/i;
/** A year with a day and a month beside it, in digits, or with the name of a month; in Latin or Devanagari digits. */
const DATE =
  /^(?:\p{Nd}{4}[-/. ]\p{Nd}{1,2}[-/. ]\p{Nd}{1,2}|\p{Nd}{1,2}[-/. ]\p{Nd}{1,2}[-/. ]\p{Nd}{4})(?:[T ,].*)?$|^(?:\p{L}{3,9},?\s+)?(?:\p{Nd}{1,2}(?:st|nd|rd|th)?,?\s+[\p{L}\p{M}]{3,12}\.?,?\s+\p{Nd}{4}|[\p{L}\p{M}]{3,12}\.?\s+\p{Nd}{1,2}(?:st|nd|rd|th)?,?\s+\p{Nd}{4}|\p{Nd}{4},?\s+[\p{L}\p{M}]{3,12}\s+\p{Nd}{1,2})(?:[T ,].*)?$/u;
/** A word and a year, which may be the name of a month, as of a month without a day. */
const WORD_AND_YEAR = /^(?:[\p{L}\p{M}]{3,12}\.?,? ?\p{Nd}{4}|\p{Nd}{4},? [\p{L}\p{M}]{3,12})$/u;
const FLAG_WORDS = /^(?:yes|no|y|n|on|off|true|false|active|inactive)$/i;

/** The form of a value that is not empty. */
function formOfValue(value: unknown): ValueForm {
  if (typeof value === 'boolean') return 'flag';
  if (typeof value === 'number') return 'number';
  if (Array.isArray(value)) return value.every((element) => isObject(element)) ? 'objects' : 'texts';
  if (typeof value !== 'string') return 'object';
  const text = value.trim();
  if (PICTURE.test(text)) return 'picture';
  if (DOCUMENT.test(text)) return 'document';
  if (DATE.test(text) || (WORD_AND_YEAR.test(text) && dateShape(text))) return 'date';
  if (EMAIL.test(text)) return 'email';
  if (HTML.test(text)) return 'html';
  if (LINK.test(text)) return 'link';
  if (FLAG_WORDS.test(text)) return 'flag';
  return /^-?\d+(?:\.\d+)?$/.test(text) ? 'number' : 'text';
}

/** The form that most values have; undefined if all of them are empty. */
export function formOfValues(values: readonly unknown[]): ValueForm | undefined {
  const counts = new Map<ValueForm, number>();
  for (const value of values)
    if (!isEmpty(value)) counts.set(formOfValue(value), (counts.get(formOfValue(value)) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0];
}

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
