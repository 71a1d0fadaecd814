import { inflateSync } from 'node:zlib';

/*
 * Many Nepalese documents are set in fonts from before Unicode, as Preeti and Kantipur: each key of a typewriter has a Devanagari letter, and the
 * text of the document is what was typed: `g]kfn` for नेपाल. The table is the layout of that keyboard, written down from the keys.
 */

/** What each key types. Half letters end with a virama. */
const KEYS: Readonly<Record<string, string>> = {
  ...keys('!@#$%^&*()', '१ २ ३ ४ ५ ६ ७ ८ ९ ०'),
  ...keys('1234567890', 'ज्ञ द्द घ द्ध छ ट ठ ड ढ ण्'),
  ...keys('qwertyuiop', 'त्र ध भ च त थ ग ष् य उ'),
  ...keys('QWERTYUIOP', 'त्त ध् भ् च् त् थ् ग् क्ष् इ ए'),
  ...keys('asdfghjkl', 'ब क म ा न ज व प ि'),
  ...keys('ASDFGHJKL', 'ब् क् म् ँ न् ज् व् प् ी'),
  ...keys('zxcvbn', 'श ह अ ख द ल'),
  ...keys('ZXCVBNM', 'श् ह् ऋ ख् द्य ल् ः'),
  ...keys('`~-_=+', 'ञ ञ् ( ) . ं'),
  ...keys('[]}\\|', 'ृ े ै ् ्र'),
  ...keys(';:\'"', 'स स् ु ू'),
  ...keys('.<>/?', '। ? श्र र रु'),
  // Beyond the keys.
  ...keys('ª´§¶åßØ£', 'ङ झ ट्ट ठ्ठ द्व द्म ्य घ्'),
  ...keys('›„ÍÎË¿«»÷Ì', 'द्र ध्र ङ्क ङ्ख ङ्ग रू ्र ्र / न्न'),
};

function keys(typed: string, letters: string): Record<string, string> {
  const list = letters.split(' ');
  return Object.fromEntries([...typed].map((key, index) => [key, list[index] ?? '']));
}

/** A key that completes the letter before it by a stroke. */
const STROKE = 'm';
const COMPLETED: Readonly<Record<string, string>> = { k: 'फ', Q: 'क्त', q: 'क्र', e: 'झ', p: 'ऊ' };
/** र above the syllable behind which it was typed. */
const REPH = '{';
const CONSONANT = '[क-ह]';
const CLUSTER = `(?:${CONSONANT}्)*${CONSONANT}(?:्${CONSONANT})*`;
const SHORT_I = new RegExp(`ि(${CLUSTER})`, 'g');
/** Either may be typed first. */
const NASAL_FIRST = /([ंँ])([ा-ौृ])/g;
const WITH_REPH = new RegExp(`(${CLUSTER}[ा-ौृ]*[ंँ]*)\\{`, 'g');

/** What a text that was typed in such a font says. */
export function fromLegacyFont(typed: string): string {
  const characters = [...typed];
  const letters = characters.map((key, index) => {
    if (key === STROKE) return '';
    const completed = characters[index + 1] === STROKE ? COMPLETED[key] : undefined;
    return completed ?? KEYS[key] ?? key;
  });
  return (
    letters
      .join('')
      .replaceAll('इ{', 'ई')
      // A half letter with the stroke of ा is a whole one.
      .replaceAll('्ा', '')
      .replaceAll('अा', 'आ')
      .replaceAll('आे', 'ओ')
      .replaceAll('आै', 'औ')
      .replaceAll('ाे', 'ो')
      .replaceAll('ाै', 'ौ')
      .replaceAll('एे', 'ऐ')
      .replace(NASAL_FIRST, '$2$1')
      // It is typed before its consonants.
      .replace(SHORT_I, '$1ि')
      .replace(WITH_REPH, 'र्$1')
      .replaceAll(REPH, '')
      .normalize('NFC')
  );
}

/** Names of such fonts, as PDFs have them: `ABCDEF+Preeti`. */
export const LEGACY_FONT =
  /preeti|kantipur|sagarmatha|himal[ib]|ganess|fontasy|kanchan|pcs.?nepali|shangrila|navjeevan|aakriti|suryodaya|devanagari.?new|sumod|rukmini/i;

const WORD = /\S{3,}/g;
/** Signs within a word that no language writes there. */
const TYPED = /[A-Za-z0-9/?][\]}{|[+\\~][^\s,.]|^[;:][A-Za-z+]|[a-zA-Z]0f|[a-z]['"][a-z]+[f\]/]/;
const ENGLISH = /\b(?:the|of|and|for|with|this|that|from|are|not|you|your)\b/gi;
const SYLLABLES = new RegExp(`^(?:(?:[अ-औ]|${CLUSTER})[ा-ौृ]?[ंःँ]*|[०-९]+|[-.,:।?()/%–]+)+$`);
/** Of the words of a text that was typed in such a font. */
const TYPED_SHARE = 0.25;
const TYPED_SHARE_IF_NAMED = 0.1;
const SYLLABLES_SHARE = 0.8;
const ENGLISH_SHARE = 0.03;
/** A shorter text says nothing of its font. */
const LEAST_WORDS = 4;

/** Whether a text was typed in such a font, by its letters. @param isNamed the document has a font with such a name */
export function isLegacyText(text: string, isNamed: boolean): boolean {
  const words = text.match(WORD) ?? [];
  if (words.length < (isNamed ? 1 : LEAST_WORDS)) return false;
  const share = (test: (word: string) => boolean) => words.filter(test).length / words.length;
  if (share((word) => TYPED.test(word)) < (isNamed ? TYPED_SHARE_IF_NAMED : TYPED_SHARE)) return false;
  if ((text.match(ENGLISH)?.length ?? 0) / words.length > ENGLISH_SHARE) return false;
  return share((word) => SYLLABLES.test(fromLegacyFont(word))) >= SYLLABLES_SHARE;
}

const FONT_NAME = /\/BaseFont\s*\/([^\s/<>()[\]]+)/g;
/** Where a stream begins that has further objects. */
const OBJECTS = /\/ObjStm\b[^>]*>>\s*stream\r?\n/g;
/** Of such a stream: fonts are described in some kilobytes. */
const MAX_OBJECTS_BYTES = 2_000_000;

/** Whether a PDF names a font from before Unicode, also in compressed objects. Reads no page of it. */
export function hasLegacyFont(data: Uint8Array): boolean {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  const text = bytes.toString('latin1');
  const parts = [
    text,
    ...[...text.matchAll(OBJECTS)].map(({ index, 0: { length } }) => inflated(bytes.subarray(index + length))),
  ];
  return parts.some((part) => [...part.matchAll(FONT_NAME)].some(([, name = '']) => LEGACY_FONT.test(name)));
}

/** Empty for what is compressed in another way, or too long. */
function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_OBJECTS_BYTES }).toString('latin1');
  } catch {
    return '';
  }
}
