import { Tokenizer, type TokenizerObject } from 'marked';

/*
 * What CommonMark, made for scripts with spaces between words, misreads in Nepali: suffixes follow emphasis without a space
 * (**१०%**को), and a danda follows an address (https://example.org।).
 */

/**
 * Punctuation that ends a text in front of a suffix. The parser takes the sign between them for one that opens, unless a letter
 * stands before it. Brackets and quotes that open, and what follows a space, are left.
 */
const END_BEFORE_SUFFIX =
  /(?<=\S)(?![\p{Ps}\p{Pi}*_~])[\p{P}\p{S}](?=(?:\*{1,3}|~{1,2}|_{1,3})\p{Script=Devanagari})/gu;
/** A letter of a suffix behind underscores, which the parser takes for a part of a name, as in snake_case. */
const SUFFIX_AFTER_UNDERSCORE = /(?<=[^\s_]_{1,3})\p{Script=Devanagari}/gu;
const NEPALI_LETTER = /\p{Script=Devanagari}$/u;
const OPENING = /^(?:\*{1,3}|~{1,2})[\p{Ps}\p{Pi}"']/u;

/** What ends an address in a text: a danda, and quotes. */
const END_OF_ADDRESS = /[।॥“”‘’«»…]/;
/** A domain in Latin letters ends where a suffix begins: https://example.orgमा. */
const SUFFIX_OF_DOMAIN = /^(?:https?:\/\/|ftp:\/\/)?[a-z\d.:-]*[a-z\d](?=\p{Script=Devanagari})/iu;

/** By the parser's own text of a paragraph, with which each of its signs is read. */
let lastMasked = '';
let lastResult = '';

function withEnds(masked: string): string {
  if (masked === lastMasked) return lastResult;
  lastMasked = masked;
  // Of the same length: the parser finds its place by it.
  lastResult = masked
    .replace(END_BEFORE_SUFFIX, (sign) => 'a'.repeat(sign.length))
    .replace(SUFFIX_AFTER_UNDERSCORE, (letter) => '.'.repeat(letter.length));
  return lastResult;
}

/** A bracket or a quote behind a word of Nepali begins an emphasis as behind a space. */
const before = (src: string, prevChar: string): string =>
  NEPALI_LETTER.test(prevChar) && OPENING.test(src) ? ' ' : prevChar;

export const nepaliTokenizer: TokenizerObject = {
  emStrong(src, masked, prevChar = '') {
    return Tokenizer.prototype.emStrong.call(this, src, withEnds(masked), before(src, prevChar));
  },
  del(src, masked, prevChar = '') {
    return Tokenizer.prototype.del.call(this, src, withEnds(masked), before(src, prevChar));
  },
  url(src) {
    const token = Tokenizer.prototype.url.call(this, src);
    if (!token) return token;
    const ends = [token.raw.search(END_OF_ADDRESS), SUFFIX_OF_DOMAIN.exec(token.raw)?.[0].length ?? -1];
    const end = Math.min(...ends.filter((index) => index >= 0));
    return Number.isFinite(end) ? Tokenizer.prototype.url.call(this, src.slice(0, end)) : token;
  },
};
