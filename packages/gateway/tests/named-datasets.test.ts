import { describe, expect, it } from 'vitest';
import type { CallPath, Parameters } from '../../model/src/content-api.ts';
import type { Dataset } from '../../model/src/kinds/data.ts';
import { readCall } from '../src/call.ts';
import { fillDatasets } from '../src/named-datasets.ts';
import { AnswerNormaliser } from '../src/normalise-answer.ts';

/* Values of tables in the answers that name them. */

const columns = [
  { key: 'month', type: 'month', calendar: 'ad' },
  { key: 'rate', type: 'percent' },
  { key: 'base', type: 'percent' },
];
const chart = { kind: 'line', x: 'month', y: ['rate'] };
const nextYear = new Date().getUTCFullYear() + 1;
const PAST = [
  ['2024-03', '9', '6'],
  ['2024-04', '10.26', '6.5'],
];
const AHEAD = [`${nextYear}-03`, '9.80', '5'];

function datasetOf(rows: string[][], more: object = {}): Dataset {
  const call = readCall('dataset/{slug}', { slug: 'rates' });
  const data = { dataset: { id: 1, slug: 'rates', name: 'Rates', columns, chart, rows, ...more } };
  const bytes = Buffer.from(JSON.stringify({ error: false, data }));
  const result = new AnswerNormaliser({ timeZone: 'UTC', videoOrigins: [] }).normalise(call, { bytes, status: 200 });
  if (result.kind !== 'answer') throw new Error(JSON.stringify(result));
  return Object(result.answer.data).dataset;
}

async function filled<Data extends object>(
  dataset: Dataset,
  data: Data,
  [path, parameters]: [CallPath, Parameters?] = ['page/{slug}', { slug: 'one' }],
): Promise<Data> {
  expect(await fillDatasets(data, readCall(path, parameters ?? {}), async () => dataset)).toEqual([]);
  return data;
}
const textOf = async (dataset: Dataset, text: string) => (await filled(dataset, { page: { text } })).page.text;
const rateOf = async (dataset: Dataset) =>
  (await filled(dataset, { page: { calculator: { type: 'emi', dataset: 'rates', rate: 1 } } })).page.calculator.rate;

const ALL = '{{dataset rates}}, {{dataset rates date}}, {{dataset rates rate}}, {{dataset rates base}}';

describe('a value that is named', () => {
  it('is that of the newest row which is not ahead, with its day', async () => {
    for (const rows of [PAST, [...PAST, AHEAD]]) {
      expect(await textOf(datasetOf(rows), ALL)).toBe('10.26 % (April 2024), April 2024, 10.26 %, 6.5 %');
      expect(await rateOf(datasetOf(rows))).toBe(10.26);
    }
  });

  it('is none where all rows are ahead', async () => {
    expect(await textOf(datasetOf([AHEAD]), ALL)).toBe('…, …, …, …');
    expect(await rateOf(datasetOf([AHEAD]))).toBe(1);
  });

  it('is that of the first row, of a table that its CMS pages', async () => {
    const pagination = { current_page: 1, last_page: 2, per_page: 2, total: 4 };
    expect(await textOf(datasetOf(PAST.toReversed(), { pagination }), '{{dataset rates base}}')).toBe('6.5 %');
  });

  it('is that of the first row, of a table without days', async () => {
    const more = { columns: [{ key: 'name' }, { key: 'base', type: 'percent' }], chart: undefined };
    expect(await textOf(datasetOf([['Home', '9']], more), '{{dataset rates base}}')).toBe('9 %');
  });

  it('is a figure of home, whose line ends with it', async () => {
    const { figures } = await filled(datasetOf([...PAST, AHEAD]), { figures: [{ label: 'Rate', dataset: 'rates' }] }, [
      'home',
    ]);
    expect(figures).toMatchObject([{ value: '10.26 %', at: 'April 2024', series: [9, 10.26] }]);
  });
});
