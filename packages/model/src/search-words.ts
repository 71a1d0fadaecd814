import { foldDigits } from './text.ts';

/** Joiners of Devanagari, soft hyphens, and a mark of some programs: within a word, and no part of it. */
export const UNSEEN = /[\u00ad\u200c\u2060\ufeff]|\u200d/g;

/** Fields of every kind that are searched; a kind names further ones (`searched`). */
const COMMON_FIELDS = ['name', 'summary', 'description_text', 'tags'];

/** Splits a text of any script into words of letters, vowel signs and digits; Nepali digits become ASCII digits. */
export function wordsOf(text: string): string[] {
  return foldDigits(text.normalize('NFKC').toLowerCase().replace(UNSEEN, '')).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** The words of an item's searched fields. @param html a text that the item does not contain itself */
export function itemWords(item: object, searched: readonly string[], html = ''): string[] {
  const fields = [...COMMON_FIELDS, ...searched].flatMap((name) => {
    const value: unknown = Reflect.get(item, name);
    // A subject has a name.
    const text = typeof value === 'object' && value !== null && 'name' in value ? value.name : value;
    return text === undefined ? [] : [String(text)];
  });
  return wordsOf([...fields, html].map((value) => value.replace(/<[^<>]*>/g, ' ')).join(' '));
}

/** Whether each query word is the beginning of a word of the item. */
export const matchesWords = (words: readonly string[], queryWords: readonly string[]): boolean =>
  queryWords.every((queryWord) => words.some((word) => word.startsWith(queryWord)));
