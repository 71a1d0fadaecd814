import type { Locale } from '@foyer/messages';
import { type Cell, type Column, courseOf, type Dataset, ITEM_NAME, MAX_SERIES, SUMMARY_LIMIT } from '@foyer/model';
import { thinned } from '@foyer/tables';
import type { AnswerFault } from './answer-fault.ts';
import type { Call } from './call.ts';
import { excerptOf } from './field-parsers.ts';
import { isFields } from './list-forms.ts';

/** Rejects if there is no such table, or if it cannot be read now. */
type ReadDataset = (slug: string) => Promise<Dataset>;

/** `{{dataset nav}}`, `{{dataset nav latest}}`, `{{dataset nav date}}`, `{{dataset nav size}}`: a value with its day, one of both, or another column. */
const NAME = /\{\{\s*dataset\s+([\w-]+)(?:\s+([\w-]+))?\s*\}\}/g;
const BEGINNING = /\{\{\s*dataset\s/;
/** Where a value is missing, a reader sees that one is. */
const MISSING = '…';

/** The tables that a text names. */
export const datasetsIn = (text: string): string[] => [...text.matchAll(NAME)].map(([, slug = '']) => slug);

/**
 * Puts values of tables into an answer that names them, in place: figures of the home page, rates of calculators, and `{{dataset nav latest}}` in any text. So
 * nothing is typed twice. @returns what could not be filled in
 */
export async function fillDatasets(data: object, call: Call, read: ReadDataset): Promise<AnswerFault[]> {
  // A table that names a table that names it would wait for itself.
  if (call.path === 'dataset/{slug}') return [];
  const faults: AnswerFault[] = [];
  const datasets = new Map<string, Promise<Dataset | undefined>>();
  const datasetOf = (slug: string, path: string): Promise<Dataset | undefined> => {
    const asked =
      datasets.get(slug) ??
      (ITEM_NAME.test(slug) ? read(slug) : Promise.reject(new Error('no name of a table'))).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        faults.push({ kind: 'dropped', path, reason: `the table ${slug}: ${reason}` });
        return undefined;
      });
    datasets.set(slug, asked);
    return asked;
  };
  if (call.path === 'home' && 'figures' in data && Array.isArray(data.figures))
    data.figures = (await Promise.all(data.figures.map((figure) => filledFigure(figure, call, datasetOf)))).flat();
  for (const part of [data, ...Object.values(data)]) {
    const sections: unknown = isFields(part) ? part.sections : undefined;
    for (const section of Array.isArray(sections) ? sections : [])
      if (isFields(section) && typeof section.dataset === 'string')
        section.table = newestRows(await datasetOf(section.dataset, 'sections'), section.count);
  }
  for (const item of Object.values(data)) {
    const calculator: unknown = isFields(item) ? item.calculator : undefined;
    if (isFields(calculator) && typeof calculator.dataset === 'string')
      fillRates(calculator, await datasetOf(calculator.dataset, 'calculator'));
  }
  await fillTexts(data, '', async (text, path) => {
    for (const slug of datasetsIn(text)) await datasetOf(slug, path);
    const known = new Map(await Promise.all([...datasets].map(async ([slug, asked]) => [slug, await asked] as const)));
    return text.replace(NAME, (_, slug: string, part?: string) => {
      const dataset = known.get(slug);
      return (dataset && textOf(dataset, part, call.locale)) ?? MISSING;
    });
  });
  return faults;
}

/** Replaces the texts in a value that name tables. */
async function fillTexts(
  value: object,
  path: string,
  fill: (text: string, path: string) => Promise<string>,
): Promise<void> {
  const description: unknown = Reflect.get(value, 'description');
  for (const [name, part] of Object.entries(value)) {
    const place = path === '' ? name : `${path}.${name}`;
    if (typeof part === 'string') {
      if (BEGINNING.test(part)) Reflect.set(value, name, await fill(part, place));
    } else if (typeof part === 'object' && part !== null) await fillTexts(part, place, fill);
  }
  // The beginning of the text is as long as before.
  if (isFields(value) && typeof value.description === 'string' && value.description !== description)
    value.description_text = excerptOf(value.description, SUMMARY_LIMIT);
}

const isDated = (column: Column | undefined): boolean => column?.type === 'date' || column?.type === 'month';

