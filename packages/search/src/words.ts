import { foldDigits, UNSEEN } from '@foyer/model';
import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemNepali } from '@orama/stemmers/nepali';
import { isDevanagari, soundsOf } from './sound.ts';
import { STOP_WORDS } from './stop-words.ts';

/* The words of texts and queries, and the terms by which the index knows them. */

export interface Word {
  text: string;
  /** Offsets in the text. */
  start: number;
  end: number;
}

/** With what is not seen in it, as UNSEEN. */
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\u00ad\u200c\u2060\ufeff]|\u200d)*/gu;
/** A longer word is noise, such as an encoded file. */
const MAX_WORD_CHARACTERS = 40;

/** The words of a text with their places. */
export function* wordsIn(text: string): Iterable<Word> {
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    if (word.length <= MAX_WORD_CHARACTERS) yield { text: word, start: match.index, end: match.index + word.length };
  }
}

/** A word in lower case with ASCII digits, composed (NFKC) and without what is not seen. */
export const plainWord = (word: string): string => foldDigits(word.normalize('NFKC').toLowerCase().replace(UNSEEN, ''));

/**
 * Spellings that Nepali writers use for each other: nasal signs, sibilants, short and long vowels, b and v; and the three letters
 * with a dot that NFKC composes, such as the ऱ with which some write गर्‍यो.
 */
const SPELLINGS: readonly [RegExp, string][] = [
  [/ऱ/g, 'र'],
  [/ऩ/g, 'न'],
  [/ऴ/g, 'ळ'],
  [/[ङञणनम]्(?=[क-ह])/g, 'ं'],
  [/ँ/g, 'ं'],
  [/[शष]/g, 'स'],
  [/ी/g, 'ि'],
  [/ू/g, 'ु'],
  [/ई/g, 'इ'],
  [/ऊ/g, 'उ'],
  [/व/g, 'ब'],
  [/[ःऽ\u093c]/g, ''],
  [/्$/g, ''],
];

/** What a word of a text is known by. */
export interface WordForms {
  plain: string;
  term: string;
  isDevanagari: boolean;
  /** Of the stem of a Nepali word: visitors who write it with Latin letters write its endings as words of their own. */
  sounds: readonly string[];
}

const MIN_STEMMED_CHARACTERS = 4;
const MAX_REMEMBERED_WORDS = 100_000;
const remembered = new Map<string, WordForms>();

export function formsOf(word: string): WordForms {
  const known = remembered.get(word);
  if (known) return known;
  // Texts repeat their words: stemming each time takes most of the time of indexing, and of an excerpt.
  if (remembered.size >= MAX_REMEMBERED_WORDS) remembered.clear();
  const plain = plainWord(word);
  const isNepali = isDevanagari(plain);
  const term = isNepali ? nepaliTerm(plain) : latinTerm(plain);
  const forms = { plain, term, isDevanagari: isNepali, sounds: soundsOfForms(isNepali ? [term, plain] : [plain]) };
  remembered.set(word, forms);
  return forms;
}

/** Of the first that sounds like anything: the stem of काका is not a word. */
const soundsOfForms = (forms: readonly string[]): readonly string[] =>
  forms.map(soundsOf).find((sounds) => sounds.length > 0) ?? [];

/** The term of a word in any of its forms: dividends and dividend, शाखाहरूको and शाखा, शेयर and सेयर. */
export const termOf = (word: string): string => formsOf(word).term;

const nepaliTerm = (plain: string): string =>
  SPELLINGS.reduce((term, [spelling, letter]) => term.replace(spelling, letter), stemNepali(plain));

const latinTerm = (plain: string): string =>
  plain.length < MIN_STEMMED_CHARACTERS || /[^a-z]/.test(plain) ? plain : stemEnglish(plain);

/** The terms of a text, with repetitions. */
export const termsIn = (text: string): string[] => Array.from(wordsIn(text), (word) => termOf(word.text));

/** The words of a query that mean something; all of them if none does. */
export function meaningfulWords(query: string): string[] {
  const words = Array.from(wordsIn(query), ({ text }) => plainWord(text));
  const meaningful = words.filter((word) => !STOP_WORDS.has(word));
  return meaningful.length > 0 ? meaningful : words;
}

/** A reference number without its punctuation: JICL/083-84/14 and jicl 083 84 14 are the same. */
export const referenceKey = (text: string): string => plainWord(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
