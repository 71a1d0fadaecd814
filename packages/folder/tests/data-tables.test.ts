import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../../../tests/support/folder.ts';
import { openContent } from '../src/content-store.ts';
import { faultText } from '../src/faults.ts';

/* The tables of a content folder, in each edition, as their files change. */

let folder: Folder;
afterEach(() => folder.remove());

const COLUMNS = 'columns: [{ key: date, label: Day, type: date }, { key: nav, type: number }]\n';
const head = (fields = COLUMNS) => `---\nname: Value\n${fields}---\n`;
const ROWS = 'date,nav\n2026-01-01,10\n2026-01-02,11\n';

/** Opens a folder with a table. @returns loads it again: the rows that an edition shows, and the faults */
async function open(files: Record<string, string> = {}) {
  folder = await makeFolder({ ...validFiles, 'data/nav.md': head(), 'data/nav.csv': ROWS, ...files });
  const content = openContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu', locales: ['en', 'ne'] });
  return async () => {
    const { editions, tables, faults } = await content.load();
    const rowsIn = (locale: 'en' | 'ne') =>
      (editions.get(locale)?.data ?? []).flatMap((item) => tables.tableOf(item).rows.map((row) => row.join(' ')));
    return { en: rowsIn('en'), ne: rowsIn('ne'), faults: faults.map(faultText) };
  };
}

describe('a file with a mistake leaves the rows of its last version', () => {
  const shown = ['2026-01-01 10', '2026-01-02 11'];
  it.each([
    ['not UTF-8', Buffer.from('date,nav\n2026-01-03,12\n\xe9,1\n', 'latin1'), 'not UTF-8'],
    ['semicolons', 'date;nav\n2026-01-03;12\n', 'semicolons'],
    ['a value too many', 'date,nav\n2026-01-03,12,\n', '3 values below 2 names'],
    ['no rows', 'date,nav\n', 'no row below'],
    ['a column with another name', 'Date,nav\n2026-01-03,12\n', 'there is no column date'],
    ['days that none can be read as', 'date,nav\n8/9/2026,12\n', 'expected a date'],
  ])('%s', async (_, csv, message) => {
    const load = await open({ 'data/nav.ne.md': head('') });
    // Nobody asks for the rows before.
    await load();
    await folder.write({ 'data/nav.csv': csv });
    expect(await load()).toEqual({ en: shown, ne: shown, faults: [expect.stringContaining(message)] });
    await folder.write({ 'data/nav.csv': 'Date;nav\n2026-01-03;12\n' });
    expect(await load()).toMatchObject({ en: shown, ne: shown });
    await folder.write({ 'data/nav.csv': 'date,nav\n2026-01-03,12\n' });
    expect(await load()).toEqual({ en: ['2026-01-03 12'], ne: ['2026-01-03 12'], faults: [] });
  });

  it('a file that is gone', async () => {
    const load = await open();
    await load();
    await rm(join(folder.dir, 'data/nav.csv'));
    expect(await load()).toMatchObject({ en: shown, faults: [expect.stringContaining('no such file')] });
  });

  it('and of a version that had a row with a fault, also after its head has changed', async () => {
    const load = await open({ 'data/nav.csv': `${ROWS}soon,12\n` });
    expect(await load()).toMatchObject({ en: shown, faults: [expect.stringContaining('expected a date')] });
    await folder.write({ 'data/nav.csv': 'date;nav\n2026-01-03;12\n', 'data/nav.md': head(`summary: S\n${COLUMNS}`) });
    expect(await load()).toMatchObject({ en: shown });
  });

  it('until head and file have another name for a column', async () => {
    const load = await open();
    await load();
    const columns = COLUMNS.replace('date', 'day');
    await folder.write({ 'data/nav.md': head(columns) });
    expect(await load()).toMatchObject({ en: shown });
    await folder.write({ 'data/nav.csv': 'day,nav\n2026-01-03,12\n' });
    expect(await load()).toEqual({ en: ['2026-01-03 12'], ne: ['2026-01-03 12'], faults: [] });
  });

  it('not of a table that was deleted', async () => {
    const load = await open();
    await load();
    await Promise.all(['md', 'csv'].map((ending) => rm(join(folder.dir, `data/nav.${ending}`))));
    await load();
    await folder.write({ 'data/nav.md': head(), 'data/nav.csv': 'date;nav\n2026-01-03;12\n' });
    expect(await load()).toMatchObject({ en: [] });
  });
});

describe('a translated table', () => {
  const bs = (more = '') =>
    head(`columns: [{ key: date, type: date, calendar: bs }, { key: nav, type: number${more} }]\n`);
  const rows = 'date,nav,nav_ne\n2083-04-01,10,१०\n';
  const translated = (columns: string, more = '') => `---\nname: मूल्य\n${more}columns: [${columns}]\n---\n`;
  const openWith = (columns: string, more = '') =>
    open({ 'data/nav.md': bs(), 'data/nav.csv': rows, 'data/nav.ne.md': translated(columns, more) });

  it('has type and calendar of the original by the key of a column', async () => {
    const load = await openWith('{ key: nav, label: मूल्य }, { key: date, label: दिन }');
    expect(await load()).toEqual({ en: ['2026-07-17 10'], ne: ['10 2026-07-17'], faults: [] });
  });

  it.each([
    [
      'a column that is nowhere',
      '{ key: date, label: दिन }, { key: nvv, label: मूल्य }',
      '',
      'data/nav.csv:1: nvv: there is no column nvv: expected one of date, nav, nav_ne',
    ],
    [
      'values that it reads otherwise',
      '{ key: date, label: दिन, calendar: ad, formats: [D.M.YYYY] }',
      '',
      'data/nav.csv:2: date: expected a date like 2026-08-09, not “2083-04-01”',
    ],
    [
      'rows that are the same in no column',
      '{ key: nav }',
      'unique_by: [day]\n',
      'data/nav.csv:1: unique_by: there is no column day',
    ],
  ])('names %s at its own file', async (_, columns, more, message) => {
    const load = await openWith(columns, more);
    const line = more === '' ? 3 : 4;
    const { faults } = await load();
    expect(faults).toEqual([`data/nav.ne.md:${line}:10: columns: ${message}`]);
  });

  it('does not repeat the faults of its original', async () => {
    const load = await openWith('{ key: date, label: दिन }, { key: nav, label: मूल्य, type: number }');
    await folder.write({ 'data/nav.csv': `${rows}soon,11,\n2083-04-02,few,\n` });
    const { en, ne, faults } = await load();
    expect([en, ne]).toEqual([['2026-07-17 10'], ['2026-07-17 10']]);
    expect(faults).toEqual([
      expect.stringContaining('data/nav.csv:3:1: date'),
      expect.stringContaining('data/nav.csv:4:1: nav'),
    ]);
    await folder.write({ 'data/nav.csv': 'date;nav\n2083-04-01;10\n' });
    expect((await load()).faults).toEqual([expect.stringContaining('data/nav.csv:1:1: the columns are separated')]);
  });
});
