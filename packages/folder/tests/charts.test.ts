import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../../../tests/support/folder.ts';
import { loadContent, openContent } from '../src/content-store.ts';
import { MAX_CSV_BYTES, parseCsv } from '../src/csv-file.ts';
import { faultText } from '../src/faults.ts';
import { revisionsOf } from '../src/revisions.ts';

/* Blocks ```chart in a content folder: what editors may write, and what they read when it is wrong. */

let folder: Folder | undefined;
afterEach(() => folder?.remove());

const BLOGS = { ...validFiles };
const blog = (...lines: string[]) => ['---', 'id: 1', 'name: One', '---', 'Text.', '', ...lines, ''].join('\n');
const chart = (...lines: string[]) => blog('```chart', ...lines, '```');
const CSV = 'Year,Cash\n2080/81,7 %\n2081/82,8 %\n';

async function faultsOf(text: string | Buffer, csv: string | Buffer = CSV): Promise<string[]> {
  folder = await makeFolder({ ...BLOGS, 'blogs/one.md': text, 'media/data/nav.csv': csv });
  const { faults } = await loadContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu' });
  return faults.map(faultText);
}

async function htmlOf(text: string, csv: string | Buffer = CSV): Promise<string | undefined> {
  folder = await makeFolder({ ...BLOGS, 'blogs/one.md': text, 'media/data/nav.csv': csv });
  const { content, texts, faults } = await loadContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu' });
  expect(faults).toEqual([]);
  const item = content.blogs.find(({ id }) => id === '1');
  return item && texts.htmlOf(item);
}

describe('a block of a chart', () => {
  it('becomes a figure around a table, with a link to its file', async () => {
    expect(await htmlOf(chart('type: bar', 'title: "Cash <paid>"', 'file: /media/data/nav.csv', 'unit: "%"'))).toBe(
      '<p>Text.</p>\n<figure data-chart="bar" data-unit="%"><figcaption>Cash &#60;paid&#62;</figcaption>' +
        '<table><thead><tr><th scope="col">Year</th><th scope="col">Cash</th></tr></thead>' +
        '<tbody><tr><td>2080/81</td><td>7 %</td></tr><tr><td>2081/82</td><td>8 %</td></tr></tbody></table>' +
        '<p><a href="/media/data/nav.csv">CSV</a></p></figure>',
    );
  });

  it('may have its rows in itself, other names of columns, and a choice of them', async () => {
    const html = await htmlOf(
      chart(
        'type: line',
        'headers: [वर्ष, नगद, बोनस]',
        'columns: [Bonus, नगद]',
        '',
        'Year,Cash,Bonus',
        '2080/81,7,1',
        '2081/82,8,2',
      ),
    );
    expect(html).toContain('data-columns="3 2"');
    expect(html).toContain('<th scope="col">बोनस</th>');
    expect(html).not.toContain('CSV');
  });

  it.each<[string, string | Buffer]>([
    ['a byte order mark and the line ends of Windows', '\ufeffYear,Cash\r\n2080/81,7 %\r\n2081/82,8 %\r\n'],
    ['quotes, spaces and empty lines', '"Year", Cash\n\n"2080/81",7 %\n 2081/82 , "8 %"\n'],
  ])('may have a file with %s', async (_, csv) => {
    expect(await htmlOf(chart('type: line', 'file: /media/data/nav.csv'), csv)).toContain(
      '<tr><th scope="col">Year</th><th scope="col">Cash</th></tr></thead><tbody><tr><td>2080/81</td><td>7 %</td></tr><tr><td>2081/82</td><td>8 %</td></tr>',
    );
  });

  it('has quotes as RFC 4180 has them', () => {
    expect(parseCsv('a,b\n"x, ""y""\nz",1\n')).toEqual({
      lines: [1, 3],
      rows: [
        ['a', 'b'],
        ['x, "y"\nz', '1'],
      ],
    });
  });

  it.each(['2083-84', '2083/84', '2083', '2083 Shrawan'])('may have rows of years: %s', async (year) => {
    expect(await htmlOf(chart('type: bar', '', 'Year,Cash', `${year},7`))).toContain(`<td>${year}</td>`);
  });

  it('inside another block is its text', async () => {
    expect(await htmlOf(blog('````', '```chart', 'type: pie', '```', '````'))).toContain('<pre><code>```chart');
  });
});

