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
  /(\(?\+?\(?\d+\)?(?:[\s.‐-―−-]+\d+|[\s.‐-―−-]*\(\d{1,5}\)\d*)*)(?:[\s,;(]*(?:ext[a-z]*(?: no)?|x|#|एक्स[^\s\d.:=]*)[\s.:=]*(\d{1,6})\)?)?/gi;
/** The prefix of a number within its country: +977 (0)1 is +977 1. */
const TRUNK = /^(\(?(?:\+|00)[^(]*)\(0\)/;
/** E.164 allows no more. With its country a number has seven at least. */
const DIALLED = /^(?:\+\d{7,15}|\d{3,15})$/;
const MAX_DIALLED = 16;
/** 4123456/57 are two numbers: the second one has other last digits. */
const SAME_BUT_LAST = /^\s*\/\s*$/;
const MAX_LAST_DIGITS = 4;
/** 4123456-57 is written for two numbers as well. */
const TWO_IN_ONE = /(?<=\d{6})[-–]\d\d?$/;
/** Within Nepal a number begins with 0, which +977 replaces. */
const NEPAL_WITH_TRUNK = /^\+9770/;

/** The numbers in a text, each with its link, and the text around them. */
export function phoneParts(written: string): ContactPart[] {
  const parts: ContactPart[] = [];
  let end = 0;
  let last = '';
  let hadExtension = false;
  for (const { 0: match, 1: number = '', 2: extension, index } of foldDigits(written).matchAll(PHONE)) {
    const between = written.slice(end, index);
    const text = written.slice(index, index + match.length);
    end = index + match.length;
    let dialled = number
      .replace(TRUNK, '$1')
      .replace(/[^\d+]/g, '')
      .replace(/^00/, '+')
      .replace(NEPAL_WITH_TRUNK, '+977');
    parts.push({ text: between });
    if (SAME_BUT_LAST.test(between) && dialled.length <= MAX_LAST_DIGITS) {
      // 4123456 ext. 12/13: behind an extension stands another one.
      if (hadExtension) {
        parts.push({ text, href: `tel:${last};ext=${dialled}` });
        continue;
      }
      dialled = last.slice(0, -dialled.length) + dialled;
    }
    const sign = match.search(TWO_IN_ONE);
    if (sign > 0) {
      const both = phoneParts(`${text.slice(0, sign)}/${text.slice(sign + 1)}`);
      parts.push(...both.map((part) => (part.text === '/' ? { text: text.charAt(sign) } : part)));
      continue;
    }
    hadExtension = extension !== undefined;
    last = DIALLED.test(dialled) ? dialled : '';
    // Several numbers with nothing but spaces between.
    if (dialled.length > MAX_DIALLED && /\s/.test(text)) parts.push(...text.split(/(\s+)/).flatMap(phoneParts));
    else parts.push(last ? { text, href: `tel:${last}${extension ? `;ext=${extension}` : ''}` } : { text });
  }
  return withText([...parts, { text: written.slice(end) }]);
}

const BETWEEN_MAILBOXES = /([\s,;:/|<>()"।]+|\.(?=\s|$))/;
const MAILBOX = /^[^@]+@[^@.]+(?:\.[^@.]+)*\.[^@.\d]{2,}$/;

/** The mailboxes in a text, each with its link, and the text around them. */
export const mailParts = (written: string): ContactPart[] =>
  withText(
    written
      .split(BETWEEN_MAILBOXES)
      .map((text) =>
        MAILBOX.test(text) ? { text, href: `mailto:${text.replace(/[%?&#]/g, encodeURIComponent)}` } : { text },
      ),
  );

const withText = (parts: ContactPart[]): ContactPart[] => parts.filter(({ text }) => text);

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
