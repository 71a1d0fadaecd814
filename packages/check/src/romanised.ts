/* A text in Devanagari in the letters of an address, as Nepali names are commonly written: long vowels like short ones. */

const CONSONANTS =
  'क k ख kh ग g घ gh ङ ng च ch छ chh ज j झ jh ञ n ट t ठ th ड d ढ dh ण n त t थ th द d ध dh न n प p फ ph ब b भ bh म m य y र r ल l व v श sh ष sh स s ह h';
const VOWELS = 'अ a आ aa इ i ई i उ u ऊ u ऋ ri ए e ऐ ai ओ o औ au';
const SIGNS = 'ा a ि i ी i ु u ू u ृ ri े e ै ai ो o ौ au';
const OTHERS = '० 0 १ 1 २ 2 ३ 3 ४ 4 ५ 5 ६ 6 ७ 7 ८ 8 ९ 9 ं n ँ n ः h';

const tableOf = (pairs: string): ReadonlyMap<string, string> => {
  const parts = pairs.split(' ');
  return new Map(parts.flatMap((part, index) => (index % 2 ? [] : [[part, parts[index + 1] ?? ''] as const])));
};
const consonants = tableOf(CONSONANTS);
const signs = tableOf(SIGNS);
const others = new Map([...tableOf(VOWELS), ...tableOf(OTHERS)]);
const VIRAMA = '्';

/** Small Latin letters, digits and hyphens; empty for a text without any that it knows. */
export function romanised(text: string): string {
  const letters = [...text.normalize('NFD').replaceAll('\u200d', '').replaceAll('\u200c', '')];
  const latin = letters.map((letter, index) => {
    const consonant = consonants.get(letter);
    if (consonant === undefined)
      return signs.get(letter) ?? others.get(letter) ?? (letter === VIRAMA || letter === '़' ? '' : letter);
    const next = letters[index + 1] ?? ' ';
    // The last consonant of a word is mostly spoken without its vowel: बैठक, baithak; but for one that follows another, पत्र, patra.
    const isLast = !/[\u0900-\u0963]/.test(next) && letters[index - 1] !== VIRAMA && index > 0;
    return consonant + (signs.has(next) || next === VIRAMA || isLast ? '' : 'a');
  });
  return latin
    .join('')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');
}
