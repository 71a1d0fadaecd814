import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../model/src/search-words.ts';
import { readSearchQuery } from '../src/search-query.ts';
import { isDevanagari, soundsOf } from '../src/sound.ts';
import { STOP_WORDS } from '../src/stop-words.ts';
import { SYNONYMS } from '../src/synonyms.ts';
import { formsOf, meaningfulWords, plainWord, referenceKey, termOf, termsIn, wordsIn } from '../src/words.ts';

/* Words of texts and queries: their terms, their sounds, and what a query means. */

const JOINER = '\u200d';
const NON_JOINER = '\u200c';

describe('the words of a text', () => {
  it('are runs of letters, vowel signs and digits, with their places', () => {
    const text = 'सूचना: JICL/082-83 (नयाँ)';
    const words = [...wordsIn(text)];
    expect(words.map((word) => word.text)).toEqual(['सूचना', 'JICL', '082', '83', 'नयाँ']);
    for (const { text: word, start, end } of words) expect(text.slice(start, end)).toBe(word);
  });

  it('keep their joiners, which are no part of their terms', () => {
    const word = `गर्${JOINER}यो`;
    expect([...wordsIn(word)].map(({ text }) => text)).toEqual([word]);
    expect(termOf(word)).toBe(termOf('गर्यो'));
    expect(termOf(`श्री${NON_JOINER}मान`)).toBe(termOf('श्रीमान'));
  });

  it('are not divided by what is not seen', () => {
    for (const unseen of ['\u00ad', '\u2060', '\ufeff']) {
      const word = `divi${unseen}dends`;
      expect([...wordsIn(word)]).toEqual([{ text: word, start: 0, end: word.length }]);
      expect(termOf(word)).toBe(termOf('dividends'));
      expect(wordsOf(word)).toEqual(['dividends']);
    }
  });

  it.each([
    ['only punctuation', '?!… — ‹›'],
    ['only emoji', '🎉🙏🏽👩‍👩‍👧'],
    ['only combining marks', '\u0301\u0302\u093e\u0947'],
    ['a word of more than 40 characters', 'x'.repeat(41)],
    ['lone surrogates', '\ud800 \udfff'],
  ])('are none in %s', (_, text) => {
    expect([...wordsIn(text)]).toEqual([]);
  });
});

describe('a term', () => {
  it.each([
    ['Nepali digits', '२०८३', '2083'],
    ['full-width digits', '２０８３', '2083'],
    ['capitals', 'DIVIDEND', 'dividend'],
    ['plural', 'dividends', 'dividend'],
    ['a ligature (NFKC)', 'ﬁnance', 'finance'],
    ['a decomposed letter (NFC)', 'cafe\u0301', 'café'],
    ['a decomposed nukta', 'ड\u093cर', 'डर'],
    ['the ra of Marathi, with a dot', 'ग\u0931\u094dयो', 'गर्यो'],
    ['a decomposed ra with a dot', 'गर\u093c्यो', 'गर्यो'],
    ['long and short i', 'नीति', 'निति'],
    ['long and short u', 'मूल्य', 'मुल्य'],
    ['b and v', 'व्याज', 'ब्याज'],
    ['sibilants', 'शेयर', 'सेयर'],
    ['nasal signs', 'बाँडफाँड', 'बांडफांड'],
    ['a nasal consonant and its dot', 'सञ्चालक', 'संचालक'],
    ['a final virama', 'संवत्', 'संवत'],
    ['an ending', 'शाखाहरूको', 'शाखा'],
  ])('is the same with %s', (_, one, other) => {
    expect(termOf(one)).toBe(termOf(other));
  });

  it.each([
    ['शाखा', 'साखी'],
    ['2083', '2082'],
    ['बचत', 'बचन'],
  ])('of %s is not that of %s', (one, other) => {
    expect(termOf(one)).not.toBe(termOf(other));
  });

  it('does not depend on the words before it', () => {
    const before = termOf('लाभांशको');
    for (let number = 0; number < 100_001; number += 1) termOf(`w${number}`);
    expect(termOf('लाभांशको')).toBe(before);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])('of %s is a text', (word) => {
    expect(termOf(word)).toBeTypeOf('string');
    expect(soundsOf(plainWord(word)).every((sound) => typeof sound === 'string')).toBe(true);
  });
});

