import { useMessages } from '../../shown-page.ts';
import { DocumentLink } from '../../ui/Documents.tsx';
import { byYear, useYearName } from './fiscal-years.ts';
import css from './QuarterTable.module.css';
import type { ReportRow } from './report-row.ts';

/** Reports by fiscal years and quarters. */
export function QuarterTable({ reports }: { reports: ReportRow[] }) {
  const m = useMessages();
  const yearName = useYearName();
  const quarters = [...new Set(reports.map(({ quarter }) => quarter))].sort((a = 5, b = 5) => a - b);
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{m.fiscalYear}</th>
          {quarters.map((quarter) => (
            <th key={quarter ?? ''} scope="col">
              {quarter === undefined ? m.wholeYear : m.quarter({ quarter })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {byYear(reports).map(([year, ofYear]) => (
          <tr key={year}>
            <th scope="row">{yearName(year)}</th>
            {quarters.map((quarter) => (
              <td key={quarter ?? ''}>
                {ofYear
                  .filter((report) => report.quarter === quarter)
                  .map((report) => (
                    <Cell key={report.id} {...report} />
                  ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Links to a report's documents; without documents its name. */
function Cell({ name, lang, files }: ReportRow) {
  if (files.length === 0) return name;
  return files.map((file) => {
    const fullName = file.name && files.length > 1 ? `${name}, ${file.name}` : name;
    return <DocumentLink key={file.location} file={file} name={fullName} lang={lang} isNamed />;
  });
}
