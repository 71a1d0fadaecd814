import type { Query } from 'minisearch';
import type { QueryWord } from './search-query.ts';
import { isDevanagari } from './sound.ts';

/* The fields of the index, and how a word of a query is looked for in them. */

/** Those of `IndexedDocument` (search-index.ts). */
export const FIELDS = [
  'name',
  'keywords',
  'place',
  'summary',
  'text',
  'files',
  'sound',
  'textSound',
  'latinSound',
] as const;
type Field = (typeof FIELDS)[number];

/** How much a match in a field counts. */
const BOOSTS: Partial<Record<Field, number>> = { name: 6, keywords: 6, place: 2.5, summary: 3, files: 0.6, text: 1 };
export const SOUND_BOOSTS: Partial<Record<Field, number>> = { sound: 5, textSound: 0.8 };
const LATIN_SOUND_BOOSTS: Partial<Record<Field, number>> = { latinSound: 4.5 };
/** A synonym counts less than the word itself. */
const SYNONYM_WEIGHT = 0.35;
/** Codes and years are looked for exactly. */
const NUMBER_WEIGHT = 2;
const BEGINNING_WEIGHT = 0.5;
const BARE_SOUND_WEIGHT = 0.7;
/** A word of this many characters also finds longer words that begin with it, and words with a typing error. */
export const MIN_PREFIX_CHARACTERS = 4;
/** Fewer characters of a word that is still being typed begin too many words. */
const MIN_TYPED_CHARACTERS = 2;
const MIN_FUZZY_CHARACTERS = 4;
/** What is typed next tells whether its term has the dot of a nasal: सम्, सम्पर्क. */
const NASAL_BEFORE_VIRAMA = /[ङञणनम]्$/;
/** The end of a term that has lost no ending: that of गर्छन् is गर. */
const NASAL = /[ङञणनम]$/;
/** Typing errors as a share of the word's characters; at most two. */
const FUZZINESS = 0.25;
export const MAX_TYPING_ERRORS = 2;

const splitTerms = (text: string): string[] => text.split(' ');
/** Fields and queries are terms already. */
export const TERMS = { tokenize: splitTerms, processTerm: (term: string) => term };
const EXACT = { ...TERMS, fuzzy: false, prefix: false };

interface Matching {
  /** A term with which it begins, if texts do not have the word itself. */
  begins?: string;
  isFuzzy: boolean;
  /** The visitor is still typing the word. */
  isUnfinished: boolean;
}

/** The terms that a word of a query may be in the index. */
export function alternativesOf(word: QueryWord, { begins, isFuzzy, isUnfinished }: Matching): Query[] {
  const { term, synonyms } = word;
  const own: Query = {
    ...TERMS,
    queries:
      isUnfinished && NASAL_BEFORE_VIRAMA.test(word.word) && NASAL.test(term) ? [term, `${term.slice(0, -1)}ं`] : [term],
    fields: Object.keys(BOOSTS),
    boost: /\d/.test(term) ? scaled(BOOSTS, NUMBER_WEIGHT) : BOOSTS,
    prefix: term.length >= (isUnfinished ? MIN_TYPED_CHARACTERS : MIN_PREFIX_CHARACTERS),
    fuzzy: isFuzzy && FUZZINESS,
    maxFuzzy: MAX_TYPING_ERRORS,
  };
  const soundFields = isDevanagari(word.word) ? LATIN_SOUND_BOOSTS : SOUND_BOOSTS;
  const sounds = word.sounds.map(
    (sound): Query => ({
      ...TERMS,
      queries: [sound],
      fields: Object.keys(soundFields),
      boost: scaled(soundFields, sound === sound.toUpperCase() ? BARE_SOUND_WEIGHT : 1),
      prefix: isUnfinished && sound.length >= MIN_TYPED_CHARACTERS,
      fuzzy: false,
    }),
  );
  const others = synonyms.map(
    (terms): Query => ({
      ...EXACT,
      combineWith: 'AND',
      queries: [...terms],
      fields: Object.keys(BOOSTS),
      boost: scaled(BOOSTS, SYNONYM_WEIGHT / terms.length),
    }),
  );
  const beginnings =
    begins === undefined
      ? []
      : [{ ...EXACT, queries: [begins], fields: Object.keys(BOOSTS), boost: scaled(BOOSTS, BEGINNING_WEIGHT) }];
  return [own, ...beginnings, ...sounds, ...others];
}

/** A code or a year is never another one. */
export const mayHaveTypingErrors = ({ term, synonyms }: QueryWord): boolean =>
  synonyms.length === 0 && term.length >= MIN_FUZZY_CHARACTERS && !/\d/.test(term);

const scaled = (boosts: Partial<Record<Field, number>>, factor: number): Partial<Record<Field, number>> =>
  Object.fromEntries(Object.entries(boosts).map(([field, boost]) => [field, boost * factor]));
