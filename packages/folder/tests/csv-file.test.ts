import { expect, it } from 'vitest';
import { parseCsv } from '../src/csv-file.ts';

it.each([
  ['commas', 'day,value\n2026-01-01,"1,234"\n'],
  ['tabs, as a spreadsheet pastes them', 'day\tvalue\n2026-01-01\t1,234\n'],
  ['a byte order mark and empty lines', '\uFEFFday,value\n\n2026-01-01,"1,234"\n\n'],
])('reads rows with %s', (_, text) => {
  expect(parseCsv(text)).toMatchObject({
    rows: [
      ['day', 'value'],
      ['2026-01-01', '1,234'],
    ],
  });
});

it('says on which line a row cannot be read', () => {
  expect(parseCsv('day,value\n2026-01-01,1,2\n')).toEqual({ fault: 'row 2: 3 values below 2 names' });
  expect(parseCsv('day\tvalue\n"2026-01-01\t1\n')).toMatchObject({ fault: expect.stringContaining('line 2: a quote') });
});
