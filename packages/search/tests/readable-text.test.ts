import { expect, it } from 'vitest';
import { hasWords, readableText, withoutFurniture } from '../src/readable-text.ts';

it.each([
  ['collapses white space', ' A  notice\n\tof\u00a0the board\r\n', 'A notice of the board'],
  ['joins a divided word', 'the dis-\n  tribution', 'the distribution'],
  ['leaves a hyphen within a line and before a number', 'a well-known form, 2081-\n82', 'a well-known form, 2081- 82'],
  ['drops soft hyphens', 'dis\u00adtri\u00ad\nbution', 'distribution'],
  ['normalises', 'Cafe\u0301 and many more words', 'Café and many more words'],
  ['keeps the joiners of Devanagari', 'क\u094dष र\u094d\u200dय', 'क\u094dष र\u094d\u200dय'],
  [
    'drops single control characters and halves',
    'A text with many words\u0000 and\ud800 more',
    'A text with many words and more',
  ],
])('%s', (_, written, text) => {
  expect(readableText(written)).toBe(text);
});

it.each([
  ['control characters', '\u0000\u0000\u0000 \u0001\u0002 of'],
  ['private use', '\ue000\ue001 \ue002 of'],
  ['replacement characters', '\ufffd\ufffd\ufffd of'],
])('is empty for a text of %s', (_, written) => {
  expect(readableText(written)).toBe('');
});

it('is cut, but not within a character', () => {
  expect(readableText('x'.repeat(200_000))).toHaveLength(100_000);
  expect(readableText(`${'x'.repeat(99_999)}𝐱`)).toHaveLength(99_999);
});

it.each([
  ['hyphens', '- ', `x${'- '.repeat(49_999)}-`],
  ['lines that end in a hyphen', '-\n', `x${'- '.repeat(49_999)}-`],
  ['soft hyphens', '\u00ad ', 'xx'],
  ['spaces', ' ', 'x x'],
  ['control characters', '\u0000', ''],
])('reads 300,000 %s as it reads a few', (_, part, text) => {
  // Not shown where they differ: they are long.
  expect(readableText(`x${part.repeat(300_000)}x`) === text).toBe(true);
});

it('has what stands at the edges of most pages once, and no page numbers', () => {
  const page = (number: number, ...lines: string[]) =>
    [
      'Juneli Investment',
      `Annual report 2082/83 | ${number}`,
      ...lines,
      'www.juneli.example',
      `Page ${number} of 4`,
    ].join('\n');
  const pages = [
    page(1, 'To the shareholders', 'a', 'b', 'c'),
    page(2, 'Income', '12', '2082', '13', 'd', 'e', 'f'),
    page(3, 'Juneli Investment'),
    'A table\n7\n8\n9\n10\n11\n12\nof numbers\n- ४ -',
  ];
  expect(withoutFurniture(pages)).toEqual([
    'Juneli Investment\nAnnual report 2082/83 | 1\nTo the shareholders\na\nb\nc\nwww.juneli.example',
    'Income\n12\n2082\n13\nd\ne\nf',
    '',
    'A table\n7\n8\n9\n10\n11\n12\nof numbers',
  ]);
  expect(withoutFurniture(['One page\n1'])).toEqual(['One page\n1']);
});

it('finds words in any script', () => {
  for (const text of ['लाभांश', '१ सूचना', 'Price list', 'AGM 2083']) expect(hasWords(text), text).toBe(true);
  for (const text of ['', '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16', 'i ii iv', '२०८३', '--- ...'])
    expect(hasWords(text), text).toBe(false);
});
