import type { Locale } from '@foyer/messages';
import { textLocale } from '@foyer/model';
import { type Amount, amountText, parseAmount, scaleOf, unitKey, withUnit } from './amounts.ts';
import { type Label, readLabel } from './chart-labels.ts';

/* What a chart shows, read from the cells of a table: labels in the first column, numbers in others. */

export const CHART_TYPES = ['line', 'bar', 'share'] as const;
export type ChartType = (typeof CHART_TYPES)[number];

/** Rows of a table that is drawn. A line of more points is a block of colour on a phone. */
const MAX_LINE_POINTS = 400;
const MAX_BARS = 40;
const MAX_SHARES = 20;
/** Columns of numbers; more have no patterns that one can tell apart. */
const MAX_LINES = 4;
const MAX_BAR_SERIES = 3;
const BOUNDS: Record<ChartType, { rows: number; series: number }> = {
  line: { rows: MAX_LINE_POINTS, series: MAX_LINES },
  bar: { rows: MAX_BARS, series: MAX_BAR_SERIES },
  share: { rows: MAX_SHARES, series: 1 },
};
/** Columns of a table that is drawn. */
export const MAX_CHART_COLUMNS = 20;
/** Shares in per cent are rounded, so that their sum may exceed 100. */
const HIGHEST_TOTAL = 101;
/** Characters of a unit. */
const MAX_UNIT_CHARACTERS = 16;

export interface Point {
  /** Undefined: no number, a gap. */
  value?: number;
  /** The cell's own text with the unit, as the picture shows it. */
  text: string;
}

export interface Series {
  name: string;
  /** One for each label. */
  points: Point[];
}

export interface Chart {
  type: ChartType;
  title: string;
  /** In which it is written. */
  locale: Locale;
  /** Empty if the series have none in common. */
  unit: string;
  labels: Label[];
  series: Series[];
  /** The places of all columns of numbers in the table, drawn or not. */
  numberColumns: number[];
}

export interface ChartOptions {
  type: string;
  title: string;
  /** Of the edition: that of a chart whose title and labels have no letters. */
  locale: Locale;
  /** The places of the columns to draw; empty: all that are mostly numbers. */
  columns: readonly number[];
  unit?: string;
}

/** Reads a chart from the text of a table's cells, the header row first. @returns the reason, where it cannot be drawn */
export function readChart([header = [], ...rows]: readonly string[][], options: ChartOptions): Chart | string {
  const { title, unit = '' } = options;
  const type = CHART_TYPES.find((known) => known === options.type);
  if (!type) return `${options.type} is no type of chart: expected ${CHART_TYPES.join(', ')}`;
  if (rows.length === 0) return 'no row below the header';
  const bounds = BOUNDS[type];
  if (rows.length > bounds.rows) return `${rows.length} rows, more than ${bounds.rows}`;
  if (header.length > MAX_CHART_COLUMNS) return `${header.length} columns, more than ${MAX_CHART_COLUMNS}`;
  const beyond = options.columns.find((column) => column < 1 || column >= header.length);
  if (beyond !== undefined) return `no column ${beyond + 1} of numbers`;
  const amounts = header.map((_, column) => rows.map((cells) => parseAmount(cells[column] ?? '')));
  const numberColumns = header.flatMap((_, column) =>
    column > 0 && isMostlyNumbers(rows, column, amounts[column] ?? []) ? [column] : [],
  );
  const columns = options.columns.length > 0 ? [...new Set(options.columns)] : numberColumns;
  const empty = columns.find((column) => !amounts[column]?.some(Boolean));
  if (columns.length === 0) return 'no column of numbers';
  if (empty !== undefined) return `no numbers in the column ${header[empty]}`;
  if (columns.length > bounds.series)
    return `${columns.length} columns of numbers, more than ${bounds.series}: name those to draw`;
  const locale = textLocale([title, ...header, ...rows.map(([label = '']) => label)].join(' '), options.locale);
  const given = unit.slice(0, MAX_UNIT_CHARACTERS);
  const mixed = columns.find((column) => unitsOf(amounts[column] ?? []).length > 1);
  if (mixed !== undefined)
    return `several units in the column ${header[mixed]}: ${unitsOf(amounts[mixed] ?? []).join(', ')}`;
  const scales = scalesOf(
    columns.flatMap((column) => amounts[column] ?? []),
    given,
  );
  if (scales.length > 1) return `several scales in one picture: ${scales.map((scale) => scale || 'none').join(', ')}`;
  const unitOf = (column: number) => unitsOf(amounts[column] ?? [])[0] ?? given;
  const units = new Set(columns.map(unitOf));
  const chart: Chart = {
    type,
    title,
    locale,
    unit: units.size === 1 ? ([...units][0] ?? '') : '',
    labels: rows.map(([label = '']) => readLabel(label, locale)),
    series: columns.map((column) => ({
      name: readLabel(header[column] ?? '', locale).short,
      points: rows.map((cells, row) => pointOf(cells[column] ?? '', amounts[column]?.[row], unitOf(column), locale)),
    })),
    numberColumns: [...columns, ...numberColumns],
  };
  return type === 'share' ? withPercentages(chart) : chart;
}

/** Whether most cells of a column that are not empty are numbers, all in the same unit: days of several months are none. */
function isMostlyNumbers(rows: readonly string[][], column: number, amounts: (Amount | undefined)[]): boolean {
  const filled = rows.filter((cells) => cells[column]).length;
  const numbers = amounts.filter((amount) => amount !== undefined);
  return numbers.length * 2 > filled && unitsOf(amounts).length <= 1;
}

/** The units of amounts, each as it is written first. */
function unitsOf(amounts: (Amount | undefined)[]): string[] {
  const units = new Map<string, string>();
  for (const amount of amounts) {
    if (amount?.unit && !units.has(unitKey(amount.unit))) units.set(unitKey(amount.unit), amount.unit);
  }
  return [...units.values()];
}

/** Lakh, crore and none are no heights of one picture; 0 is the same in all. @param given the unit of numbers without one */
const scalesOf = (amounts: (Amount | undefined)[], given: string) => [
  ...new Set(amounts.flatMap((amount) => (amount?.value ? (scaleOf(amount.unit || given) ?? []) : []))),
];

function pointOf(cell: string, amount: Amount | undefined, unit: string, locale: Locale): Point {
  const { short: text } = readLabel(cell, locale);
  if (!amount) return { text };
  return { value: amount.value, text: amount.unit ? text : withUnit(text, unit) };
}

/** The values of a chart of shares in per cent of their sum, unless they are per cent already. */
function withPercentages(chart: Chart): Chart | string {
  const [first] = chart.series;
  const values = first?.points.map(({ value = 0 }) => value) ?? [];
  const total = values.reduce((sum, value) => sum + value, 0);
  if (!first || values.some((value) => value < 0)) return 'a negative share';
  if (total === 0) return 'no share above 0';
  if (chart.unit === '%') return total > HIGHEST_TOTAL ? 'the shares are more than 100 %' : chart;
  const points = values.map((value) => {
    const percent = Math.round((value / total) * 1000) / 10;
    return { value: percent, text: withUnit(amountText(percent, chart.locale), '%') };
  });
  return { ...chart, unit: '%', series: [{ ...first, points }] };
}
