import * as z from 'zod';
import { withDateTexts } from '../schema/dated.ts';
import { date, decoded, number, object, optional, text } from '../schema/fields.ts';
import { forList, pageItemFields, withDisplayTexts, withoutDescription } from '../schema/item.ts';
import { kind, listCall } from '../schema/kind.ts';
import { list } from '../schema/list-field.ts';
import { filters, pagination } from '../schema/pagination.ts';
import type { ParseContext } from '../schema/parse-context.ts';
import { withShape } from '../schema/reads.ts';
import { type Cell, cellOf, cellValue, valueText } from '../schema/table-cells.ts';

/** What the values of a column are. */
export const COLUMN_TYPES = ['text', 'date', 'month', 'number', 'money', 'percent', 'link', 'file', 'state'] as const;
export const FREQUENCIES = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;

/**
 * `calendar` and `formats` say how the source writes dates; in answers days are Gregorian, and months those of the calendar. A state without
 * a value of its own follows from the columns `from` and `until`.
 */
const column = (ctx: ParseContext) =>
  object(ctx, {
    key: text,
    label: optional(ctx, text),
    type: optional(ctx, z.enum(COLUMN_TYPES)),
    unit: optional(ctx, text),
    align: optional(ctx, z.enum(['left', 'right'])),
    calendar: optional(ctx, z.enum(['ad', 'bs'])),
    formats: list(ctx, 'formats', text),
    from: optional(ctx, text),
    until: optional(ctx, text),
  });
export type Column = z.output<ReturnType<typeof column>>;

const chart = (ctx: ParseContext) => object(ctx, { kind: z.enum(['line', 'bar']), x: text, y: list(ctx, 'y', text) });

/** What decides how the rows of a table are read and arranged. */
const tableFields = (ctx: ParseContext) => ({
  columns: list(ctx, 'columns', column(ctx)),
  chart: optional(ctx, chart(ctx)),
  /** Columns whose values are choices. */
  filters: list(ctx, 'filters', text),
  /** Rows with the same values in these columns are one row; if they differ elsewhere, none of them is shown. */
  unique_by: list(ctx, 'unique_by', text),
  /** `newest`, also if it is missing: by the first column with dates. */
  order: optional(ctx, z.enum(['newest', 'given'])),
});
export const tableHead = (ctx: ParseContext) => object(ctx, tableFields(ctx));

const datasetFields = (ctx: ParseContext) => ({
  ...pageItemFields(ctx),
  frequency: optional(ctx, z.enum(FREQUENCIES)),
  /** Default: the newest day in the table. */
  as_of: optional(ctx, date(ctx)),
  ...tableFields(ctx),
});

/** The head of a table, as an editor writes it. */
const head = (ctx: ParseContext) => object(ctx, datasetFields(ctx)).transform(withDisplayTexts(ctx));

/** What a source adds for lists: the newest row, and the number of all. */
const factFields = (ctx: ParseContext) => ({
  newest: optional(ctx, z.array(z.string())),
  total: optional(ctx, number),
});

/** A day ahead on which the state of a row changes: `name` is of the row, `label` of the column with the day. */
const nextDate = (ctx: ParseContext) => object(ctx, { name: text, label: text, date: date(ctx) });

export const datasetSummary = (ctx: ParseContext) =>
  object(ctx, {
    ...datasetFields(forList(ctx)),
    ...factFields(ctx),
    next_dates: list(ctx, 'next_dates', nextDate(ctx)),
  })
    // Any list has names: a table has columns.
    .refine(({ columns }) => columns.length > 0, { path: ['columns'], message: 'Expected a list of columns' })
    .transform(({ next_dates, ...fields }) => ({
      ...fields,
      next_dates: next_dates.map(withDateTexts),
    }))
    .transform(withDisplayTexts(ctx))
    .transform(withoutDescription)
    .transform((fields) => ({ ...fields, latest: latestOf(ctx, fields) }));
export type DatasetSummary = z.output<ReturnType<typeof datasetSummary>>;

