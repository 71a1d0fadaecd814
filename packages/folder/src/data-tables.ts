import { createHash } from 'node:crypto';
import { type RawTable, readTable, type Table, type TableFault, type TableHead } from '@foyer/tables';
import { parseCsv } from './csv-file.ts';
import { type Fault, limitFaults } from './faults.ts';
import { readTextFile, UnreadableFileError } from './file-system.ts';
import type { KnownFiles } from './known-files.ts';
import type { MarkdownTexts } from './markdown-texts.ts';
import { namesIn } from './named-files.ts';
import { originalOf } from './translation-files.ts';

/** A list of 50,000 rows. */
const MAX_BYTES = 5_000_000;

/** The rows of a file, the line of each, and a digest of all; or why there are none. */
type RawRows = { raw: RawTable; lines: readonly number[]; digest: string } | { fault: string };
/** The same, with the keys (`locationKey`) of the files of `media/` that it may name. */
type RawFile = RawRows & { named: readonly string[] };

interface ReadHead {
  file: RawFile;
  table: Table;
}

/** The name of the file with the rows of an item: `data/nav.csv` of `data/nav.md`, and of `data/nav.ne.md`. */
export const tableFileOf = (file: string): string => originalOf(file).replace(/\.md$/, '.csv');

/** Whether an item has a table beside it. */
export const isTableHead = (item: object): item is TableHead => 'columns' in item && Array.isArray(item.columns);

/** The tables of a content folder: the CSV files beside the items of a kind. Each is read once, until it changes. */
export class DataTables {
  readonly #dir: string;
  readonly #known: KnownFiles;
  readonly #texts: MarkdownTexts;
  readonly #files = new Map<string, { stamp?: string; file: RawFile }>();
  /** By item, which stays the same object until its file changes. */
  readonly #tables = new WeakMap<object, ReadHead>();

  constructor(dir: string, known: KnownFiles, texts: MarkdownTexts) {
    this.#dir = dir;
    this.#known = known;
    this.#texts = texts;
  }

  /** The table of an item; without rows if its file cannot be read. */
  tableOf(item: TableHead): Table {
    const file = this.#fileOf(item);
    const known = this.#tables.get(item);
    if (known?.file === file) return known.table;
    const table = 'fault' in file ? { columns: item.columns, rows: [] } : readTable(file.raw, item).table;
    this.#tables.set(item, { file, table });
    return table;
  }

  /** The keys of the files of `media/` that the table of an item names; none of an item without one. */
  namesOf(item: object): readonly string[] {
    return isTableHead(item) ? this.#fileOf(item).named : [];
  }

  /** The same, of the table beside a file, whatever is wrong with them. */
  namesBeside(file: string): readonly string[] {
    return this.#read(tableFileOf(file)).named;
  }

  /** Reports what is wrong with the rows of an item. @param file of the item @returns a digest of the rows */
  inspect(head: TableHead, file: string, faults: Fault[]): string {
    const csv = tableFileOf(file);
    const read = this.#read(csv);
    if ('fault' in read) {
      faults.push({ file: csv, line: 1, column: 1, message: read.fault });
      return read.fault;
    }
    const found = readTable(read.raw, head).faults.map((fault) => faultOf(csv, read.lines, fault));
    faults.push(...limitFaults(found));
    return read.digest;
  }

  #fileOf(item: TableHead): RawFile {
    return this.#read(tableFileOf(this.#texts.sourceOf(item)?.file ?? ''));
  }

  #read(csv: string): RawFile {
    const stamp = this.#known.stamp(csv);
    const known = this.#files.get(csv);
    if (known && known.stamp === stamp && stamp !== undefined) return known.file;
    const file = readRaw(this.#dir, csv);
    this.#files.set(csv, { stamp, file });
    return file;
  }
}

const faultOf = (csv: string, lines: readonly number[], { row, column, message }: TableFault): Fault => ({
  file: csv,
  line: row === undefined ? 1 : (lines[row] ?? 1),
  column: 1,
  message: column === undefined ? message : `${column}: ${message}`,
});

function readRaw(dir: string, csv: string): RawFile {
  try {
    const { text, isUtf8 } = readTextFile(dir, csv, MAX_BYTES);
    const rows: RawRows = isUtf8 ? readRows(text) : { fault: 'not UTF-8: save the file as "CSV UTF-8"' };
    // A name in a cell ends with it.
    const named = 'fault' in rows ? namesIn(text) : rows.raw.rows.flatMap((row) => row.flatMap(namesIn));
    return { ...rows, named: [...new Set(named)] };
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return { fault: error.message, named: [] };
  }
}

function readRows(text: string): RawRows {
  const read = parseCsv(text);
  if ('fault' in read) return read;
  const [names = [], ...rows] = read.rows;
  if (names.length === 1 && names[0]?.includes(';'))
    return { fault: 'the columns are separated by semicolons: save it with commas' };
  if (rows.length === 0) return { fault: 'no row below the names of the columns' };
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return { fault: `two columns are called ${repeated}` };
  const digest = createHash('sha256').update(text).digest('base64url');
  return { raw: { names, rows }, lines: read.lines.slice(1), digest };
}