describe('the sound of a word', () => {
  const sharesSound = (one: string, other: string) => soundsOf(one).some((sound) => soundsOf(other).includes(sound));

  it.each([
    ['लाभांश', ['labhansh', 'labhans', 'lavansa', 'laabhaansh', 'labansh']],
    ['सूचना', ['suchana', 'suchna', 'soochana']],
    ['शाखा', ['shakha', 'sakha', 'saakhaa']],
    ['ठेगाना', ['thegana', 'thegaana', 'tegana']],
    ['सम्पर्क', ['samparka', 'sampark', 'sanparka']],
    ['विज्ञप्ति', ['bigyapti', 'vigyapti', 'bignapti']],
    ['फारम', ['faram', 'pharam', 'faaram']],
    ['कक्षा', ['kaksha', 'kaxa']],
    ['शेयर', ['sheyar', 'seyar']],
    ['ब्याज', ['byaj', 'byaaj', 'vyaj']],
    ['दूध', ['dudh', 'doodh', 'dud']],
    ['बाबा', ['baba', 'baabaa']],
    ['काका', ['kaka', 'kaakaa']],
    ['पक्का', ['pakka', 'paka', 'pakkaa']],
    ['सम्मान', ['samman', 'samaan']],
    ['ग\u0931\u094dयो', ['garyo']],
  ])('%s is that of what people type', (word, typed) => {
    for (const spelling of typed) expect([spelling, sharesSound(word, spelling)]).toEqual([spelling, true]);
  });

  it.each([
    ['लाभांश', 'loan'],
    ['शाखा', 'sukha'],
    ['सूचना', 'sachiv'],
    ['बाबा', 'aba'],
  ])('%s is not that of %s', (one, other) => {
    expect(sharesSound(one, other)).toBe(false);
  });

  it.each(['', 'a', 'aai', 'को', 'म', '2083', 'a1b', 'naïve', '🎉'])('of %j says nothing', (word) => {
    expect(soundsOf(word)).toEqual([]);
  });

  it('knows which words are in Devanagari', () => {
    expect([isDevanagari('शाखा'), isDevanagari('branch'), isDevanagari('२'), isDevanagari('2')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('words that say nothing', () => {
  it('are left out of a query', () => {
    expect(meaningfulWords('How do I open a demat account?')).toEqual(['open', 'demat', 'account']);
    expect(meaningfulWords('डिम्याट खाता कसरी खोल्ने')).toEqual(['डिम्याट', 'खाता', 'खोल्ने']);
    expect(meaningfulWords('demat khata kasari kholne')).toEqual(['demat', 'khata', 'kholne']);
  });

  it('are all of a query that has no others', () => {
    expect(meaningfulWords('what is it')).toEqual(['what', 'is', 'it']);
    expect(readSearchQuery('what is it').words.map(({ word }) => word)).toEqual(['what', 'is', 'it']);
  });

  it('are compared in their plain form', () => {
    for (const word of STOP_WORDS) if (!word.includes('-')) expect(plainWord(word)).toBe(word);
  });
});

describe('a reference number', () => {
  it.each(['JICL/083-84/14', 'jicl 083 84 14', 'JICL 083/84-14.', 'JICL/०८३-८४/१४', 'ＪＩＣＬ/083-84/14'])(
    'is the same as %s',
    (text) => {
      expect(referenceKey(text)).toBe('jicl0838414');
    },
  );
});

describe('a query', () => {
  const termsOf = (text: string) => readSearchQuery(text).words.map(({ term }) => term);

  it('has at most eight different words', () => {
    const query = readSearchQuery('one two three four five six seven eight nine ten eleven twelve');
    expect(query.words.length).toBeLessThanOrEqual(8);
    expect(termsOf('ride rides riding RIDE zebra')).toEqual([termOf('ride'), termOf('zebra')]);
  });

  it('has no words if there is only punctuation', () => {
    expect(readSearchQuery('?!/').words).toEqual([]);
    expect(readSearchQuery('').words).toEqual([]);
  });

  it('asks for the newest, by words that are no others', () => {
    const latest = readSearchQuery('latest quarterly report');
    expect([latest.isLatest, latest.words.map(({ word }) => word)]).toEqual([true, ['quarterly', 'report']]);
    expect(readSearchQuery('latest').words.map(({ word }) => word)).toEqual(['latest']);
    expect(readSearchQuery('quarterly report').isLatest).toBe(false);
  });

  it('finds a word whose stem is none by its sound', () => {
    expect(formsOf('काका').sounds).toContain(readSearchQuery('kaka').words[0]?.sounds[0]);
  });

  it('is a question if it asks', () => {
    expect(readSearchQuery('how much is it').isQuestion).toBe(true);
    expect(readSearchQuery('शाखा कहाँ छ').isQuestion).toBe(true);
    expect(readSearchQuery('shakha kaha cha').isQuestion).toBe(true);
    expect(readSearchQuery('annual report').isQuestion).toBe(false);
  });

  it('finds the synonyms of a word, and not the word itself', () => {
    const [word] = readSearchQuery('dividend').words;
    expect(word?.synonyms).toContainEqual([termOf('लाभांश')]);
    expect(word?.synonyms).not.toContainEqual([termOf('dividend')]);
    expect(readSearchQuery('zebra').words[0]?.synonyms).toEqual([]);
  });

  it('finds the synonyms of a phrase whose words are next to each other', () => {
    const synonymsOf = (text: string) => readSearchQuery(text).words.map(({ synonyms }) => synonyms);
    const agm = [termOf('agm')];
    for (const synonyms of synonymsOf('annual general meeting')) expect(synonyms).toContainEqual(agm);
    for (const synonyms of synonymsOf('general annual zebra')) expect(synonyms).not.toContainEqual(agm);
    expect(synonymsOf('साधारण सभा')[0]).toContainEqual(agm);
  });
});

describe('the synonyms', () => {
  it('are groups of at least two different phrases with words', () => {
    for (const group of SYNONYMS) {
      expect(group.length).toBeGreaterThan(1);
      expect(new Set(group).size).toBe(group.length);
      for (const phrase of group) expect([phrase, termsIn(phrase).length > 0]).toEqual([phrase, true]);
    }
  });
});
