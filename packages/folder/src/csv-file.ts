import { CsvError, parse } from 'csv-parse/sync';
import { UnreadableFileError } from './file-system.ts';
import type { MediaFacts, MediaFiles } from './media-files.ts';

/** The file of a chart: a row for each month of thirty years has 15 kB. */
export const MAX_CSV_BYTES = 100_000;
/** Below `media/`, without `..` and without escapes. */
const LOCATION =
  /^\/media\/(?:[\p{L}\p{M}\p{N}_-][\p{L}\p{M}\p{N}._-]*\/)*[\p{L}\p{M}\p{N}_-][\p{L}\p{M}\p{N}._-]*\.csv$/u;

/** The rows of a CSV text and the line on which each ends, or why it has none. */
export type Csv = { rows: string[][]; lines: number[] } | { fault: string };

const CSV_FAULTS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote that is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quote inside a quoted value: write it twice',
  INVALID_OPENING_QUOTE: 'a quote inside a value: put the value in quotes, and write the quote twice',
};

/** Names of columns that tabs separate: what is pasted from a spreadsheet. */
const TABS = /^[^,\n]*\t/;

/** Parses CSV (RFC 4180), with or without a byte order mark, or the same with tabs. Values are trimmed, empty lines are left out. */
export function parseCsv(text: string): Csv {
  try {
    const ends: number[] = [];
    const rows = parse(text, {
      bom: true,
      delimiter: TABS.test(text) ? '\t' : ',',
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      on_record(record: string[], { lines }) {
        ends.push(lines);
        return record;
      },
    });
    const [header = []] = rows;
    const long = rows.findIndex((row) => row.length > header.length);
    return long < 0
      ? { rows, lines: ends }
      : { fault: `row ${long + 1}: ${rows[long]?.length} values below ${header.length} names` };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = 'lines' in error && typeof error.lines === 'number' ? `line ${error.lines}: ` : '';
    return { fault: line + (CSV_FAULTS[error.code] ?? 'not CSV') };
  }
}

/** Of files that have not changed since: the facts of a file stay the same object until it changes. */
const parsed = new WeakMap<MediaFacts, Csv>();

/** Reads a CSV file below `media/`. */
export function readCsv(media: MediaFiles, location: string): Csv {
  if (!LOCATION.test(location)) return { fault: 'expected a file below /media/ whose name ends in .csv' };
  const facts = media.factsOf(location);
  if (!facts) return { fault: media.absenceOf(location) };
  const csv = parsed.get(facts) ?? readFile(media, location, facts);
  parsed.set(facts, csv);
  return csv;
}

function readFile(media: MediaFiles, location: string, { size }: MediaFacts): Csv {
  if (size > MAX_CSV_BYTES) return { fault: `larger than ${MAX_CSV_BYTES.toLocaleString('en')} bytes` };
  try {
    const { text, isUtf8 } = media.readText(location);
    return isUtf8 ? parseCsv(text) : { fault: 'not UTF-8: save the file as UTF-8' };
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return { fault: error.message };
  }
}
