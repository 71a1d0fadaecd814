import { describe, expect, it } from 'vitest';
import type { Column } from '../../model/src/kinds/data.ts';
import { arrangeTable, datesAhead, factsOf, type TableQuery } from '../src/arrange-table.ts';
import { csvHead, csvLine } from '../src/csv.ts';
import { type RawTable, rawTable, readTable, type TableHead } from '../src/read-table.ts';

const column = (key: string, more: Partial<Column> = {}): Column => ({ key, formats: [], ...more });
const headOf = (columns: Column[], more: Partial<TableHead> = {}): TableHead => ({ columns, ...more });
/** Lines of CSV without quotes. */
const raw = (...lines: string[]): RawTable => {
  const [names = [], ...rows] = lines.map((line) => line.split(','));
  return { names, rows };
};
const read = (lines: string[], head: TableHead) => readTable(raw(...lines), head);
const today = '2026-11-26';
const ask = (more: Partial<TableQuery> = {}): TableQuery => ({ page: 1, perPage: 25, filters: {}, ...more });

describe('the values of a column', () => {
  it.each<[Partial<Column>, string, string]>([
    [{ type: 'date' }, '2026-08-09', '2026-08-09'],
    [{ type: 'date' }, '2026-8-9', '2026-08-09'],
    [{ type: 'date', calendar: 'bs' }, '2083-04-24', '2026-08-09'],
    [{ type: 'date', calendar: 'bs' }, '२०८३-४-२४', '2026-08-09'],
    [{ type: 'date', formats: ['DD MMM YYYY'] }, '09 Aug 2026', '2026-08-09'],
    [{ type: 'date', formats: ['BS Do MMMM YYYY', 'BS D MMMM YYYY'] }, '25th Baisakh 2083', '2026-05-08'],
    [{ type: 'date', formats: ['BS Do MMMM YYYY', 'BS D MMMM YYYY'] }, '22 Falgun, 2082', '2026-03-06'],
    [{ type: 'date', calendar: 'ad' }, '2087-01-02', '2087-01-02'],
    [{ type: 'month' }, '2026-8', '2026-08'],
    [{ type: 'month', calendar: 'ad' }, '2083-04', '2083-04'],
    [{ type: 'month', calendar: 'bs' }, '2082-04', '2082-04'],
    [{ type: 'month', calendar: 'bs', formats: ['BS MMMM YYYY'] }, 'Poush 2080', '2080-09'],
    [{ type: 'number' }, '१२,३४,५६७.५०', '1234567.50'],
    [{ type: 'number' }, '1,234,567', '1234567'],
    [{ type: 'number' }, '-1,000.25', '-1000.25'],
    [{ type: 'number' }, '.5', '0.5'],
    [{ type: 'money' }, 'NPR 12.38', '12.38'],
    [{ type: 'money' }, 'Rs. 1,00,000', '100000'],
    [{ type: 'money' }, 'रू. 1,00,000', '100000'],
    [{ type: 'money' }, '(1,25,000)', '-125000'],
    [{ type: 'money' }, 'NPR (12.50)', '-12.50'],
    [{ type: 'money' }, '(रु. १,२३५.५०)', '-1235.50'],
    [{ type: 'percent' }, '8.5 %', '8.5'],
    [{ type: 'number' }, '−3', '-3'],
    [{ type: 'number' }, 'N/A', ''],
    [{ type: 'state' }, 'Open', 'open'],
    [{}, '-', '-'],
  ])('%o reads %s', (more, cell, value) => {
    const { table, faults } = readTable(
      { names: ['a', 'b'], rows: [[cell, 'x']] },
      headOf([column('a', more), column('b')]),
    );
    expect(faults).toEqual([]);
    expect(table.rows).toEqual([[value, 'x']]);
  });

  it.each<[Partial<Column>, string, RegExp]>([
    [{ type: 'date' }, '2083-04-24', /may be Bikram Sambat/],
    [{ type: 'date' }, '2026-02-31', /no such day/],
    [{ type: 'date', calendar: 'bs' }, '2083-01-33', /no such day/],
    [{ type: 'date' }, 'tomorrow', /expected a date/],
    [{ type: 'month' }, '2026-13', /expected a month/],
    [{ type: 'month' }, '2083-04', /may be Bikram Sambat/],
    [{ type: 'month' }, '२०८३-४', /may be Bikram Sambat/],
    [{ type: 'month', formats: ['DD/MM/YYYY'] }, '01/04/2083', /may be Bikram Sambat/],
    [{ type: 'number' }, '12 or 13', /expected a number/],
    [{ type: 'number' }, '1.2.3', /expected a number/],
    [{ type: 'percent' }, '11,5', /expected a number/],
    [{ type: 'money' }, 'NPR १२,३८', /expected a number/],
    [{ type: 'number' }, '1,0000', /expected a number/],
    [{ type: 'number' }, '1,00,00', /expected a number/],
  ])('%o leaves out a row with %s', (more, cell, message) => {
    const { table, faults } = readTable({ names: ['a'], rows: [['x'], [cell]] }, headOf([column('a', more)]));
    expect(table.rows).toHaveLength(more.type === undefined ? 2 : 0);
    expect(faults.at(-1)).toMatchObject({ row: 1, column: 'a', message: expect.stringMatching(message) });
  });

  it('are all texts where no column is named', () => {
    expect(read(['a,b', '1,2'], headOf([])).table).toEqual({ columns: [column('a'), column('b')], rows: [['1', '2']] });
  });

  it('are none of a column that the file does not have', () => {
    const { table, faults } = read(['a', '1'], headOf([column('a'), column('c')]));
    expect(table.columns).toEqual([column('a')]);
    expect(faults).toEqual([{ column: 'c', message: 'there is no column c: expected one of a' }]);
  });

  it('may be objects, links and cells of our own answers', () => {
    const columns = [column('name'), column('file', { type: 'file' }), column('nav', { type: 'money' })];
    const rows = [
      { name: 'One', file: { location: '/a.pdf', name: 'A' }, nav: 1.5 },
      [{ text: 'Two' }, '', { text: '1,000', value: '1000' }],
    ];
    expect(readTable(rawTable(rows, columns), headOf(columns)).table.rows).toEqual([
      ['One', '[A](/a.pdf)', '1.5'],
      ['Two', '', '1000'],
    ]);
  });
});