/** The newest value of what the chart shows, and the day or month of it. */
function latestOf(
  ctx: ParseContext,
  { columns, chart, newest }: { columns: Column[]; chart?: { x: string; y: string[] }; newest?: string[] },
): { label: string; text: string; value: string; at: string } | undefined {
  const [x, y] = [chart?.x, chart?.y[0]].map((name) => columns.findIndex(({ key }) => key === name));
  const [date, column] = [columns[x ?? -1], columns[y ?? -1]];
  const [at, value] = [newest?.[x ?? -1], newest?.[y ?? -1]];
  if (!date || !column || !at || !value) return undefined;
  const text = valueText(ctx, column, value);
  const { unit, type, label = column.key } = column;
  const withUnit = unit === undefined ? text : type === 'money' ? `${unit} ${text}` : `${text} ${unit}`;
  return { label, text: withUnit, value, at: valueText(ctx, date, at) };
}

export const isNumber = (type: Column['type']): boolean => type === 'number' || type === 'money' || type === 'percent';

/** Cells of a row, in the order of the columns; a CMS may name them by their columns. */
const rowOf = (ctx: ParseContext, columns: readonly Column[], row: unknown): Cell[] | undefined => {
  if (typeof row !== 'object' || row === null) return undefined;
  const valueAt = ({ key }: Column, index: number): unknown =>
    Array.isArray(row) ? row[index] : Reflect.get(row, key);
  return columns.map((column, index) => cellOf(ctx, column, cellValue(valueAt(column, index))));
};

const period = z.object({ name: z.string(), from: z.string(), to: z.string() });

export const dataset = (ctx: ParseContext) => {
  const fields = object(ctx, {
    ...datasetFields(ctx),
    ...factFields(ctx),
    rows: list(ctx, 'rows', z.unknown(), { maxElements: MAX_TABLE_ROWS }),
    pagination: optional(ctx, pagination),
    /** The values of the filters. */
    choices: optional(ctx, filters(ctx)),
    /** Fiscal years in which there are rows, with their days. */
    periods: list(ctx, 'periods', period),
    /** What the chart draws: the names of its columns, then values. */
    points: list(ctx, 'points', z.array(z.string()), { maxElements: MAX_POINTS + 1 }),
  });
  const answer = fields.transform(({ rows, pagination, points, ...rest }) => {
    const { columns, chart, name } = rest;
    const cells = rows.flatMap((row) => {
      const read = rowOf(ctx, columns, row);
      return read ? [read] : [];
    });
    const total = cells.length;
    return {
      ...withDisplayTexts(ctx)(rest),
      latest: latestOf(ctx, rest),
      rows: cells,
      pagination: pagination ?? { current_page: 1, last_page: 1, per_page: total, total },
      points,
      chart_html: chart && points.length > 2 ? drawn(ctx, { name, columns, chart, points }) : undefined,
    };
  });
  return withShape(answer, fields);
};
export type Dataset = z.output<ReturnType<typeof dataset>>;

/** Rows of a page; a file of all rows is put together of such pages. */
export const MAX_TABLE_ROWS = 1_000;
/** A line of more points shows no more on a phone. */
export const MAX_POINTS = 240;

function drawn(
  ctx: ParseContext,
  {
    name,
    columns,
    chart,
    points,
  }: { name: string; columns: Column[]; chart: { kind: 'line' | 'bar'; x: string; y: string[] }; points: string[][] },
): string | undefined {
  const x = columns.find(({ key }) => key === chart.x);
  const y = columns.find(({ key }) => key === chart.y[0]);
  const [header = [], ...rows] = points;
  const labelled = rows.map(([label = '', ...values]) => [
    x?.type === 'month' ? valueText(ctx, x, label) : decoded(ctx, label),
    ...values,
  ]);
  const unit = y?.type === 'percent' ? '%' : (y?.unit ?? '');
  return ctx.chart([header, ...labelled], { type: chart.kind, title: name, unit });
}

/** Tables with a meaning: values of funds, rates, lists. A content folder has the rows of `data/<name>.md` in `data/<name>.csv`. */
export default kind({
  calls: {
    dataset: {
      ...listCall('datasets', datasetSummary, { filters: ['category', 'subject'] }),
      folderAnswer: 'composed' as const,
      // The home page asks for it: without an answer in its place it would do so every few seconds.
      whenMissing: { datasets: [], pagination: { current_page: 1, last_page: 1, per_page: 1, total: 0 } },
    },
    'dataset/{slug}': {
      name: 'dataset',
      isTable: true as const,
      folderAnswer: 'composed' as const,
      data: (ctx: ParseContext) => z.object({ dataset: dataset(ctx) }),
    },
  },
  folder: { layout: 'markdown', schema: head, hasTable: true },
  searched: ['subject'],
});
