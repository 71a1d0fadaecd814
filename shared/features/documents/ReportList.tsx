import type { Answer } from '../../content-api.ts';
import { groupBy } from '../../group-by.ts';
import type { Report } from '../../kinds/report.ts';
import { type ListData, listHead } from '../../list-page.ts';
import type { ScreenProps } from '../../page.ts';
import { Documents } from '../../ui/Documents.tsx';
import { Group } from '../../ui/Group.tsx';
import { ItemList } from '../../ui/ItemList.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';

export const head = listHead;

const reportRow = (item: Report) => ({
  id: item.id,
  name: item.name,
  lang: item.lang,
  summary: item.summary,
  category: item.category?.name,
  files: item.files,
  year: item.fiscal_year,
  quarter: item.quarter,
  date: item.period_end,
  dateText: item.period_end_text,
});
export const selectItems = ({ reports }: Answer<'report'>) => reports.map(reportRow);

const OTHER = 'Other';

export function Screen({ data, page }: ScreenProps<ListData<ReturnType<typeof reportRow>>>) {
  return (
    <ListScreen page={page} data={data} noun={['report', 'reports']}>
      {(reports) =>
        groupBy(reports, ({ year }) => (year ? `Fiscal year ${year}` : OTHER))
          .sort(([a], [b]) => (b === OTHER ? -1 : a === OTHER ? 1 : b.localeCompare(a)))
          .map(([year, ofYear]) => (
            <Group key={year} name={year}>
              {groupBy(ofYear, ({ category = OTHER }) => category).map(([category, items]) => (
                <Group key={category} name={category} level="h3">
                  <ItemList
                    items={items}
                    heading="h4"
                    above={({ quarter, date, dateText }) => (
                      <>
                        {quarter && <span>{`Quarter ${quarter}`}</span>}
                        {dateText && (
                          <span>
                            to <time dateTime={date}>{dateText}</time>
                          </span>
                        )}
                      </>
                    )}
                    below={({ files, name }) => <Documents files={files} defaultName={name} />}
                  />
                </Group>
              ))}
            </Group>
          ))
      }
    </ListScreen>
  );
}
