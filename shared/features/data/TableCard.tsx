import type { Cell, Column, Dataset, Parameters } from '@foyer/model';
import { listAddress } from '../../list-page.ts';
import { useMessages } from '../../shown-page.ts';
import { Badge } from '../../ui/Badge.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { stateText } from './state-text.ts';
import css from './TableCard.module.css';

interface TableCardProps {
  dataset: Pick<Dataset, 'name' | 'columns' | 'rows' | 'lang'>;
  /** Of the table, in the edition. */
  path: string;
  /** What the address says. */
  query: Parameters;
}

const NUMERIC: ReadonlySet<Column['type']> = new Set(['number', 'money', 'percent']);
/** What is written as it is in the content. All else is written in the language of the page. */
const CONTENT: ReadonlySet<Column['type']> = new Set([undefined, 'text', 'link', 'file']);
const alignOf = ({ type, align }: Column) => align ?? (NUMERIC.has(type) ? 'right' : undefined);

/** The rows of a table, whose headings sort them. It scrolls if it is wider than the window. */
export function TableCard({ dataset: { name, columns, rows, lang }, path, query }: TableCardProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be wrong: there are no form fields
    <div className={css.scroller} role="group" aria-label={name} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} lang={lang} path={path} query={query} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and never move
            <tr key={row}>
              {cells.map((cell, place) => {
                const column = columns[place];
                const Name = place === 0 ? 'th' : 'td';
                return (
                  <Name
                    key={column?.key}
                    scope={place === 0 ? 'row' : undefined}
                    align={column && alignOf(column)}
                    lang={CONTENT.has(column?.type) ? lang : undefined}
                  >
                    <Value cell={cell} type={column?.type} />
                  </Name>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The heading of a column, whose link sorts by it or reverses that order. */
function Heading({
  column,
  lang,
  path,
  query: { page: _, sort, ...query },
}: { column: Column; lang: string | undefined } & Omit<TableCardProps, 'dataset'>) {
  const m = useMessages();
  const { key, label = key, unit, type } = column;
  const order = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined;
  // The newest days come first anyhow, the largest numbers are asked for more often.
  const first = type === 'date' || type === 'month' || NUMERIC.has(type) ? `-${key}` : key;
  const next = sort === first ? (first === key ? `-${key}` : key) : first;
  return (
    <th scope="col" aria-sort={order} align={alignOf(column)}>
      <a href={listAddress(path, { ...query, sort: next })} title={m.sortBy({ field: label })}>
        <span lang={lang}>{unit ? `${label} (${unit})` : label}</span>
      </a>
    </th>
  );
}

function Value({ cell: { text, bs, value = text, href }, type }: { cell: Cell; type: Column['type'] }) {
  const m = useMessages();
  if (text === '') return null;
  if (type === 'date') return <DateText date={{ iso: value, text, bs }} />;
  if (type === 'state') return <Badge quiet={text !== 'open'}>{stateText(text, m)}</Badge>;
  return href === undefined ? text : <a href={href}>{text}</a>;
}
