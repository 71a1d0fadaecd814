import { type Answer, groupBy } from '@foyer/model';
import { listHead } from '../../list-head.ts';
import type { ListData } from '../../list-page.ts';
import type { ScreenProps } from '../../page.ts';
import { useMessages } from '../../shown-page.ts';
import { Badge } from '../../ui/Badge.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Documents } from '../../ui/Documents.tsx';
import { Group } from '../../ui/Group.tsx';
import { ItemList } from '../../ui/ItemList.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { SideNav } from '../../ui/SideNav.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { byYear, useYearName } from './fiscal-years.ts';
import { QuarterTable } from './QuarterTable.tsx';
import css from './ReportList.module.css';
import { type ReportRow, reportRow } from './report-row.ts';

export const head = listHead;

export const selectItems = ({ reports }: Answer<'report'>) => reports.map(reportRow);

/** Fewer reports can be seen at a glance: none stands before the others. */
const MIN_FOR_NEWEST = 6;

export function Screen({ data, page }: ScreenProps<ListData<ReportRow>>) {
  const m = useMessages();
  return (
    <ListScreen
      page={page}
      data={data}
      texts={{ count: m.reportCount, range: m.reportRange, none: m.noReports, noMatch: m.noReportMatch }}
      aside={({ items }, { isFiltered }) => {
        const categories = byCategory(items);
        if (isFiltered || categories.length < 2) return undefined;
        const links = categories.map(([id, reports]) => ({
          href: `#${encodeURIComponent(id)}`,
          label: nameOf(reports) ?? m.other,
        }));
        return <SideNav id="categories" name={m.onThisPage} links={links} />;
      }}
    >
      {(reports, { isFiltered, query }) =>
        isFiltered ? (
          <YearTable reports={reports} />
        ) : (
          <>
            {reports.length >= MIN_FOR_NEWEST && (query.page ?? '1') === '1' && <Newest reports={reports} />}
            {byCategory(reports).map(([id, ofCategory]) => (
              <Group key={id} id={id} name={nameOf(ofCategory) ?? m.other}>
                {areQuarterly(ofCategory) ? <QuarterTable reports={ofCategory} /> : <YearTable reports={ofCategory} />}
              </Group>
            ))}
          </>
        )
      }
    </ListScreen>
  );
}

/** The reports of each category, by the id of its element. */
const byCategory = (reports: ReportRow[]) => groupBy(reports, ({ category }) => `category-${category?.slug ?? ''}`);

const nameOf = ([report]: ReportRow[]) => report?.category?.name;

/** In a table of quarters the names of other reports would be lost. */
const areQuarterly = (reports: ReportRow[]) => reports.filter(isQuarterly).length > reports.length / 2;

const isQuarterly = ({ quarter }: ReportRow): boolean => quarter !== undefined;

/** Before the tables, in full: the newest report of a quarter and that of a year, beside each other. */
function Newest({ reports }: { reports: ReportRow[] }) {
  const m = useMessages();
  const newest = [reports.find(isQuarterly), reports.find((report) => !isQuarterly(report))];
  return (
    <div className={css.newest}>
      <ItemList
        items={newest.filter((report) => report !== undefined)}
        above={({ category, date }) => (
          <>
            <Badge>{m.newest}</Badge>
            {category && <span>{category.name}</span>}
            {date && <span>{m.periodEnd({ date: () => <DateText key="date" date={date} /> })}</span>}
          </>
        )}
        below={({ files, name, lang }) => <Documents files={files} defaultName={name} lang={lang} inline />}
      />
    </div>
  );
}

/** Reports by their names, the newest fiscal year first. */
function YearTable({ reports }: { reports: ReportRow[] }) {
  const m = useMessages();
  const yearName = useYearName();
  return (
    <DocumentTable
      headings={[m.fiscalYear, m.report].map((label) => (
        <th key={label} scope="col">
          {label}
        </th>
      ))}
      groups={byYear(reports).map(([year, rows]) => ({ key: year, name: yearName(year), rows }))}
    />
  );
}
