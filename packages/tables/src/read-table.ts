import {
  type Column,
  cellValue,
  contentNow,
  foldDigits,
  looksLikeBikramSambat,
  parseWithFormats,
  toBikramSambatMonth,
} from '@foyer/model';

/* Rows of texts become rows of values, by what the columns say of them. Nothing is guessed: what does not fit is a fault. */

/** What is said of a table beside its rows. */
export interface TableHead {
  columns: readonly Column[];
  unique_by?: readonly string[];
  order?: 'newest' | 'given';
  filters?: readonly string[];
  chart?: { kind: string; x: string; y: readonly string[] };
}

/** Values in the order of the columns; empty for none. Days are 2026-08-09, months 2026-08, numbers 1250.50. */
export type Row = readonly string[];

export interface Table {
  columns: readonly Column[];
  rows: readonly Row[];
}

export interface TableFault {
  /** Of the rows that were given, from 0; undefined: of the table. */
  row?: number;
  /** The name of a column in the source. */
  column?: string;
  message: string;
}

/** Rows of texts below the names of their columns. */
export interface RawTable {
  names: readonly string[];
  rows: readonly (readonly string[])[];
}

/**
 * Reads the columns that a head names, all of them as texts if it names none. A row with a fault is left out.
 * @param faultIn why a row of values does not belong to the table
 */
export function readTable(
  { names, rows }: RawTable,
  head: TableHead,
  faultIn: (values: Row, row: number) => string | undefined = () => undefined,
): { table: Table; faults: TableFault[] } {
  const faults: TableFault[] = [];
  const named = head.columns.length > 0 ? head.columns : names.map((key): Column => ({ key, formats: [] }));
  const columns = named.filter((column) => {
    const message = columnFault(column, names);
    if (message !== undefined) faults.push({ column: column.key, message });
    return message === undefined || column.from !== undefined;
  });
  const places = columns.map(({ key }) => names.indexOf(key));
  const read: ReadRow[] = [];
  for (const [row, cells] of rows.entries()) {
    const values: string[] = [];
    for (const [index, column] of columns.entries()) {
      const value = readValue(cells[places[index] ?? -1] ?? '', column);
      if (typeof value === 'string') values.push(value);
      else faults.push({ row, column: column.key, message: value.fault });
    }
    if (values.length < columns.length || !values.some(Boolean)) continue;
    const message = faultIn(values, row);
    if (message === undefined) read.push({ row, values });
    else faults.push({ row, message });
  }
  return { table: { columns, rows: withoutDoubles(read, columns, { names, rows }, head, faults) }, faults };
}

/** Why a column cannot be read. */
function columnFault({ key, type, from, until }: Column, names: readonly string[]): string | undefined {
  if (names.includes(key)) return undefined;
  const mayBeMissing = type === 'state' && from !== undefined && until !== undefined;
  return mayBeMissing ? undefined : `there is no column ${key}: expected one of ${names.join(', ')}`;
}

const NONE = /^(?:[-–—]|n\/?a|null)$/i;

/** Whether a cell says that it has no value. Of a text, only an empty one. */
export const isNone = (text: string): boolean => text === '' || NONE.test(text);

function readValue(cell: string, column: Column): string | { fault: string } {
  const text = cell.trim();
  if (text === '' || (column.type !== 'text' && column.type !== undefined && isNone(text))) return '';
  switch (column.type) {
    case 'date':
      return readDay(text, column);
    case 'month':
      return readMonth(text, column);
    case 'number':
    case 'money':
    case 'percent':
      return readNumber(text);
    case 'state':
      return text.toLowerCase();
    default:
      return text;
  }
}