describe('rows with the same key', () => {
  const head = headOf([column('day', { type: 'date' }), column('nav', { type: 'number' })], { unique_by: ['day'] });

  it('become one if they are equal, and none if they contradict each other', () => {
    const { table, faults } = read(
      ['day,nav', '2026-01-01,1', '2026-01-02,2', '2026-01-01,1', '2026-01-02,3', '2026-01-03,4'],
      head,
    );
    expect(table.rows).toEqual([
      ['2026-01-01', '1'],
      ['2026-01-03', '4'],
    ]);
    expect(faults.map(({ row }) => row)).toEqual([1, 3]);
  });

  it('are those of the file, where the head has no such column: a translation shows another one', () => {
    const rows = ['day,name,name_ne', '2026-01-01,a,क', '2026-01-01,b,ख'];
    const translated = headOf([column('name_ne'), column('day', { type: 'date' })], { unique_by: ['name', 'day'] });
    const { table, faults } = read(rows, translated);
    expect(table.rows).toEqual([
      ['क', '2026-01-01'],
      ['ख', '2026-01-01'],
    ]);
    expect(faults).toEqual([]);
  });

  it('are named where there is no such column', () => {
    const { faults } = read(['day,nav', '2026-01-01,1'], { ...head, unique_by: ['date'] });
    expect(faults).toEqual([{ message: 'unique_by: there is no column date' }]);
  });
});

describe('the part that is asked for', () => {
  const head = headOf(
    [
      column('opens', { type: 'date' }),
      column('closes', { type: 'date' }),
      column('name'),
      column('units', { type: 'number' }),
      column('state', { type: 'state', from: 'opens', until: 'closes' }),
    ],
    { filters: ['state'], chart: { kind: 'line', x: 'opens', y: ['units'] } },
  );
  const { table } = read(
    [
      'opens,closes,name,units,state',
      '2026-11-22,2026-12-06,Growth,900,',
      '2027-01-10,2027-01-14,Hydro,1000,',
      '2026-02-18,2026-02-24,Falgun,80,Allotted',
      '2025-11-09,2025-11-13,Tea,,',
    ],
    head,
  );
  const arranged = (more: Partial<TableQuery> = {}) => arrangeTable(table, head, ask(more), { locale: 'en', today });
  const names = (more: Partial<TableQuery> = {}) => arranged(more).rows.map(([, , name]) => name);

  it('is in the order of its days, the newest first', () => {
    expect(names()).toEqual(['Hydro', 'Growth', 'Falgun', 'Tea']);
    expect(arrangeTable({ ...table }, { ...head, order: 'given' }, ask(), { locale: 'en', today }).rows[0]?.[2]).toBe(
      'Growth',
    );
  });

  it('has states of today, and keeps those that are written', () => {
    expect(arranged().rows.map((row) => row[4])).toEqual(['upcoming', 'open', 'allotted', 'closed']);
    expect(arranged().choices.state?.map(({ value }) => value)).toEqual(['allotted', 'closed', 'open', 'upcoming']);
    expect(names({ filters: { state: 'open' } })).toEqual(['Growth']);
  });

  it('has days ahead on which a state changes, the nearest first', () => {
    expect(datesAhead(table, today)).toEqual([
      { name: 'Growth', label: 'closes', date: '2026-12-06' },
      { name: 'Hydro', label: 'opens', date: '2027-01-10' },
      { name: 'Hydro', label: 'closes', date: '2027-01-14' },
    ]);
  });

  it('sorts numbers as numbers, those without one last', () => {
    expect(names({ sort: 'units' })).toEqual(['Falgun', 'Growth', 'Hydro', 'Tea']);
    expect(names({ sort: '-units' })).toEqual(['Hydro', 'Growth', 'Falgun', 'Tea']);
    expect(names({ sort: 'nothing' })).toEqual(names());
  });

  it('finds words, and days by the names of Bikram Sambat', () => {
    expect(names({ search: 'hyd' })).toEqual(['Hydro']);
    expect(names({ search: 'Falgun 2082' })).toEqual(['Falgun']);
    expect(names({ search: 'फागुन २०८२' })).toEqual(['Falgun']);
    expect(names({ search: 'nothing' })).toEqual([]);
  });

  it('is between two days, both included', () => {
    expect(names({ from: '2026-02-18', to: '2026-11-22' })).toEqual(['Growth', 'Falgun']);
  });

  it('is a page, and knows how many there are', () => {
    expect(arranged({ page: 2, perPage: 3 })).toMatchObject({
      rows: [expect.arrayContaining(['Tea'])],
      pagination: { current_page: 2, last_page: 2, per_page: 3, total: 4 },
      total: 4,
    });
  });

  it('has the fiscal years of its days, and what the chart draws from the oldest on', () => {
    expect(arranged().periods).toEqual([
      { name: '2083/84', from: '2026-07-17', to: expect.any(String) },
      { name: '2082/83', from: '2025-07-17', to: '2026-07-16' },
    ]);
    expect(arranged().points.slice(0, 3)).toEqual([
      ['opens', 'units'],
      ['2026-02-18', '80'],
      ['2026-11-22', '900'],
    ]);
  });

  it.each([
    ['without a day', '-,,Later,1,'],
    ['after the published calendar', '2099-01-01,2099-01-02,Far,1,'],
    ['before the calendar that is known', '1900-01-01,1900-01-02,Old,1,'],
  ])('has fiscal years beside a row %s', (_, row) => {
    const rows = ['opens,closes,name,units,state', '2026-11-22,2026-12-06,Growth,900,', row];
    const { periods } = arrangeTable(read(rows, head).table, head, ask(), { locale: 'en', today });
    expect(periods.find(({ name }) => name === '2083/84')).toMatchObject({ from: '2026-07-17' });
  });

  it('is of the newest day that is not ahead', () => {
    expect(factsOf(table, head, today)).toMatchObject({
      as_of: '2026-11-22',
      newest: expect.arrayContaining(['Growth']),
      total: 4,
    });
  });
});

