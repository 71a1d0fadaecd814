import { useTextLang } from '../shown-page.ts';

interface TableProps {
  /** The label for screen readers. */
  name: string;
  columns: string[];
  rows: (string | undefined)[][];
  /** Of the rows, if it is not that of the page. Without it each cell is marked that is in another language. */
  lang?: string;
  /** Indexes of the columns that are aligned right. */
  numericColumns?: number[];
}

/** A table that scrolls horizontally if it is wider than the window. The first column has the row headers. */
export function Table({ name, columns, rows, lang, numericColumns = [] }: TableProps) {
  const langOf = useTextLang();
  const align = (index: number) => (numericColumns.includes(index) ? 'right' : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be wrong: there are no form fields
    <div className="table" role="group" aria-label={name} tabIndex={0}>
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
        <tbody lang={lang}>
          {rows.map((cells) => (
            <tr key={cells.join()}>
              {cells.map((cell, index) => {
                const Cell = index === 0 ? 'th' : 'td';
                return (
                  <Cell
                    key={columns[index]}
                    scope={index === 0 ? 'row' : undefined}
                    align={align(index)}
                    lang={lang ? undefined : langOf(cell)}
                  >
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
