// biome-ignore-all lint/suspicious/noTemplateCurlyInString: compiled messages have template literals
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import english from '../../../packages/messages/src/en.ts';
import { digits, plural, timeOfDay } from '../../../packages/messages/src/format.ts';
import nepali from '../../../packages/messages/src/ne.ts';
import { compileMessage } from '../../../scripts/build/compile-message.mjs';
import { browserIndex, textsModule, writeMessages } from '../../../scripts/build/messages.mjs';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'foyer-messages-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Writes catalogues and a source that uses these texts. */
async function write(catalogues: Record<string, object>, source = 'm.home; m.notices({ count });'): Promise<void> {
  await mkdir(join(root, 'messages'), { recursive: true });
  await mkdir(join(root, 'source'), { recursive: true });
  await writeFile(join(root, 'source/Screen.tsx'), source);
  for (const [locale, catalogue] of Object.entries(catalogues)) {
    await writeFile(join(root, `messages/${locale}.json`), JSON.stringify(catalogue));
  }
  await writeMessages(join(root, 'messages'), [join(root, 'source')]);
}
const EN = { home: 'Home', notices: '{count, plural, one {# notice} other {# notices}}' };
const NE = { home: 'गृहपृष्ठ', notices: '{count, number} वटा सूचना' };

describe('the catalogues', () => {
  it('become modules with a string or a function for each key', async () => {
    await write({ en: EN, ne: NE });
    const index = await readFile(join(root, 'messages/index.ts'), 'utf8');
    expect(index).toContain('  readonly home: string;\n  readonly notices: (values: { count: number }) => string;\n');
    expect(index).toContain("export type Locale = 'en' | 'ne';");
    expect(await readFile(join(root, 'messages/ne.ts'), 'utf8')).toContain(
      "import { digits } from './format.ts';\n\nexport default {\n  home: 'गृहपृष्ठ',\n",
    );
  });

  it.each([
    ['a missing key', { en: EN, ne: { home: NE.home } }, 'ne.json: notices is missing'],
    ['an additional key', { en: EN, ne: { ...NE, more: 'x' } }, 'ne.json: more is not in English'],
    [
      'other parameters',
      { en: EN, ne: { ...NE, notices: '{total}' } },
      'ne.json: notices has the parameters {total}, not {count}',
    ],
    [
      'a tag for a parameter',
      { en: EN, ne: { ...NE, notices: '<count>x</count>' } },
      'parameters <count>, not {count}',
    ],
    ['a text that is no message', { en: EN, ne: { ...NE, notices: '{count' } }, 'ne.json: notices: '],
    [
      'what is not supported',
      { en: EN, ne: { ...NE, notices: '{count, date}' } },
      'ne.json: notices: only texts, numbers',
    ],
  ])('have a fault with %s', async (_, catalogues, fault) => {
    await expect(write(catalogues)).rejects.toThrow(fault);
  });

  it('have a fault with a text that is not used', async () => {
    await expect(write({ en: EN, ne: NE }, 'm.home')).rejects.toThrow('en.json: notices is not used');
    await write({ en: EN, ne: NE }, "const { home } = useMessages(); const page = { label: 'notices' };");
  });

  it('have one order for browsers, which get texts and keys apart', async () => {
    await write({ en: EN, ne: { notices: NE.notices, home: NE.home } });
    const [en, ne] = await Promise.all(
      ['en', 'ne'].map((locale) => readFile(join(root, `messages/${locale}.ts`), 'utf8')),
    );
    expect(textsModule(ne ?? '')).toMatch(/^export default \[\n {2}'गृहपृष्ठ',\n {2}\(\{ count \}.*,\n\];\n$/m);
    expect(browserIndex(en ?? '', ['en', 'ne'])).toContain("'home notices'.split(' ')");
  });
});

describe('a message', () => {
  it.each([
    ["It's here", "'It\\'s here'"],
    ['a {b} `c` ${d}', '({ b, d }: { b: string; d: string }) => `a ${b} \\`c\\` $${d}`'],
    ['{n, plural, =0 {none} other {#}}', "({ n }: { n: number }) => n === 0 ? 'none' : `${n}`"],
    ['{n, plural, other {all}}', "() => 'all'"],
    [
      'See <link>all {n, number}</link>.',
      "<Node>({ link, n }: { link: (text: string) => Node; n: number | string }) => ['See ', link(`all ${n}`), '.']",
    ],
  ])('%s is code', (text, code) => {
    expect(compileMessage(text, 'en').code).toBe(code);
  });

  it('has the plural of its number', () => {
    expect([0, 1, 2].map((total) => english.noticeCount({ total }))).toEqual(['0 notices', '1 notice', '2 notices']);
    expect(nepali.noticeCount({ total: 12 })).toBe('१२ वटा सूचना');
    expect([0, 1, 5].map((days) => english.closesIn({ days }))).toEqual([
      'Closes today',
      'Closes tomorrow',
      'Closes in 5 days',
    ]);
  });

  it('has tags that the caller renders', () => {
    expect(english.noNoticeMatch({ link: (text) => ({ text }) })).toEqual([
      'No notices match this. Try fewer or shorter words, or ',
      { text: 'see all notices' },
      '.',
    ]);
  });
});

describe('numbers', () => {
  it('have the digits of the language', () => {
    expect(digits('ne', 1234567890)).toBe('१२३४५६७८९०');
    expect(digits('ne', '2081/82')).toBe('२०८१/८२');
    expect(digits('en', '2081/82')).toBe('2081/82');
    expect(nepali.quarter({ quarter: 2 })).toBe('त्रैमास २');
    expect(english.percent({ percent: 51.5 })).toBe('51.5\u00a0%');
  });

  it('choose the form of their text', () => {
    const forms = { one: 'one', few: 'few', other: 'other' };
    expect([1, 2, 5].map((number) => plural('cs', number, forms))).toEqual(['one', 'few', 'other']);
    expect(plural('cs', 5, { other: 'other' })).toBe('other');
  });
});

describe('times of day', () => {
  it.each([
    ['00:30', 'राति १२:३०'],
    ['03:59', 'राति ३:५९'],
    ['9:30', 'बिहान ९:३०'],
    ['10:00', 'बिहान १०'],
    ['12:00', 'दिउँसो १२'],
    ['15:00', 'दिउँसो ३'],
    ['17:30', 'बेलुका ५:३०'],
    ['20:00', 'राति ८'],
    ['सूर्यास्त', 'सूर्यास्त'],
    ['10 AM', '१० AM'],
    ['25:00', '२५:००'],
  ])('%s is %s in Nepali', (time, said) => {
    expect(timeOfDay('ne', time)).toBe(said);
    expect(timeOfDay('en', time)).toBe(time);
  });

  it('are said in the opening hours', () => {
    const hours = { days: 'आइतबार', open: '10:00', close: '17:00' };
    expect(nepali.hours(hours)).toBe('आइतबार, बिहान १० देखि बेलुका ५ सम्म');
    expect(english.hours(hours)).toBe('आइतबार, 10:00 to 17:00');
  });
});