it('draws at most as many points as a phone shows, the first and the last among them', () => {
  const head = headOf([column('day', { type: 'date' }), column('nav', { type: 'number' })], {
    chart: { kind: 'line', x: 'day', y: ['nav'] },
  });
  const days = Array.from({ length: 1_000 }, (_, index) =>
    new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10),
  );
  const { table } = readTable({ names: ['day', 'nav'], rows: days.map((day, index) => [day, String(index)]) }, head);
  const { points } = arrangeTable(table, head, ask(), { locale: 'en', today });
  expect(points).toHaveLength(241);
  expect([points[1]?.[1], points.at(-1)?.[1]]).toEqual(['0', '999']);
});

it('draws at most as many bars as one can tell apart: the newest', () => {
  const head = headOf([column('day', { type: 'date' }), column('votes', { type: 'number' })], {
    chart: { kind: 'bar', x: 'day', y: ['votes'] },
  });
  const rows = Array.from({ length: 50 }, (_, index) => [`${1970 + index}-01-01`, String(index)]);
  const { table } = readTable({ names: ['day', 'votes'], rows }, head);
  const { points } = arrangeTable(table, head, ask(), { locale: 'en', today });
  expect(points).toHaveLength(41);
  expect([points[1]?.[1], points.at(-1)?.[1]]).toEqual(['10', '49']);
});

it('draws from the oldest day on, also by the words of another column', () => {
  const columns = [column('closed', { type: 'date' }), column('year'), column('rate', { type: 'percent' })];
  const head = headOf(columns, { chart: { kind: 'bar', x: 'year', y: ['rate'] } });
  const rows = [
    ['2024-07-15', '2080/81', '4'],
    ['2026-07-16', '2082/83', '8'],
    ['2025-07-16', '2081/82', '6'],
  ];
  const { table } = readTable({ names: ['closed', 'year', 'rate'], rows }, head);
  const { points } = arrangeTable(table, head, ask(), { locale: 'en', today });
  expect(points.slice(1).map(([year]) => year)).toEqual(['2080/81', '2081/82', '2082/83']);
});

it('takes a month of a year that is not published in Bikram Sambat yet for one ahead', () => {
  const head = headOf([column('month', { type: 'month', calendar: 'bs' }), column('rate', { type: 'percent' })]);
  const rows = [
    ['2083-08', '6'],
    ['2084-01', '7'],
  ];
  const { table } = readTable({ names: ['month', 'rate'], rows }, head);
  expect(factsOf(table, head, '2026-11-26').newest).toEqual(['2083-08', '6']);
});

it('writes CSV that spreadsheets read', () => {
  expect(csvHead(['Day', 'NAV'])).toBe('\uFEFFDay,NAV\r\n');
  expect(csvLine(['a "b"', 'c,d', 'e\nf', 'g'])).toBe('"a ""b""","c,d","e\nf",g\r\n');
});
