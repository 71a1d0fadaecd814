import { describe, expect, it } from 'vitest';
import { fromLegacyFont, isLegacyText, LEGACY_FONT } from '../src/legacy-fonts.ts';

/** As typed on the keyboard of Preeti. */
const WORDS =
  `g]kfn नेपाल | ;DklQ सम्पत्ति | k|ltj]bg प्रतिवेदन | jflif{s वार्षिक | ;fwf/0f साधारण | ;ef सभा | nfef+z लाभांश | z]o/ शेयर | sfo{qmd कार्यक्रम | ;~rfns सञ्चालक | sDkgL कम्पनी | lnld6]8 लिमिटेड | cfly{s आर्थिक | jif{ वर्ष | d'gfkmf मुनाफा | C0f ऋण | pBf]u उद्योग | ljsf; विकास | JolQm व्यक्ति | k"FhL पूँजी | hGd जन्म | lj1fkg विज्ञापन | kqsf/ पत्रकार | rfn' चालु | a}7s बैठक | ;"rgf सूचना | >L श्री |   ?lr रुचि | >]0fL श्रेणी | xh'/ हजुर | ljqmo विक्रय | kmfOn फाइल | 7]ufgf ठेगाना | ;Dks{ सम्पर्क | sd{rf/L कर्मचारी | cWoIf अध्यक्ष | k|zf;g प्रशासन | 5'6\\6L छुट्टी | @)*@ २०८२ | cf]v/ ओखर | cf}ifwL औषधी | O{Zj/ ईश्वर | P]g ऐन | pmhf{ ऊर्जा | em08f झण्डा | b'O{ दुई | kl/jt{g परिवर्तन | nufgL लगानी | ljlgof]hg विनियोजन | s[lif कृषि | cg';Gwfg अनुसन्धान | k|fKt प्राप्त | If]q क्षेत्र | zfvf शाखा | ljQLo वित्तीय`
    .split(' | ')
    .map((pair) => pair.trim().split(/\s+/) as [string, string]);

const SENTENCES: [string, string][] = [
  ['jflif{s ;fwf/0f ;efsf] ;' + '"rgf', 'वार्षिक साधारण सभाको सूचना'],
  ['cfly{s jif{ @)*@÷*# sf] n]vfk/LIf0f k|ltj]bg', 'आर्थिक वर्ष २०८२/८३ को लेखापरीक्षण प्रतिवेदन'],
  ['z]o/wgLx?nfO{ gub nfef+z ljt/0f ul/g] 5 .', 'शेयरधनीहरूलाई नगद लाभांश वितरण गरिने छ ।'.replace('हरू', 'हरु')],
  ["s'n ;DklQ ?= !,@#,$%& /x]sf] 5", 'कुल सम्पत्ति रु. १,२३,४५७ रहेको छ'],
  ['a+}s tyf ljQLo ;+:yf', 'बैंक तथा वित्तीय संस्था'],
];

describe('a text that was typed in a font from before Unicode', () => {
  it.each(WORDS)('says what its letters show: %s', (typed, word) => {
    expect(fromLegacyFont(typed)).toBe(word);
  });

  it.each(SENTENCES)('%s', (typed, sentence) => {
    expect(fromLegacyFont(typed)).toBe(sentence.normalize('NFC'));
  });

  it('is recognised by its letters, and sooner where a font is named', () => {
    for (const [typed] of SENTENCES) expect({ typed, is: isLegacyText(typed, true) }).toEqual({ typed, is: true });
    expect(isLegacyText(WORDS.map(([typed]) => typed).join(' '), false)).toBe(true);
    expect(isLegacyText('g]kfn', false)).toBe(false);
  });
});

describe('what is not of such a font', () => {
  it.each([
    'The net asset value of a unit was NPR 12.38 on the last day of Asar 2083, as the auditors have confirmed.',
    'Contact us at info@example.org; or at +977-1-5550100 (10:00–17:00), or write to P.O. Box 1234.',
    'for (let i = 0; i < rows.length; i += 1) { if (rows[i]|mask) list[i] = {a: 1}; }',
    '1,234.50 2,345.60 (12.5) 2082/83 10% 45.00 NPR 1,00,000',
    'वार्षिक साधारण सभाको सूचना',
    'SEBON NEPSE CDSC RTS/IPO/FPO K.Y.C. B.S. A.D. [1] [2] {3}',
    "Shareholders' equity; retained earnings; Board's report",
  ])('stays as it is: %s', (text) => {
    expect([isLegacyText(text, false), isLegacyText(text, true)]).toEqual([false, false]);
  });
});

it('has names as documents have them', () => {
  for (const name of ['ABCDEF+Preeti', 'Kantipur-Bold', 'FONTASY_HIMALI_TT', 'PCSNEPALI', 'Ganess'])
    expect(name).toMatch(LEGACY_FONT);
  for (const name of ['Helvetica', 'NotoSansDevanagari', 'Mangal', 'Kalimati', 'ArialMT'])
    expect(name).not.toMatch(LEGACY_FONT);
});
