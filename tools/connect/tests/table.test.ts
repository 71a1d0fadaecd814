import { describe, expect, it } from 'vitest';
import type { CallResult } from '../src/call-result.ts';
import { tableOf } from '../src/table.ts';
import { cut, type Terminal, terminalOf, widthOf, wrap } from '../src/terminal.ts';

const blank: CallResult = {
  path: 'site',
  address: 'site',
  state: 'usable',
  fit: [],
  missing: [],
  required: [],
  unknown: [],
  alike: [],
  faults: [],
};
const results: CallResult[] = [
  { ...blank, status: 200, milliseconds: 12, items: 1, fit: ['name'], missing: ['logo', 'menu'] },
  {
    ...blank,
    path: 'service-center',
    address: 'service-center',
    state: 'unusable',
    status: 200,
    milliseconds: 1_234,
    items: 120,
    required: ['name', 'address'],
    missing: ['name', 'address'],
    unknown: ['branch_name', 'color'],
    alike: [{ from: 'branch_name', field: 'name' }],
    failure: { sentence: 'none of the 120 elements can be read', words: 'no item can be read' },
  },
  {
    ...blank,
    path: 'bod',
    address: 'bod',
    state: 'unusable',
    status: 404,
    milliseconds: 8,
    failure: { sentence: 'x', words: 'no such call' },
  },
  { ...blank, path: 'news/{id}', address: 'news/0', state: 'unasked' },
];
const terminal = (columns: number): Terminal => ({ columns, paint: (_, text) => text });

describe('the table of calls', () => {
  it('on a terminal is in columns', () => {
    expect(tableOf(results, terminal(120))).toEqual([
      '    call            status   time  items  fit  lack  new',
      '  ✓ site               200  12 ms      1    1     2    0',
      '  ✗ service-center     200  1.2 s    120    0     2    2  no address, branch_name → name',
      '  ✗ bod                404   8 ms                         no such call',
      '  · news/{id}                                             no item to ask for',
    ]);
  });

  it.each([60, 72, 80, 120])('takes at most %i columns', (columns) => {
    for (const line of tableOf(results, terminal(columns))) expect(widthOf(line)).toBeLessThanOrEqual(columns);
  });

  it('elsewhere is a complete line for each call', () => {
    expect(tableOf(results, { paint: (_, text) => text })).toEqual([
      'site: usable, status 200, 12 ms, 1 item, 1 fields fit, missing: logo menu',
      'service-center: not usable, status 200, 1.2 s, 120 items, no item can be read, missing: name address, unknown: branch_name (like name) color',
      'bod: not usable, status 404, 8 ms, no such call',
      'news/{id}: not asked: no item to ask for',
    ]);
  });
});

describe('text for a terminal', () => {
  it('is cut and wrapped by the columns that it takes', () => {
    expect(widthOf('सूचना')).toBe(3);
    expect(cut('सूचना', 3)).toBe('सूचना');
    expect(cut('a long text', 7)).toBe('a long…');
    expect(wrap('one two three', { columns: 9 }, ['  ', '    '])).toEqual(['  one two', '    three']);
    expect(wrap('one two three', {}, ['  ', '    '])).toEqual(['  one two three']);
  });

  it('has colours on a terminal that wants them', () => {
    const painted = (stream: object, environment = {}) => terminalOf(stream, environment).paint('red', 'no');
    expect(painted({ isTTY: true })).toBe('\u001b[31mno\u001b[39m');
    expect(painted({ isTTY: true }, { NO_COLOR: '1' })).toBe('no');
    expect(painted({})).toBe('no');
    expect(terminalOf({}, {}).columns).toBeUndefined();
    expect(terminalOf({ isTTY: true, columns: 300 }, {}).columns).toBe(120);
  });
});
