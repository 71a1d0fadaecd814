import { soundsOf } from './sound.ts';
import { SYNONYMS } from './synonyms.ts';
import { formsOf, meaningfulWords, plainWord, termOf, wordsIn } from './words.ts';

/** A search, read for the index. */
export interface SearchQuery {
  text: string;
  words: readonly QueryWord[];
  /** It asks how, when, where: a question's answer is wanted. */
  isQuestion: boolean;
  /** It asks for the newest. */
  isLatest: boolean;
  /** The visitor is still typing its last word. */
  isUnfinished: boolean;
}

export interface QueryWord {
  word: string;
  term: string;
  /** How it sounds, with its ending and without. */
  sounds: readonly string[];
  /** Words and phrases with the same meaning, as terms. */
  synonyms: readonly (readonly string[])[];
}

/** Each word takes a search of its own: of a longer query the first words count. */
const MAX_QUERY_WORDS = 8;

/** Reads what a visitor searches for. A phrase with synonyms counts as one word. */
export function readSearchQuery(text: string, { isUnfinished = false } = {}): SearchQuery {
  const words: QueryWord[] = [];
  const meaningful = meaningfulWords(text);
  const others = meaningful.filter((word) => !LATEST_WORDS.has(word));
  for (const word of others.length > 0 ? others : meaningful) {
    const term = termOf(word);
    if (words.length === MAX_QUERY_WORDS) break;
    if (!words.some((other) => other.term === term))
      words.push({ word, term, sounds: soundsOfQuery(word), synonyms: [] });
  }
  const isQuestion = Array.from(wordsIn(text), (word) => plainWord(word.text)).some((word) => QUESTION_WORDS.has(word));
  const isLatest = others.length < meaningful.length;
  return { text, words: withSynonyms(words), isQuestion, isLatest, isUnfinished };
}

/** Few texts say of themselves that they are the newest. */
const LATEST_WORDS = new Set(
  'latest newest recent पछिल्लो पछिल्ला ताजा हालसालै भर्खरको pachhillo pachillo taja bharkharko'.split(' '),
);

const QUESTION_WORDS = new Set(
  `how what when where who why which can does do if is are कसरी के कहिले कहाँ कति किन कुन कसले सकिन्छ पाइन्छ हुन्छ kasari kahile kaha kahan
  kati kina kun kasle sakincha sakinchha paincha painchha`.split(/\s+/),
);

/** Endings of Nepali words, written with Latin letters: pokharama is in Pokhara. */
const ROMANISED_ENDING = /^([a-z]{4,}?)(?:ko|ka|ki|ma|maa|le|lai|laai|bata|baata|haru|haruko)$/;

function soundsOfQuery(word: string): readonly string[] {
  // An ending of a Nepali word may be a part of a name: लामा is no la in which something is.
  const stem = word.replace(ROMANISED_ENDING, '$1');
  return [...new Set([...formsOf(word).sounds, ...soundsOf(word), ...formsOf(stem).sounds])];
}

/** A word of a phrase with synonyms. */
interface PhraseWord {
  term: string;
  /** The exact sound of a word in Devanagari: visitors may have written it with Latin letters. */
  sound?: string;
}
type Phrase = readonly PhraseWord[];

const groups: readonly (readonly Phrase[])[] = SYNONYMS.map((group) =>
  group.map((phrase) =>
    Array.from(wordsIn(phrase), ({ text }) => {
      const { term, isDevanagari, sounds } = formsOf(text);
      return { term, sound: isDevanagari ? sounds[0] : undefined };
    }),
  ),
);

const isSame = (word: QueryWord, { term, sound }: PhraseWord): boolean =>
  word.term === term || (sound !== undefined && word.sounds[0] === sound);

/** Gives words and phrases their synonyms; the synonyms of a phrase belong to each of its words. */
function withSynonyms(words: QueryWord[]): QueryWord[] {
  return words.map((word) => {
    const isIn = (phrase: Phrase) => phrase.some((other) => isSame(word, other));
    const synonyms = groups
      .filter((group) => group.some((phrase) => isIn(phrase) && includesPhrase(words, phrase)))
      .flatMap((group) => group.map((phrase) => phrase.map(({ term }) => term)))
      .filter((phrase) => !phrase.includes(word.term));
    return { ...word, synonyms };
  });
}

const includesPhrase = (words: readonly QueryWord[], phrase: Phrase): boolean =>
  words.some((_, start) =>
    phrase.every((other, offset) => {
      const word = words[start + offset];
      return word !== undefined && isSame(word, other);
    }),
  );
