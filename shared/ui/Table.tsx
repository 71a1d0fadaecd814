import css from './Table.module.css';

interface TableProps {
  /** What it holds, for who does not see it. */
  name: string;
  columns: string[];
  rows: (string | undefined)[][];
  /** The columns that hold numbers. */
  numbers?: number[];
}

/** A table that scrolls by itself where it is wider than the window. The first column names its row. */
export function Table({ name, columns, rows, numbers = [] }: TableProps) {
  const align = (index: number) => (numbers.includes(index) ? 'right' : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keyboard too
    // biome-ignore lint/a11y/useSemanticElements: it is no set of fields
    <div className={css.table} role="group" aria-label={name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" align={align(index)}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.join()}>
              {cells.map((cell, index) => {
                const Cell = index === 0 ? 'th' : 'td';
                return (
                  <Cell key={columns[index]} scope={index === 0 ? 'row' : undefined} align={align(index)}>
                    {cell}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
