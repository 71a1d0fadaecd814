import { expect, it } from 'vitest';
import { createParseContext } from '../../../packages/gateway/src/field-parsers.ts';
import { html, text } from '../../../packages/model/src/schema/fields.ts';
import { file } from '../../../packages/model/src/schema/file.ts';
import { list } from '../../../packages/model/src/schema/list-field.ts';
import { listAnswer } from '../../../packages/model/src/schema/pagination.ts';

/* Text as HTML carries it: what was written is what a browser reads. */

const read = createParseContext({ timeZone: 'Asia/Kathmandu', videoOrigins: [], onDropped: () => {} });

it.each([
  ['a lone surrogate at the start', '\udc00x', '\ufffdx'],
  ['a lone surrogate at the end', 'x\ud83d', 'x\ufffd'],
  ['surrogates in the wrong order', '\ude00\ud83d', '\ufffd\ufffd'],
  ['a pair of surrogates', '😀', '😀'],
  ['NUL', 'a\0b', 'ab'],
  ['a number', 5, '5'],
])('%s', (_, value, expected) => {
  expect(text.parse(value)).toBe(expected);
  expect(html(read).parse(value)).toBe(expected);
});

it('that is nothing else is none', () => {
  expect(text.safeParse(' \0 ').success).toBe(false);
});

it('in the names of filters too', () => {
  const filters = { category: [{ value: 'a\ud800', label: 'A\ud800', count: 1 }] };
  expect(listAnswer(read, 'items', text).parse({ items: [], filters }).filters).toEqual({
    category: [{ value: 'a\ufffd', label: 'A\ufffd', count: 1 }],
  });
});

it('has a bounded length, unless it is HTML', () => {
  expect(text.safeParse('x'.repeat(10_000)).success).toBe(true);
  expect(text.safeParse('x'.repeat(10_001)).success).toBe(false);
  expect(html(read).parse('x'.repeat(50_000))).toHaveLength(50_000);
});

it('comes in lists of bounded length, and what is left out is reported', () => {
  const dropped: string[][] = [];
  const onDropped = (path: string, reason: string) => void dropped.push([path, reason]);
  const elements = Array.from({ length: 403 }, (_, index) => `${index}`);
  expect(list({ ...read, onDropped }, 'files', text).parse(elements)).toEqual(elements.slice(0, 400));
  expect(dropped).toEqual([['files', 'more than 400 elements: 3 left out']]);
  const faults = list({ ...read, strict: true }, 'files', text).safeParse(elements).error?.issues;
  expect(faults?.map(({ path, message }) => [...path, message])).toEqual(
    [400, 401, 402].map((index) => [index, 'more than 400 elements']),
  );
  // Lists of a list call are paged.
  expect(listAnswer(read, 'items', text).parse({ items: elements }).items).toHaveLength(403);
});

it('has an empty alternative text only if that was written', () => {
  for (const strict of [true, false]) {
    const alt = (given: object) => file({ ...read, strict }).parse({ location: '/media/a.jpg', ...given }).alt;
    expect([alt({ alt: '' }), alt({ alt: ' ' }), alt({ alt: null }), alt({}), alt({ alt: ' A hill ' })]).toEqual([
      '',
      '',
      undefined,
      undefined,
      'A hill',
    ]);
  }
});
