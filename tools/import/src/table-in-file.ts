import { elementsOf } from '@foyer/model';
import { type RawTable, rawTable } from '@foyer/tables';
import { propertyOf, textOf } from './raw-fields.ts';

/** States that follow from days. */
const DAY_STATES = ['upcoming', 'open', 'closed'];

/** What an answer has of a table beside its head. */
const OF_ROWS = new Set('rows pagination total choices periods points newest latest chart_html'.split(' '));
/** The head of a table. */
export const tableHead = (table: unknown): unknown =>
  typeof table === 'object' && table !== null
    ? Object.fromEntries(Object.entries(table).filter(([name]) => !OF_ROWS.has(name)))
    : table;

/** The rows of a table as its CSV file has them. @param table as an answer has it @param rows of all of its pages */
export function tableInFile(table: unknown, rows: readonly unknown[]): RawTable {
  const columns = elementsOf(propertyOf(table, 'columns')) ?? [];
  const { names, rows: cells } = rawTable(
    rows,
    columns.flatMap((column) => {
      const key = textOf(column, 'key');
      return key === undefined ? [] : [{ key, formats: [] }];
    }),
  );
  // Written down, a state that follows from days would stay as it is today.
  const following = columns.flatMap((column) => (textOf(column, 'until') === undefined ? [] : textOf(column, 'key')));
  const written = cells.map((row) =>
    row.map((value, place) => (following.includes(names[place]) && DAY_STATES.includes(value) ? '' : value)),
  );
  return { names, rows: written };
}