describe('the fault of a chart', () => {
  it.each<[string, string[], string, string]>([
    [
      'a type with a typing error',
      ['type: lien', 'file: /media/data/nav.csv'],
      '8:7',
      'type: not a type of chart: did you mean line?',
    ],
    [
      'an unknown type',
      ['type: radar', 'file: /media/data/nav.csv'],
      '8:7',
      'type: not a type of chart: expected one of line, bar, share',
    ],
    ['no type', ['file: /media/data/nav.csv'], '8:1', 'type: '],
    [
      'an unknown field',
      ['type: line', 'fiel: /media/data/nav.csv'],
      '9:7',
      'fiel: not a known field: did you mean file?',
    ],
    ['no data', ['type: line'], '8:1', 'expected a file, or CSV lines below an empty line'],
    [
      'two data',
      ['type: line', 'file: /media/data/nav.csv', '', 'a,b', 'c,1'],
      '9:7',
      'file: there are CSV lines, too: expected one of both',
    ],
    [
      'a missing file',
      ['type: line', 'file: /media/data/none.csv'],
      '9:7',
      'file: /media/data/none.csv: there is no such file',
    ],
    [
      'a file elsewhere',
      ['type: line', 'file: /media/../site.csv'],
      '9:7',
      'file: /media/../site.csv: expected a file below /media/ whose name ends in .csv',
    ],
    [
      'another file',
      ['type: line', 'file: /media/hill.svg'],
      '9:7',
      'file: /media/hill.svg: expected a file below /media/ whose name ends in .csv',
    ],
    [
      'a column that is not there',
      ['type: line', 'file: /media/data/nav.csv', 'columns: [Cash, Bonus]'],
      '10:17',
      'columns: 1: there is no column Bonus: expected Year, Cash',
    ],
    [
      'a column without numbers',
      ['type: line', '', 'Year,Cash,Note', '2080/81,none,some', '2081/82,many,more'],
      '8:1',
      'no column of numbers',
    ],
    [
      'names for other columns',
      ['type: line', 'file: /media/data/nav.csv', 'headers: [a]'],
      '10:10',
      'headers: 1 names for 2 columns',
    ],
    ['YAML that is none', ['type: line', 'title: "x'], '9:10', 'not YAML: a quote that is not closed'],
    ['CSV that is none', ['type: line', '', 'a,b', 'c,"1'], '8:1', 'line 2: a quote that is not closed'],
    ['a row that is too long', ['type: line', '', 'a,b', 'c,1,2'], '8:1', 'row 2: 3 values below 2 names'],
    [
      'a day of Bikram Sambat',
      ['type: line', '', 'Day,NAV', '2083-04-23,12.30', '2083-04-24,12.31'],
      '8:1',
      '2083-04-23 may be Bikram Sambat: expected Gregorian days, as 2026-08-09',
    ],
    [
      'a month of Bikram Sambat',
      ['type: line', '', 'Month,NAV', '2083-04,12.30'],
      '8:1',
      '2083-04 may be Bikram Sambat: expected Gregorian days, as 2026-08-09',
    ],
    [
      'too many rows',
      ['type: bar', '', 'a,b', ...Array.from({ length: 50 }, (_, index) => `${index},1`)],
      '8:1',
      '50 rows, more than 40',
    ],
  ])('is at its place: %s', async (_, lines, place, message) => {
    const faults = await faultsOf(chart(...lines));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`blogs/one.md:${place}: chart: ${message}`);
  });

  it.each<[string, string | Buffer, string]>([
    ['that is too large', 'a,b\n'.repeat(MAX_CSV_BYTES / 4 + 1), 'larger than 100,000 bytes'],
    ['that is not UTF-8', Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xff, 0x2c, 0x31]), 'not UTF-8: save the file as UTF-8'],
    ['with an open quote', 'a,b\nc,"1\n', 'a quote that is not closed'],
    ['that is empty', '', 'no row below the header'],
  ])('is in a file %s', async (_, csv, message) => {
    const [fault] = await faultsOf(chart('type: line', 'file: /media/data/nav.csv'), csv);
    expect(fault).toMatch(/^blogs\/one\.md:9:7: chart: file: \/media\/data\/nav\.csv: /);
    expect(fault).toContain(message);
  });

  it('leaves out the chart alone', async () => {
    const files = { ...BLOGS, 'blogs/one.md': blog('```chart', 'type: lien', '```', '', 'More.') };
    folder = await makeFolder(files);
    const { content, texts } = await loadContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu' });
    const item = content.blogs.find(({ id }) => id === '1');
    expect(item && texts.htmlOf(item)).toBe('<p>Text.</p>\n<p>More.</p>');
  });

  it('is one of too many charts', async () => {
    const block = ['```chart', 'type: line', 'file: /media/data/nav.csv', '```', ''];
    const faults = await faultsOf(blog(...Array(22).fill(block).flat()));
    expect(faults).toEqual([
      expect.stringContaining('more than 20 charts'),
      expect.stringContaining('more than 20 charts'),
    ]);
  });

  it('is found in a field of YAML and in a translation', async () => {
    folder = await makeFolder({
      ...BLOGS,
      'faq.yaml': '- id: 1\n  question: Why?\n  answer: |\n    So.\n\n    ```chart\n    type: lien\n    ```\n',
      'blogs/one.ne.md': '---\nname: एक\n---\n\n```chart\ntype: lien\n```\n',
    });
    const { faults } = await loadContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu', locales: ['en', 'ne'] });
    expect(faults.map(faultText).sort()).toEqual([
      'blogs/one.ne.md:6:7: chart: type: not a type of chart: did you mean line?',
      'faq.yaml:4:1: 0.answer: chart: type: not a type of chart: did you mean line?',
    ]);
  });
});

