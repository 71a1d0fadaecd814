/** Marks UTF-8 for Excel, which reads Nepali as another encoding without it. */
const BYTE_ORDER_MARK = '\uFEFF';
const NEEDS_QUOTES = /[",\r\n]/;

/** A line of CSV (RFC 4180). */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;

/** The beginning of a file: the names of the columns. */
export const csvHead = (names: readonly string[]): string => BYTE_ORDER_MARK + csvLine(names);
