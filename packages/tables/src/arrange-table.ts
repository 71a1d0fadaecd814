import type { Locale } from '@foyer/messages';
import {
  bikramSambatWords,
  type Column,
  type Filters,
  fiscalYears,
  isNumber,
  MAX_POINTS,
  matchesWords,
  monthBegin,
  type Pagination,
  toBikramSambatMonth,
  wordsOf,
} from '@foyer/model';
import type { Row, Table, TableHead } from './read-table.ts';

/* The part of a table that is asked for: searched, filtered, sorted, paged; and what its chart shows. */

export interface TableQuery {
  page: number;
  perPage: number;
  /** The key of a column; `-` before it reverses the order. */
  sort?: string;
  search?: string;
  /** By the keys of columns. */
  filters: Readonly<Record<string, string>>;
  /** Days, both included, of the first column with dates. */
  from?: string;
  to?: string;
}

/** What an answer has of a table. */
export interface ArrangedTable {
  columns: Column[];
  rows: Row[];
  pagination: Pagination;
  choices: Filters;
  periods: { name: string; from: string; to: string }[];
  points: string[][];
  as_of?: string;
  newest?: Row;
  total: number;
  next_dates: DateAhead[];
}

/** A day ahead on which the state of a row changes: an issue opens, or closes. */
export interface DateAhead {
  /** Of the row: its first text. */
  name: string;
  /** Of the column. */
  label: string;
  date: string;
}

export interface ArrangeOptions {
  locale: Locale;
  /** In the site's zone, as 2026-08-09. */
  today: string;
}

export function arrangeTable(
  table: Table,
  head: TableHead,
  query: TableQuery,
  { locale, today }: ArrangeOptions,
): ArrangedTable {
  const { newest, dates } = inOrder(table, head);
  const shown = withStates(newest, table.columns, today);
  const filtered = shown.filter((row) => isChosen(row, table.columns, query, dates));
  const words = query.search === undefined ? [] : wordsOf(query.search);
  const found =
    words.length === 0 ? filtered : filtered.filter((row) => matchesWords(wordsOfRow(row, table.columns), words));
  const sorted = sortRows(found, table.columns, query.sort, locale);
  const { page, perPage } = query;
  return {
    rows: sorted.slice((page - 1) * perPage, page * perPage),
    pagination: {
      current_page: page,
      last_page: Math.max(1, Math.ceil(sorted.length / perPage)),
      per_page: perPage,
      total: sorted.length,
    },
    choices: choicesOf(shown, table.columns, head.filters ?? [], locale),
    periods: periodsOf(newest, dates),
    points: pointsOf(found, table.columns, head, dates !== undefined),
    ...factsOf(table, head, today),
  };
}

/** What lists say of a table. */
export function factsOf(
  table: Table,
  head: TableHead,
  today: string,
): Pick<ArrangedTable, 'as_of' | 'newest' | 'total' | 'columns' | 'next_dates'> {
  const { newest, dates } = inOrder(table, head);
  // A date ahead is a plan.
  const first = newest.find((row) => !isAhead(row, dates, today));
  const isDated = dates?.column.type === 'date' && head.order !== 'given';
  return {
    as_of: isDated ? first?.[dates.place] : undefined,
    newest: first,
    total: table.rows.length,
    columns: table.columns.map(answeredColumn),
    next_dates: datesAhead(table, today).slice(0, MAX_NEXT_DATES),
  };
}

/** Days are Gregorian once they are read, however they were written. */
export const answeredColumn = (column: Column): Column => ({
  ...column,
  formats: [],
  ...(column.type === 'date' && { calendar: undefined }),
});

interface Dates {
  place: number;
  column: Column;
}

/** Rows in the order of the table, by the table and its order. */
const ordered = new WeakMap<Table, { newest: readonly Row[]; dates?: Dates }>();

