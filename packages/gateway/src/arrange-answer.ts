import { contentNow, dayAt, elementsOf, type ParseContext, tableHead } from '@foyer/model';
import { answeredColumn, arrangeTable, rawTable, readTable } from '@foyer/tables';
import type { Call } from './call.ts';
import { isFields } from './list-forms.ts';

interface Options {
  ctx: ParseContext;
  timeZone: string;
}

/**
 * The answer of a CMS with a table: its values as the columns say how they are written, and of a table that was sent whole the part
 * that is asked for. Rows that cannot be read are left out, with a fault.
 */
export function arrangeAnswer(
  data: Record<string, unknown>,
  { table: query, locale }: Call,
  { ctx, timeZone }: Options,
): Record<string, unknown> {
  const { dataset } = data;
  const rows = isFields(dataset) ? elementsOf(dataset.rows) : undefined;
  const head = tableHead({ ...ctx, onDropped: () => {}, onGuessed: undefined }).safeParse(dataset).data;
  if (!query || !isFields(dataset) || !rows || !head) return data;
  const { table, faults } = readTable(rawTable(rows, head.columns), head);
  for (const { row, column, message } of faults)
    ctx.onDropped(
      ['dataset', row === undefined ? 'columns' : `rows[${row}]`, column].filter(Boolean).join('.'),
      message,
    );
  const today = dayAt(contentNow(), timeZone);
  const unique_by = head.unique_by.filter((name) => table.columns.some(({ key }) => key === name));
  // A CMS that pages has searched and sorted, too.
  const shown = isFields(dataset.pagination)
    ? { rows: table.rows }
    : arrangeTable(table, head, query, { locale, today });
  // A day that is said comes before the newest one.
  const as_of = dataset.as_of ?? ('as_of' in shown ? shown.as_of : undefined);
  return { ...data, dataset: { ...dataset, ...shown, as_of, columns: table.columns.map(answeredColumn), unique_by } };
}
