import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import Sanscript from '@indic-transliteration/sanscript';
import { itemAt } from './figures.mjs';

/* Content folders with long texts in English and Nepali, the same each time, and what visitors search for in them. */

const EXAMPLE = 'content';
/** Kinds by their share of the items. @type {readonly (readonly [kind: string, share: number])[]} */
const KINDS = [
  ['notice', 0.4],
  ['news', 0.3],
  ['blogs', 0.3],
];
/** Words of a language: those of the example content by frequency, then invented ones. */
const VOCABULARY = 6_000;
/** Together below the bound of what the search indexes (docs/bounds.md), so that each edit is found. */
const [MIN_WORDS, MAX_WORDS] = [100, 250];
const SENTENCE = 12;
/** Shares of the items: in Nepali alone, and in English with a Nepali twin. The rest is in English alone. */
const NEPALI_SHARE = 0.4;
const TWIN_SHARE = 0.3;

const LANGUAGES = {
  en: { pattern: /[A-Za-z]{2,}/g, first: 'b c d f g l m n p r s t v st tr pl gr', vowels: 'a e i o u ai ou', end: ' . ' },
  ne: { pattern: /[\u0900-\u0963\u0970-\u097f]{2,}/g, first: 'क ख ग च ज ट ड त द न प ब म य र ल स ह', vowels: 'ा ि ी ु े ो', end: ' । ' },
}; // biome-ignore format: a table
/** @typedef {keyof typeof LANGUAGES} Language */

/** @typedef {Awaited<ReturnType<typeof readVocabulary>>} Vocabulary */

/** Numbers between 0 and 1, the same for the same seed. @param {number} seed @returns {() => number} */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Words of each language, the most frequent first. */
export async function readVocabulary() {
  const names = (await readdir(EXAMPLE, { recursive: true })).filter((name) => /\.(md|yaml)$/.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(EXAMPLE, name), 'utf8')));
  const all = texts.join('\n');
  return { en: vocabularyOf(all, 'en'), ne: vocabularyOf(all, 'ne') };
}

/** @param {string} text @param {Language} language */
function vocabularyOf(text, language) {
  const { pattern, first, vowels } = LANGUAGES[language];
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const [word] of text.matchAll(pattern))
    counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + 1);
  const words = new Set([...counts].sort(([, a], [, b]) => b - a).map(([word]) => word));
  const random = randomNumbers(1);
  /** @param {string} from */
  const any = (from) => oneOf(from.split(' '), random);
  while (words.size < VOCABULARY) {
    const syllables = 2 + Math.floor(random() * 3);
    words.add(Array.from({ length: syllables }, () => any(first) + any(vowels)).join(''));
  }
  return [...words];
}

/** By Zipf's law: the second word is half as frequent as the first. @param {readonly string[]} words @param {() => number} random */
const frequentOf = (words, random) => itemAt(words, Math.floor((words.length + 1) ** random()) - 1);
/** @param {readonly string[]} words @param {() => number} random */
const oneOf = (words, random) => itemAt(words, Math.floor(random() * words.length));

/**
 * Writes the example content with so many items instead of its own notices, news and blogs.
 * @param {string} dir
 * @param {number} size
 * @param {Vocabulary} vocabulary
 */
export async function writeSearchContent(dir, size, vocabulary) {
  const kinds = new Map(KINDS);
  for (const name of await readdir(EXAMPLE)) {
    if (name === 'media') await linkMedia(join(dir, name));
    else if (!kinds.has(name)) await cp(join(EXAMPLE, name), join(dir, name), { recursive: true });
  }
  const random = randomNumbers(size);
  for (const [kind, share] of KINDS) {
    await mkdir(join(dir, kind));
    for (let id = 1; id <= Math.round(size * share); id += 1) {
      const isNepali = random() < NEPALI_SHARE;
      const hasTwin = !isNepali && random() < TWIN_SHARE / (1 - NEPALI_SHARE);
      const path = join(dir, kind, fileName(id));
      await writeFile(path, itemText(kind, id, isNepali ? 'ne' : 'en', { vocabulary, random }));
      if (hasTwin)
        await writeFile(
          path.replace(/\.md$/, '.ne.md'),
          itemText(kind, id, 'ne', { vocabulary, random, isTwin: true }),
        );
    }
  }
}

