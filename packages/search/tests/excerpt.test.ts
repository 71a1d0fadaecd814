import { describe, expect, it } from 'vitest';
import { excerptOf } from '../src/excerpt.ts';
import type { SearchText } from '../src/search-document.ts';
import { soundsOf } from '../src/sound.ts';
import { termOf } from '../src/words.ts';

/* The part of a text that a result shows. */

const textWith = (fields: Partial<SearchText>): SearchText => ({
  id: '1',
  name: 'A name',
  href: '/notice/1',
  text: '',
  keywords: '',
  labels: '',
  files: [],
  facts: {},
  ...fields,
});
const termsOf = (...words: string[]) => new Set(words.map(termOf));
const filler = (words: number) => Array.from({ length: words }, (_, index) => `filler${index}`).join(' ');
const excerpt = (text: string, ...words: string[]) => excerptOf(textWith({ text }), termsOf(...words)).excerpt ?? '';
const unmarked = (text: string) => text.replaceAll(/<\/?mark>/g, '');

describe('an excerpt', () => {
  it('marks each form of the words', () => {
    expect(excerpt('Dividends: the dividend of 2083.', 'dividend')).toBe(
      '<mark>Dividends</mark>: the <mark>dividend</mark> of 2083.',
    );
    expect(excerpt('हाम्रा शाखाहरूको ठेगाना', 'शाखा')).toBe('हाम्रा <mark>शाखाहरूको</mark> ठेगाना');
    expect(excerpt('आर्थिक वर्ष २०८३', '2083')).toBe('आर्थिक वर्ष <mark>२०८३</mark>');
  });

  it('marks words that were found by their sound', () => {
    const { excerpt: found } = excerptOf(textWith({ text: 'यस वर्षको लाभांश घोषणा' }), new Set(soundsOf('labhansh')));
    expect(found).toBe('यस वर्षको <mark>लाभांश</mark> घोषणा');
  });

  it('is the beginning if nothing matches, and none of an empty text', () => {
    expect(excerpt('Plain text.', 'zebra')).toBe('Plain text.');
    expect(excerptOf(textWith({}), termsOf('zebra'))).toEqual({});
  });

  it('says at which ends it is cut', () => {
    const begins = excerpt(`zebra ${filler(100)}`, 'zebra');
    expect(begins).toMatch(/^<mark>zebra<\/mark> .* …$/);
    const ends = excerpt(`${filler(100)} zebra`, 'zebra');
    expect(ends).toMatch(/^… .*<mark>zebra<\/mark>$/);
    const inside = excerpt(`${filler(100)} zebra ${filler(100)}`, 'zebra');
    expect(inside).toMatch(/^… .* …$/);
    for (const text of [begins, ends, inside]) {
      expect(unmarked(text).length).toBeLessThan(260);
      for (const word of unmarked(text).replaceAll('…', '').trim().split(' '))
        expect(word).toMatch(/^(zebra|filler\d+)$/);
    }
  });

  it('is where the most different words are', () => {
    const text = `lion lion lion ${filler(100)} zebra and lion ${filler(100)} zebra`;
    expect(excerpt(text, 'lion', 'zebra')).toContain('<mark>zebra</mark> and <mark>lion</mark>');
  });

  it('is of a file if only that has the words', () => {
    const files = [
      { name: 'Other', href: '/a.pdf', text: 'lions' },
      { name: 'Report', href: '/b.pdf', text: 'A zebra crossed.' },
      { name: 'Unread', href: '/c.pdf' },
    ];
    expect(excerptOf(textWith({ text: 'Nothing', files }), termsOf('zebra'))).toEqual({
      excerpt: 'A <mark>zebra</mark> crossed.',
      file: { name: 'Report', href: '/b.pdf' },
    });
    expect(excerptOf(textWith({ text: 'A zebra', files }), termsOf('zebra'))).toEqual({
      excerpt: 'A <mark>zebra</mark>',
    });
  });

  it.each([
    'a <mark>zebra</mark> b',
    'a <ma<mark>rk>zebra b',
    '</ma</mark>rk> zebra <</mark>mark>',
    `${'<mark>'.repeat(50)}zebra`,
    '<<<mark>mark>mark>zebra</</mark>mark>',
  ])('has only marks of its own: %s', (text) => {
    const found = excerpt(text, 'zebra');
    expect(found.match(/<mark>/g)).toHaveLength(1);
    expect(found.match(/<\/mark>/g)).toHaveLength(1);
    expect(found).toContain('<mark>zebra</mark>');
  });

  it('leaves other HTML as the text has it', () => {
    expect(excerpt('if a < b && c > <b>zebra</b>', 'zebra')).toBe('if a < b && c > <b><mark>zebra</mark></b>');
  });

  it.each([0, 1, 2, 3])('cuts no character in two (%i)', (shift) => {
    const text = `${'x'.repeat(shift)}${'🙏'.repeat(400)} zebra ${'x'.repeat(shift)}${'🙏'.repeat(400)}`;
    for (const found of [excerpt(text, 'zebra'), excerpt(text, 'lion')]) {
      expect(found.length).toBeGreaterThan(10);
      expect(found).toBe(
        found.replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, ''),
      );
    }
  });

  it('is found within a long text', () => {
    expect(excerpt(`${filler(2_000)} zebra`, 'zebra')).toContain('<mark>zebra</mark>');
  });

  it('is found as far as a text is indexed', () => {
    const text = `${'x'.repeat(59_000)} zebra`;
    const files = [{ name: 'report.pdf', href: '/media/report.pdf', text }];
    expect(excerpt(text, 'zebra')).toContain('<mark>zebra</mark>');
    expect(excerptOf(textWith({ text: 'A report', files }), termsOf('zebra')).file?.name).toBe('report.pdf');
  });
});
