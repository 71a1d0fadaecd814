/** With the joiners inside words of Devanagari. */
const WORD = /[\p{L}\p{M}\p{N}\u200C\u200D]+/gu;

/** The words and numbers of a text in any script. */
export const wordsIn = (text: string): string[] => text.match(WORD) ?? [];
