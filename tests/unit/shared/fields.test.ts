import { expect, it } from 'vitest';
import { createParseContext } from '../../../server/content-api/field-parsers.ts';
import { html, text } from '../../../shared/schema/fields.ts';
import { listAnswer } from '../../../shared/schema/pagination.ts';

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