const CURRENCY = /^([-−]?)(?:NPR|Rs\.?|र[ुू]\.?)\s*/i;
/** As accounts write what is below zero, with the currency before it or in it. */
const IN_PARENTHESES = /^([^\d(]*)\(([^-−+]*)\)$/;
/** With groups of two or three digits, the last of three. Any other comma is one of decimals. */
const NUMBER = /^([-−+]?)(\d{1,3}(?:,\d{2,3})*,\d{3}|\d*)(\.\d+)?$/;

function readNumber(text: string): string | { fault: string } {
  const signed = foldDigits(text).replace(IN_PARENTHESES, '-$1$2').replace(CURRENCY, '$1');
  const [, sign, whole = '', fraction = ''] = NUMBER.exec(signed.replace('%', '').trim()) ?? [];
  if (sign === undefined || whole + fraction === '') return { fault: `expected a number, not ${quoted(text)}` };
  const isNegative = sign === '-' || sign === '−';
  return `${isNegative ? '-' : ''}${whole.replaceAll(',', '') || '0'}${fraction}`;
}

const DAY_FORMS = { ad: ['YYYY-M-D'], bs: ['BS YYYY-M-D'] };

function readDay(text: string, { calendar, formats }: Column): string | { fault: string } {
  const written = formats.length > 0 ? formats : DAY_FORMS[calendar ?? 'ad'];
  const reading = parseWithFormats(text, written);
  if (reading?.time === undefined)
    return {
      fault: reading
        ? `${quoted(text)} ${reading.reason}`
        : `expected a date like ${EXAMPLES.date}, not ${quoted(text)}`,
    };
  return inCalendar(reading.time.slice(0, 'YYYY-MM-DD'.length), text, { calendar, formats });
}

/** A day or a month, unless it seems to be one of a calendar that the column does not name. */
function inCalendar(
  value: string,
  text: string,
  { calendar, formats }: Pick<Column, 'calendar' | 'formats'>,
): string | { fault: string } {
  const isDoubtful = calendar === undefined && !formats.some((format) => format.startsWith('BS '));
  return isDoubtful && looksLikeBikramSambat(value, new Date(contentNow()))
    ? { fault: `${quoted(text)} may be Bikram Sambat: write calendar: bs for the column, or calendar: ad` }
    : value;
}

const EXAMPLES = { date: '2026-08-09', month: '2026-08' };
const MONTH = /^(\d{4})-(\d{1,2})$/;

/** A month stays in its calendar: those of the other one begin in the middle of it. */
function readMonth(text: string, { calendar, formats }: Column): string | { fault: string } {
  const fault = { fault: `expected a month like ${EXAMPLES.month}, not ${quoted(text)}` };
  if (formats.length === 0) {
    const [, year, month] = MONTH.exec(foldDigits(text)) ?? [];
    return year !== undefined && Number(month) >= 1 && Number(month) <= 12
      ? inCalendar(`${year}-${String(month).padStart(2, '0')}`, text, { calendar, formats })
      : fault;
  }
  const day = parseWithFormats(text, formats)?.time?.slice(0, 'YYYY-MM-DD'.length);
  if (day === undefined) return fault;
  if (calendar === 'bs') return toBikramSambatMonth(day) ?? fault;
  return inCalendar(day.slice(0, 'YYYY-MM'.length), text, { calendar, formats });
}

const QUOTED_CHARACTERS = 40;
const quoted = (text: string): string => `“${text.slice(0, QUOTED_CHARACTERS).toWellFormed()}”`;

interface ReadRow {
  row: number;
  values: Row;
}

/** Rows that are the same become one; of those that contradict each other none is left. */
function withoutDoubles(
  rows: readonly ReadRow[],
  columns: readonly Column[],
  raw: RawTable,
  { unique_by = [] }: TableHead,
  faults: TableFault[],
): Row[] {
  const keys = unique_by.flatMap((key): ((read: ReadRow) => string)[] => {
    const place = columns.findIndex((column) => column.key === key);
    if (place >= 0) return [({ values }) => values[place] ?? ''];
    // A translation may show another column in its place.
    const own = raw.names.indexOf(key);
    if (own >= 0) return [({ row }) => raw.rows[row]?.[own] ?? ''];
    faults.push({ message: `unique_by: there is no column ${key}` });
    return [];
  });
  if (keys.length === 0) return rows.map(({ values }) => values);
  const byKey = new Map<string, ReadRow[]>();
  for (const entry of rows) {
    const key = JSON.stringify(keys.map((cellOf) => cellOf(entry)));
    const same = byKey.get(key);
    if (!same) byKey.set(key, [entry]);
    else if (!same.some(({ values }) => String(values) === String(entry.values))) same.push(entry);
  }
  return [...byKey.values()].flatMap((same) => {
    const [first, ...others] = same;
    if (!first || others.length === 0) return first ? [first.values] : [];
    const key = keys.map((cellOf) => cellOf(first)).join(', ');
    for (const { row } of same)
      faults.push({ row, message: `contradicts another row of ${key}: none of them is shown` });
    return [];
  });
}

/** The table that a CMS has sent whole: rows as lists, or as objects by the names of columns. */
export function rawTable(rows: readonly unknown[], columns: readonly Column[]): RawTable {
  const names = columns.map(({ key }) => key);
  const cellsOf = (row: unknown): string[] => {
    if (Array.isArray(row)) return row.map(cellValue);
    return typeof row === 'object' && row !== null ? names.map((name) => cellValue(Reflect.get(row, name))) : [];
  };
  return { names, rows: rows.map(cellsOf) };
}
