import { isDeepStrictEqual } from 'node:util';
import type { TableFault } from '@foyer/tables';

/* The columns of a translated table, as they are in its file: it has the labels of its language, and the rows of its original. */

/** Fields of a column that decide how its values are read. */
const READING = ['type', 'calendar', 'formats', 'from', 'until'];

type Fields = Readonly<Record<string, unknown>>;

/** The fields, in which each column has from the original's column with its key what it does not say itself. */
export function withOriginalColumns(fields: object, original: object): object {
  const byKey = columnsByKey(original);
  if (!('columns' in fields) || !Array.isArray(fields.columns)) return fields;
  const columns = fields.columns.map((column: unknown) =>
    isFields(column) ? { ...byKey.get(String(column.key)), ...column } : column,
  );
  return { ...fields, columns };
}

/** Which faults of a table are those of its translation, and not of its original. @param own the fields of the translation */
export function isOwnFault(own: object, original: object): (fault: TableFault) => boolean {
  const byKey = columnsByKey(original);
  const ownKeys = new Set(
    [...columnsByKey(own)].flatMap(([key, column]) => {
      const same = byKey.get(key);
      const isSame = READING.every((name) => !(name in column) || isDeepStrictEqual(column[name], same?.[name]));
      return same && isSame ? [] : [key];
    }),
  );
  return ({ column }) => (column === undefined ? 'unique_by' in own : ownKeys.has(column));
}

function columnsByKey(fields: object): Map<string, Fields> {
  const columns: unknown[] = 'columns' in fields && Array.isArray(fields.columns) ? fields.columns : [];
  return new Map(columns.filter(isFields).map((column) => [String(column.key), column]));
}

const isFields = (column: unknown): column is Fields => typeof column === 'object' && column !== null;
