/*
 * How a word sounds, whichever script it is written in. Visitors write Nepali with Latin letters and no fixed spelling
 * (labhansh, lavansa and laabhaansh are लाभांश), so both scripts are reduced to the same letters: aspirated and retroflex
 * consonants to plain ones, sibilants to s, b, v and w to b, long vowels to short ones. The vowel a is left out: Devanagari
 * does not write it, and people leave it out where it is not spoken (suchna, suchana).
 */

// biome-ignore format: the table follows the alphabet
const CONSONANTS: Record<string, string> = {
  क: 'k', ख: 'k', ग: 'g', घ: 'g', ङ: 'n',
  च: 'c', छ: 'c', ज: 'j', झ: 'j', ञ: 'n',
  ट: 't', ठ: 't', ड: 'd', ढ: 'd', ण: 'n',
  त: 't', थ: 't', द: 'd', ध: 'd', न: 'n',
  प: 'p', फ: 'p', ब: 'b', भ: 'b', म: 'm',
  य: 'y', र: 'r', ल: 'l', व: 'b', श: 's', ष: 's', स: 's', ह: 'h',
};

// biome-ignore format: the table follows the alphabet
const VOWELS: Record<string, string> = {
  अ: '', आ: '', इ: 'i', ई: 'i', उ: 'u', ऊ: 'u', ऋ: 'ri', ए: 'e', ऐ: 'e', ओ: 'o', औ: 'o', ऑ: 'o',
  'ा': '', 'ि': 'i', 'ी': 'i', 'ु': 'u', 'ू': 'u', 'ृ': 'ri', 'े': 'e', 'ै': 'e', 'ो': 'o', 'ौ': 'o', 'ॉ': 'o',
};

const NASALS: Record<string, string> = { 'ं': 'n', 'ँ': 'n' };

/** Spellings of one sound with Latin letters, the longest first. */
const LATIN: readonly [RegExp, string][] = [
  [/chh|ch|cc/g, 'c'],
  [/gy|gn|jn/g, 'gy'],
  [/ksh|x/g, 'ks'],
  [/([kgjtdb])h/g, '$1'],
  [/ph|f/g, 'p'],
  [/sh/g, 's'],
  [/[vw]/g, 'b'],
  [/q/g, 'k'],
  [/z/g, 'j'],
  [/ee|ii/g, 'i'],
  [/oo|uu/g, 'u'],
  [/ai|ei/g, 'e'],
  [/au|ou/g, 'o'],
  // Before a consonant m is often how people write the dot of a nasal vowel: sambidhan, samparka.
  [/m(?=[pb])/g, 'n'],
];

const DEVANAGARI = /\p{Script=Devanagari}/u;
const LATIN_WORD = /^[a-z]+$/;

export const isDevanagari = (word: string): boolean => DEVANAGARI.test(word);

const MAX_REMEMBERED_WORDS = 100_000;
const remembered = new Map<string, readonly string[]>();

/** Keys of a word, the most exact first. Words that sound alike have a key in common. */
export function soundsOf(word: string): readonly string[] {
  const known = remembered.get(word);
  if (known) return known;
  if (remembered.size >= MAX_REMEMBERED_WORDS) remembered.clear();
  const sounds = computeSounds(word);
  remembered.set(word, sounds);
  return sounds;
}

function computeSounds(word: string): string[] {
  const exact = isDevanagari(word) ? devanagariSound(word) : LATIN_WORD.test(word) ? latinSound(word) : '';
  if (exact.replace(VOWEL, '').length < MIN_CONSONANTS) return [];
  const consonants = collapsed(exact.replace(VOWEL, ''));
  // Capital letters: a key without vowels is no key with vowels.
  return consonants.length < MIN_BARE_CONSONANTS ? [exact] : [exact, consonants.toUpperCase()];
}

/** A shorter word sounds like too many others. */
const MIN_CONSONANTS = 2;
/** Without vowels, words of fewer consonants sound like too many others. */
const MIN_BARE_CONSONANTS = 3;

const VOWEL = /[aiueo]/g;
const VIRAMA = '्';

function devanagariSound(word: string): string {
  // A letter with a dot sounds like the letter.
  const written = word.normalize('NFD').replace(/ज्ञ/g, 'ग्य').split(VIRAMA);
  const parts = written.map((part) =>
    Array.from(part, (letter) => CONSONANTS[letter] ?? VOWELS[letter] ?? NASALS[letter] ?? '').join(''),
  );
  // Doubled where nothing is spoken between them: पक्का; two of बाबा have their vowels.
  const joined = parts.reduce((sound, part) => sound + (sound.at(-1) === part[0] ? part.slice(1) : part));
  return joined.replace(/m(?=[pb])/g, 'n');
}

/** The vowel a is left out last: before, it tells a doubled letter from two. */
const latinSound = (word: string): string =>
  collapsed(LATIN.reduce((sound, [spelling, letter]) => sound.replace(spelling, letter), word)).replace(/a/g, '');

/** A doubled letter sounds like one. */
const collapsed = (sound: string): string => sound.replace(/(.)\1+/g, '$1');
