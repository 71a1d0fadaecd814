import type { File } from '@foyer/model';
import type { ReactElement } from 'react';
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
  /** The headings of the columns: of the groups, the documents, and the dates. */
  headings: ReactElement[];
  isDated?: boolean;
  groups: { key: string; name: string; rows: DocumentRow[] }[];
}

/** Documents in groups, as the rows of a table. On small screens each row is a block. */
export function DocumentTable({ headings, isDated = false, groups }: DocumentTableProps) {
  const part = useStaticPart();
  return (
    <table className={css.table} data-dated={isDated}>
      <thead>
        <tr>{headings}</tr>
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
                <td className={css.name}>
                  <DocumentName {...row} />
                  {row.summary && <p lang={row.lang}>{row.summary}</p>}
                  {row.files.length > 1 && (
                    <Documents files={row.files} defaultName={row.name} lang={row.lang} inline />
                  )}
                </td>
                {isDated && (
                  <td>
                    <DateText date={row.date} />
                  </td>
                )}
              </tr>
            )),
          )}
        />
      ))}
    </table>
  );
}

/** Where there is one file, the name leads to it. */
function DocumentName({ name, lang, files: [file, ...others] }: DocumentRow) {
  const isLink = file && others.length === 0;
  return (
    <strong lang={isLink ? undefined : lang}>
      {isLink ? <DocumentLink file={file} name={name} lang={lang} /> : name}
    </strong>
  );
}
