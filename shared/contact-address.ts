import { foldDigits } from './text.ts';

/* What is written for a telephone or a mailbox: any number of them, with words between. */

/** A part of what is written. Without `href` it is text. */
export interface ContactPart {
  text: string;
  /** tel: (RFC 3966) or mailto: */
  href?: string;
}

/** Groups of digits with signs between, one of them perhaps in brackets, and an extension in words or as RFC 3966 has it. */
const PHONE =
  /(?<number>\(?\+?\(?\d+\)?(?:[\s.\u2010-\u2015\u2212-]+\d+|[\s.\u2010-\u2015\u2212-]*\(\d{1,5}\)\d*)*)(?:[\s,;(]*(?:ext(?:ension|n)?|x|एक्सटेन्सन|एक्स)[\s.:=]*(?<extension>\d{1,6})\)?)?/giu;
/** The prefix of a number within its country: +977 (0)1 is +977 1. */
const TRUNK = /^(\(?(?:\+|00)[^(]*)\(0\)/;
const MIN_DIGITS = 3;
/** Of a number with its country. */
const MIN_INTERNATIONAL_DIGITS = 7;
/** E.164 allows no more. */
const MAX_DIGITS = 15;
/** 4123456/57 are two numbers: the second one has other last digits. */
const SAME_BUT_LAST = /^\s*\/\s*$/;
const MAX_LAST_DIGITS = 4;

/** The numbers in a text, each with its link, and the text around them. */
export function phoneParts(written: string): ContactPart[] {
  const parts: ContactPart[] = [];
  let end = 0;
  let last = '';
  for (const { 0: match, index, groups = {} } of foldDigits(written).matchAll(PHONE)) {
    if (index > end) parts.push({ text: written.slice(end, index) });
    const { number = '', extension } = groups;
    // So many digits are several numbers with spaces between, or none.
    const isOne = digitsIn(number).length <= MAX_DIGITS;
    for (const piece of isOne ? [match] : match.split(/(\s+)/)) {
      const text = written.slice(Math.max(end, index), Math.max(end, index) + piece.length);
      const isSameButLast = SAME_BUT_LAST.test(parts.at(-1)?.text ?? '');
      const dialled = dialledOf(
        isOne ? number : piece,
        isSameButLast ? last : '',
        isOne ? MIN_DIGITS : MIN_INTERNATIONAL_DIGITS,
      );
      last = dialled ?? '';
      parts.push(dialled ? { text, href: `tel:${dialled}${isOne && extension ? `;ext=${extension}` : ''}` } : { text });
      end = Math.max(end, index) + piece.length;
    }
  }
  if (end < written.length) parts.push({ text: written.slice(end) });
  return parts;
}

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/** What is dialled for a number; undefined for digits that are none. */
function dialledOf(number: string, before: string, minDigits: number): string | undefined {
  const digits = digitsIn(number.replace(TRUNK, '$1'));
  if (before.length > MAX_LAST_DIGITS && digits.length <= MAX_LAST_DIGITS)
    return before.slice(0, -digits.length) + digits;
  const international = /^\(?\+/.test(number) ? digits : /^\(?00/.test(number) ? digits.slice(2) : undefined;
  if (international !== undefined)
    return international.length >= MIN_INTERNATIONAL_DIGITS && international.length <= MAX_DIGITS
      ? `+${international}`
      : undefined;
  return digits.length >= minDigits && digits.length <= MAX_DIGITS ? digits : undefined;
}

const BETWEEN_MAILBOXES = /([\s,;:/|<>()"।]+)/;
const MAILBOX = /^[^@]+@[^@.]+(?:\.[^@.]+)*\.[^@.\d]{2,}$/u;

/** The mailboxes in a text, each with its link, and the text around them. */
export const mailParts = (written: string): ContactPart[] =>
  written
    .split(BETWEEN_MAILBOXES)
    .filter((text) => text !== '')
    .map((text) =>
      MAILBOX.test(text) ? { text, href: `mailto:${text.replace(/[%?&#]/g, encodeURIComponent)}` } : { text },
    );

/** The first number or mailbox alone, for programs; undefined if there is none. */
export const firstContact = (parts: readonly ContactPart[]): string | undefined =>
  parts.find(({ href }) => href !== undefined)?.text;

/** Why a part of a text leads nowhere, though it should; undefined if all is well. Words between are right. */
export function contactIssue(written: string, kind: 'phone' | 'mail'): string | undefined {
  const parts = kind === 'phone' ? phoneParts(written) : mailParts(written);
  const isLost = kind === 'phone' ? /\d{3}/ : /@/;
  const lost = parts.find(({ text, href }) => href === undefined && isLost.test(foldDigits(text)))?.text;
  const hasAny = parts.some(({ href }) => href !== undefined);
  if (hasAny && lost === undefined) return undefined;
  const expected =
    kind === 'phone'
      ? 'no telephone number: expected one such as +977-1-5550100'
      : 'no e-mail address: expected one such as office@example.org';
  return `${(lost ?? written).trim()}: ${expected}`;
}