function inOrder(table: Table, { order = 'newest' }: TableHead): { newest: readonly Row[]; dates?: Dates } {
  const known = ordered.get(table);
  if (known) return known;
  const place = table.columns.findIndex(({ type }) => type === 'date' || type === 'month');
  const column = table.columns[place];
  const dates = column && { place, column };
  const newest =
    dates && order === 'newest'
      ? [...table.rows].sort((a, b) => compareTexts(b[place] ?? '', a[place] ?? ''))
      : table.rows;
  const made = { newest, dates };
  ordered.set(table, made);
  return made;
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The day of a row; of a month its first one. */
function dayOf(row: Row, dates: Dates | undefined): string | undefined {
  const value = dates && row[dates.place];
  if (!value) return undefined;
  return dates.column.type === 'month' ? monthBegin(value, dates.column.calendar ?? 'ad') : value;
}

/** Whether a row is of a day, or a month, that has not come. Months are compared in their own calendar: years ahead are not published in Bikram Sambat. */
function isAhead(row: Row, dates: Dates | undefined, today: string): boolean {
  const value = (dates && row[dates.place]) ?? '';
  if (dates?.column.type !== 'month') return value > today;
  const month = dates.column.calendar === 'bs' ? toBikramSambatMonth(today) : today.slice(0, 'YYYY-MM'.length);
  return month !== undefined && value > month;
}

/** The fiscal years of a table's days. */
function periodsOf(rows: readonly Row[], dates: Dates | undefined): ArrangedTable['periods'] {
  const isDated = (row: Row) => dayOf(row, dates) !== undefined;
  const ends = [rows.find(isDated), rows.findLast(isDated)];
  const [last, first] = ends.map((row) => row && dayOf(row, dates));
  return first === undefined || last === undefined || first > last ? [] : fiscalYears(first, last);
}

/** Rows with the states that follow from days: upcoming, open, closed. A state that is written stays. */
function withStates(rows: readonly Row[], columns: readonly Column[], today: string): readonly Row[] {
  const states = columns.flatMap((column, place) =>
    column.type === 'state' && column.from !== undefined && column.until !== undefined ? [{ column, place }] : [],
  );
  if (states.length === 0) return rows;
  const textOf = (row: Row, key = '') => row[columns.findIndex((column) => column.key === key)] ?? '';
  return rows.map((row) =>
    states.reduce((values, { column, place }) => {
      const [from, until] = [textOf(row, column.from), textOf(row, column.until)];
      if (values[place] || from === '' || until === '') return values;
      return values.with(place, today < from ? 'upcoming' : today > until ? 'closed' : 'open');
    }, row),
  );
}

/** Of a table, for the home page. */
const MAX_NEXT_DATES = 5;

/** The days from today on which states that follow from days change, the nearest first. */
export function datesAhead({ columns, rows }: Table, today: string): DateAhead[] {
  const placeOf = (key?: string) => columns.findIndex((column) => column.key === key);
  const named = columns.findIndex(({ type = 'text' }) => type === 'text');
  return columns
    .flatMap(({ type, from, until }, state) =>
      type === 'state' && from !== undefined && until !== undefined
        ? [from, until].map((key) => [placeOf(key), state] as const)
        : [],
    )
    .flatMap(([place, state]) =>
      rows
        // A state that is written stays.
        .filter((row) => !row[state] && (row[place] ?? '') >= today)
        .map((row) => ({
          name: row[named] ?? '',
          label: columns[place]?.label ?? columns[place]?.key ?? '',
          date: row[place] ?? '',
        })),
    )
    .sort((a, b) => compareTexts(a.date, b.date));
}

function isChosen(row: Row, columns: readonly Column[], { filters, from, to }: TableQuery, dates?: Dates): boolean {
  if (from !== undefined || to !== undefined) {
    const day = dayOf(row, dates);
    if (day === undefined || (from !== undefined && day < from) || (to !== undefined && day > to)) return false;
  }
  return Object.entries(filters).every(
    ([key, value]) => row[columns.findIndex((column) => column.key === key)] === value,
  );
}

/** By row: the words of its texts, and of its days in both calendars. */
const words = new WeakMap<Row, string[]>();

function wordsOfRow(row: Row, columns: readonly Column[]): string[] {
  const known = words.get(row);
  if (known) return known;
  const texts = row.map((value, place) => {
    const { type, calendar } = columns[place] ?? {};
    return type === 'date' || type === 'month' ? `${value} ${bikramSambatWords(value, calendar)}` : value;
  });
  const made = wordsOf(texts.join(' '));
  words.set(row, made);
  return made;
}

function sortRows(
  rows: readonly Row[],
  columns: readonly Column[],
  sort: string | undefined,
  locale: Locale,
): readonly Row[] {
  const key = sort?.replace(/^-/, '');
  const place = columns.findIndex((column) => column.key === key);
  const type = columns[place]?.type;
  if (place === -1) return rows;
  const direction = sort?.startsWith('-') ? -1 : 1;
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const compareValues = isNumber(type)
    ? (a: string, b: string) => Number(a) - Number(b)
    : type === 'date' || type === 'month'
      ? compareTexts
      : compare;
  return [...rows].sort((a, b) => {
    const [one = '', other = ''] = [a[place], b[place]];
    // Those without a value come last in both directions.
    if (one === '' || other === '') return Number(one === '') - Number(other === '');
    return direction * compareValues(one, other);
  });
}

function choicesOf(rows: readonly Row[], columns: readonly Column[], keys: readonly string[], locale: Locale): Filters {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const choices = keys.flatMap((key) => {
    const place = columns.findIndex((column) => column.key === key);
    const counts = new Map<string, number>();
    for (const row of rows) if (row[place]) counts.set(row[place], (counts.get(row[place]) ?? 0) + 1);
    const values = [...counts].map(([value, count]) => ({ value, label: value, count }));
    return values.length > 1 ? [[key, values.sort((a, b) => compare(a.label, b.label))] as const] : [];
  });
  return Object.fromEntries(choices);
}

/** A bar chart of more is a block of colour. */
const MAX_BARS = 40;

/**
 * The values that the chart shows of these rows, the oldest first: as many as one can tell apart.
 * @param hasDates in one of the columns: by it the rows are in order, the newest first, unless the order is given
 */
function pointsOf(
  rows: readonly Row[],
  columns: readonly Column[],
  { chart, order = 'newest' }: TableHead,
  hasDates: boolean,
): string[][] {
  if (!chart) return [];
  const places = [chart.x, ...chart.y].map((key) => columns.findIndex((column) => column.key === key));
  const drawn = places.map((place) => columns[place]).filter((column) => column !== undefined);
  if (drawn.length < places.length) return [];
  const isDated = drawn[0]?.type === 'date' || drawn[0]?.type === 'month';
  const all = rows.filter((row) => places.slice(1).some((place) => row[place]));
  const [x = 0] = places;
  const inTime = hasDates && order === 'newest' ? all.toReversed() : all;
  const oldestFirst = isDated ? inTime.toSorted((a, b) => compareTexts(a[x] ?? '', b[x] ?? '')) : inTime;
  const max = chart.kind === 'bar' ? MAX_BARS : MAX_POINTS;
  const kept = chart.kind === 'bar' ? oldestFirst.slice(-max) : thinned(oldestFirst, max);
  return [drawn.map(({ key, label = key }) => label), ...kept.map((row) => places.map((place) => row[place] ?? ''))];
}

/** So many values at equal distances, the first and the last among them. */
export function thinned<Value>(values: readonly Value[], max: number): readonly Value[] {
  if (values.length <= max) return values;
  const step = (values.length - 1) / (max - 1);
  const places = new Set(Array.from({ length: max }, (_, index) => Math.round(index * step)));
  return values.filter((_, place) => places.has(place));
}