/** Without the documents: reading them takes a thread of its own. @param {string} dir */
async function linkMedia(dir) {
  await mkdir(dir);
  const media = join(EXAMPLE, 'media');
  for (const name of await readdir(media))
    if (name !== 'documents') await symlink(resolve(media, name), join(dir, name));
}

/** @param {number} id */
export const fileName = (id) => `item-${String(id).padStart(5, '0')}.md`;

/**
 * @param {string} kind
 * @param {number} id
 * @param {Language} language
 * @param {{ vocabulary: Vocabulary, random: () => number, isTwin?: boolean }} options
 */
function itemText(kind, id, language, { vocabulary, random, isTwin = false }) {
  /** @param {number} count */
  const words = (count) => Array.from({ length: count }, () => frequentOf(vocabulary[language], random));
  const length = MIN_WORDS + Math.floor(random() * (MAX_WORDS - MIN_WORDS));
  const sentences = Array.from({ length: Math.ceil(length / SENTENCE) }, () => words(SENTENCE).join(' '));
  const time = new Date(Date.UTC(2015, 0, 1) + ((id * 7919) % 100_000) * 3_600_000).toISOString();
  const own = [
    `id: ${id}`,
    `created_at: ${time.slice(0, 10)} ${time.slice(11, 19)}`,
    ...(language === 'ne' ? ['lang: ne'] : []),
    ...(kind === 'notice' ? [`reference_no: BENCH/${id}`] : []),
  ];
  return `---
${isTwin ? '' : `${own.join('\n')}\n`}name: ${words(7).join(' ')}
summary: ${words(20).join(' ')}
---
${sentences.join(LANGUAGES[language].end).replaceAll(/((?:\S+ ){60}\S+) /g, '$1\n\n')}
`;
}

/**
 * What visitors search for, by what it is; each call of a kind's function makes another search.
 * @param {Vocabulary} vocabulary
 * @returns {Record<string, (turn: number) => string>}
 */
export function searches({ en, ne }) {
  // Neither the words that every text has, nor those that hardly any has.
  const common = { en: en.filter(isSearched).slice(50), ne: ne.filter(isSearched).slice(50) };
  /** @param {Language} language @param {number} turn */
  const word = (language, turn) => itemAt(common[language], turn % 1_000);
  /** @param {number} turn */
  const two = (turn) => `${word('en', turn)} ${word('en', turn * 7 + 300)}`;
  const beginnings = [...new Set([...en, ...ne].filter(isSearched).map((each) => each.slice(0, 3)))];
  return {
    'one word': (turn) => word('en', turn),
    'two words': two,
    'three, one mistyped': (turn) => `${two(turn)} ${mistyped(word('en', turn * 11 + 500))}`,
    Nepali: (turn) => `${word('ne', turn)} ${word('ne', turn * 7 + 300)}`,
    romanised: (turn) => `${romanised(word('ne', turn))} ${romanised(word('ne', turn * 7 + 300))}`,
    '3 letters typed': (turn) => itemAt(beginnings, turn % beginnings.length),
  };
}

/** @param {string} word */
const isSearched = (word) => word.length >= 5;

/** Two letters in the middle have changed places. @param {string} word */
function mistyped(word) {
  const middle = Math.floor(word.length / 2);
  return `${word.slice(0, middle - 1)}${word[middle]}${word[middle - 1]}${word.slice(middle + 1)}`;
}

/** As visitors write it without a Nepali keyboard. @param {string} word */
const romanised = (word) =>
  Sanscript.t(word, 'devanagari', 'itrans')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