/** The cells of the newest row that is not ahead, which is a plan. Of a table that its CMS has paged nothing says which it is: the first one. */
function newestCells({ columns, rows, newest, total }: Dataset): Cell[] | undefined {
  if (!newest) return total === undefined ? rows[0] : undefined;
  const place = columns.findIndex(isDated);
  return rows.find(({ [place]: cell }) => cell === undefined || (cell.value ?? cell.text) === newest[place]);
}

/** The day of the newest value, as the edition says it. */
function dateOf(dataset: Dataset, locale: Locale): string | undefined {
  const { columns, chart } = dataset;
  const place = columns.findIndex((column) => (chart ? column.key === chart.x : isDated(column)));
  const cell = newestCells(dataset)?.[place];
  return locale === 'ne' ? (cell?.bs ?? cell?.text) : cell?.text;
}

/** Values of columns of texts are the words of many people: they stay in their table. */
const SAYABLE: ReadonlySet<string | undefined> = new Set(['date', 'month', 'number', 'money', 'percent']);

function textOf(dataset: Dataset, part: string | undefined, locale: Locale): string | undefined {
  const { columns, latest } = dataset;
  const date = dateOf(dataset, locale);
  if (part === undefined) return latest && (date === undefined ? latest.text : `${latest.text} (${date})`);
  if (part === 'latest') return latest?.text;
  if (part === 'date') return date;
  const place = columns.findIndex(({ key }) => key === part);
  const column = columns[place];
  const text = newestCells(dataset)?.[place]?.text;
  if (!column || !text || !SAYABLE.has(column.type)) return undefined;
  return column.type === 'money' && column.unit ? `${column.unit} ${text}` : text;
}

async function filledFigure(
  figure: unknown,
  { locale, prefix }: Call,
  datasetOf: (slug: string, path: string) => Promise<Dataset | undefined>,
): Promise<unknown[]> {
  if (!isFields(figure) || typeof figure.dataset !== 'string' || typeof figure.value === 'string') return [figure];
  const slug = figure.dataset;
  const dataset = await datasetOf(slug, 'figures');
  const value = dataset && textOf(dataset, typeof figure.column === 'string' ? figure.column : 'latest', locale);
  // A number without a value says nothing.
  if (!dataset || value === undefined) return [];
  const drawn =
    dataset.chart?.y.indexOf(typeof figure.column === 'string' ? figure.column : (dataset.chart.y[0] ?? '')) ?? -1;
  const series =
    drawn < 0
      ? []
      : thinned(
          pastPoints(dataset).map((point) => Number(point[drawn + 1])),
          MAX_SERIES,
        ).filter(Number.isFinite);
  const filled = { value, at: dateOf(dataset, locale), href: `/${prefix}data/${dataset.slug ?? dataset.id}` };
  return [{ ...filled, ...figure, series, ...courseOf(series, locale) }];
}

/** What the chart draws, without the names of the columns, up to the newest value. */
function pastPoints({ columns, chart, newest, points }: Dataset): string[][] {
  const place = columns.findIndex(({ key }) => key === chart?.x);
  const last = isDated(columns[place]) ? newest?.[place] : undefined;
  return points.slice(1).filter(([x = '']) => last === undefined || x <= last);
}

/** Rows of a table that a page shows of it. */
const SECTION_ROWS = 5;

/** What a page shows of a table: its newest rows. */
function newestRows(dataset: Dataset | undefined, count: unknown): Partial<Dataset> | undefined {
  if (!dataset) return undefined;
  const { description: _, description_text: __, choices: ___, ...table } = dataset;
  const rows = dataset.rows.slice(0, typeof count === 'number' ? count : SECTION_ROWS);
  return { ...table, rows, periods: [] };
}

/** The rate of a calculator: that of the newest row; of a table without days one for each row, named by its first column. */
function fillRates(calculator: Record<string, unknown>, dataset: Dataset | undefined): void {
  if (!dataset) return;
  const { columns, rows } = dataset;
  const place = columns.findIndex(({ key, type }) =>
    calculator.column ? key === calculator.column : type === 'percent',
  );
  const rateOf = (row: Dataset['rows'][number] | undefined): number => {
    const { text = '', value = text } = row?.[place] ?? {};
    return value === '' ? Number.NaN : Number(value);
  };
  if (columns.some(isDated)) {
    const rate = rateOf(newestCells(dataset));
    if (Number.isFinite(rate)) calculator.rate = rate;
  } else
    calculator.rates = rows.flatMap((row) => {
      const [name, rate] = [row[0]?.text, rateOf(row)];
      return name && Number.isFinite(rate) ? [{ name, rate }] : [];
    });
}
