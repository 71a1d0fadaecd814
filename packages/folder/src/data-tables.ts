import { createHash } from 'node:crypto';
import { isNone, type RawTable, readTable, type Table, type TableFault, type TableHead } from '@foyer/tables';
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

interface KnownFile {
  stamp?: string;
  file: RawFile;
  /** The last version that had rows and the columns of its item; before it, the first that could be read. */
  valid?: RawFile;
}

/** The rows that are shown of an item. */
interface ShownTable {
  /** The file as it was, from which, or in whose place, they were read. */
  file: RawFile;
  table: Table;
  named: readonly string[];
}

/** The name of the file with the rows of an item: `data/nav.csv` of `data/nav.md`, and of `data/nav.ne.md`. */
export const tableFileOf = (file: string): string => originalOf(file).replace(/\.md$/, '.csv');

/** Whether an item has a table beside it. */
export const isTableHead = (item: object): item is TableHead => 'columns' in item && Array.isArray(item.columns);

/** The tables of a content folder: the CSV files beside the items of a kind. Each is read once, until it changes, and shown in its last valid version. */
export class DataTables {
  readonly #dir: string;
  readonly #known: KnownFiles;
  readonly #texts: MarkdownTexts;
  readonly #files = new Map<string, KnownFile>();
  /** By item, which stays the same object until its file changes. */
  readonly #tables = new WeakMap<object, ShownTable>();

  constructor(dir: string, known: KnownFiles, texts: MarkdownTexts) {
    this.#dir = dir;
    this.#known = known;
    this.#texts = texts;
  }

  /** The table of an item; without rows if no version of its file could be read. */
  tableOf(item: TableHead): Table {
    return this.#shownOf(item).table;
  }

  /** The cells of an item's links and files, as they are written, and where each is. */
  linksOf(item: TableHead): { cell: string; isLocation: boolean; file: string; line: number }[] {
    const csv = tableFileOf(this.#texts.sourceOf(item)?.file ?? '');
    const { file } = this.#read(csv);
    if ('fault' in file) return [];
    const { raw, lines } = file;
    return item.columns.flatMap(({ key, type }) => {
      const place = type === 'link' || type === 'file' ? raw.names.indexOf(key) : -1;
      return raw.rows.flatMap((row, index) => {
        const cell = row[place] ?? '';
        return isNone(cell) ? [] : [{ cell, isLocation: type === 'file', file: csv, line: lines[index] ?? 1 }];
      });
    });
  }

  /** The keys of the files of `media/` that the table of an item names; none of an item without one. */
  namesOf(item: object): readonly string[] {
    return isTableHead(item) ? this.#shownOf(item).named : [];
  }

  /** The same, of the table beside a file, whatever is wrong with them. */
  namesBeside(file: string): readonly string[] {
    return this.#read(tableFileOf(file)).file.named;
  }

  /**
   * Reports what is wrong with the rows of an item. @param file of the item @returns a digest of the rows
   * @param isReported of a translation: the other faults, and those of the file, are its original's
   */
  inspect(head: TableHead, file: string, faults: Fault[], isReported?: (fault: TableFault) => boolean): string {
    const csv = tableFileOf(file);
    const known = this.#read(csv);
    const { file: read } = known;
    if ('fault' in read) {
      if (!isReported) faults.push({ file: csv, line: 1, column: 1, message: read.fault });
      return read.fault;
    }
    const { table, faults: found } = readTable(read.raw, head);
    // A translation may have few of the columns.
    if (!isReported && isWhole(table, found)) known.valid = read;
    const reported = isReported ? found.filter(isReported) : found;
    faults.push(...limitFaults(reported.map((fault) => faultOf(csv, read.lines, fault))));
    return read.digest;
  }

  /** Forgets the files of items that are gone. */
  forgetRemoved(): void {
    for (const csv of this.#files.keys())
      if (this.#known.stamp(csv.replace(/csv$/, 'md')) === undefined) this.#files.delete(csv);
  }

  #shownOf(item: TableHead): ShownTable {
    const { file, valid } = this.#read(tableFileOf(this.#texts.sourceOf(item)?.file ?? ''));
    const known = this.#tables.get(item);
    if (known?.file === file) return known;
    let shown: ShownTable | undefined;
    for (const version of new Set([file, valid])) {
      if (!version || 'fault' in version) continue;
      const { table, faults } = readTable(version.raw, item);
      const isValid = isWhole(table, faults);
      if (isValid || !shown) shown = { file, table, named: version.named };
      if (isValid) break;
    }
    shown ??= { file, table: { columns: item.columns, rows: [] }, named: [] };
    this.#tables.set(item, shown);
    return shown;
  }

  #read(csv: string): KnownFile {
    const stamp = this.#known.stamp(csv);
    const known = this.#files.get(csv);
    // Of a file that is not there nothing changes until it is.
    if (known && known.stamp === stamp && (stamp !== undefined || 'fault' in known.file)) return known;
    const file = readRaw(this.#dir, csv);
    const read = { stamp, file, valid: known?.valid ?? ('fault' in file ? undefined : file) };
    this.#files.set(csv, read);
    return read;
  }
}

/** Whether a table has rows and all of its columns: without one it is another table. */
const isWhole = ({ rows }: Table, faults: readonly TableFault[]): boolean =>
  rows.length > 0 && !faults.some(({ row, column }) => row === undefined && column !== undefined);

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