describe('a file of a chart that changes', () => {
  it('changes the texts with it, their faults and their revisions', async () => {
    folder = await makeFolder({
      ...BLOGS,
      'blogs/one.md': chart('type: line', 'file: /media/data/nav.csv'),
      'media/data/nav.csv': CSV,
    });
    const store = openContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu' });
    const read = async () => {
      const loaded = await store.load();
      const item = loaded.content.blogs.find(({ id }) => id === '1');
      const revisions = await revisionsOf(loaded);
      const [one, two] = ['en/blogs/1', 'en/blogs/2'].map((name) => revisions.get(name));
      return { html: item && loaded.texts.htmlOf(item), one, two, faults: loaded.faults.map(faultText) };
    };
    const first = await read();
    await folder.write({ 'media/data/nav.csv': `${CSV}2082/83,9 %\n` });
    const second = await read();
    expect(second.html).toContain('<td>9 %</td>');
    expect(second.one).not.toBe(first.one);
    expect(second.two).toBe(first.two);
    await rm(join(folder.dir, 'media/data/nav.csv'));
    const third = await read();
    expect(third.faults).toEqual(['blogs/one.md:9:7: chart: file: /media/data/nav.csv: there is no such file']);
    await folder.write({ 'media/data/nav.csv': CSV });
    expect(await read()).toEqual(first);
  });
});

describe('a long text', () => {
  it.each([
    ['of a fence', ['```chart', '~'.repeat(99_000), '```']],
    ['of a fence and words', ['```chart', `${'~'.repeat(90_000)} a b`, `\`\`\`${' '.repeat(9_000)}b c`, '```']],
  ])('%s ends soon', async (_, lines) => {
    expect(await faultsOf(blog(...lines))).toEqual([expect.stringMatching(/^blogs\/one\.md:8:/)]);
  });

  it('of unknown fields ends soon', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, index) => `k${index}: 1`);
    const faults = await faultsOf(chart(...fields(8_000)));
    expect(faults).toEqual(['blogs/one.md:8:1: chart: more than 5,000 characters above the CSV lines']);
    expect(await faultsOf(chart(...fields(600)))).toHaveLength(51);
  });

  it('that is longer than what is converted has no charts', async () => {
    const faults = await faultsOf(blog(...Array.from({ length: 6_000 }, () => '```chart\na: 1\n```\n')));
    expect(faults).toEqual([]);
  });
});
