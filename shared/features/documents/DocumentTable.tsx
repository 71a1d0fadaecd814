import type { File } from '@foyer/model';
import type { ReactElement } from 'react';
import { useMessages } from '../../shown-page.ts';
import { useStaticPart } from '../../static-part.tsx';
import { DateText, type DateValue } from '../../ui/DateText.tsx';
import { DocumentLink, Documents } from '../../ui/Documents.tsx';
import css from './DocumentTable.module.css';

interface DocumentRow {
  id: string;
  name: string;
  lang?: string;
  summary?: string;
  files: File[];
  date?: DateValue;
}

interface DocumentTableProps {
  /** The headings of the columns before the documents: of the groups, the names, and the dates. */
  headings: ReactElement[];
  isDated?: boolean;
  groups: { key: string; name: string; rows: DocumentRow[] }[];
  /** Small screens leave the summaries out. */
  isBrief: boolean;
}

/** Documents in groups, as the rows of a table. On small screens each row is a block. */
export function DocumentTable({ headings, isDated = false, groups, isBrief }: DocumentTableProps) {
  const m = useMessages();
  const part = useStaticPart();
  return (
    <table className={css.table} data-brief={isBrief} data-dated={isDated}>
      <thead>
        <tr>
          {headings}
          <th scope="col">{m.documents}</th>
        </tr>
      </thead>
      {groups.map(({ key, name, rows }) => (
        <tbody
          key={key}
          {...part('group', { name, rows, isDated }, () =>
            rows.map((row, index) => (
              <tr key={row.id}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={rows.length}>
                    {name}
                  </th>
                )}
                <td lang={row.lang} className={css.name}>
                  <strong>{row.name}</strong>
                  {row.summary && <p>{row.summary}</p>}
                </td>
                {isDated && (
                  <td>
                    <DateText date={row.date} />
                  </td>
                )}
                <td>
                  {row.files.length === 1 ? (
                    row.files.map((file) => <DocumentLink key="file" file={file} {...row} />)
                  ) : (
                    <Documents files={row.files} defaultName={row.name} lang={row.lang} inline />
                  )}
                </td>
              </tr>
            )),
          )}
        />
      ))}
    </table>
  );
}
