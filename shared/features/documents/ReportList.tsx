import type { Answer } from '../../content-api.ts';
import { groupBy } from '../../group.ts';
import type { Report } from '../../kinds/report.ts';
import { type ListData, listHead } from '../../list.ts';
import type { ScreenProps } from '../../page.ts';
import { Documents } from '../../ui/Documents.tsx';
import { Group } from '../../ui/Group.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { Rows } from '../../ui/Rows.tsx';

export const head = listHead;

const row = (item: Report) => ({
  id: item.id,
  name: item.name,
  lang: item.lang,
  summary: item.summary,
  category: item.category?.name,
  files: item.files,
  year: item.fiscal_year,
  quarter: item.quarter,
  date: item.period_end,
  text: item.period_end_text,
});
export const items = ({ reports }: Answer<'report'>) => reports.map(row);

const OTHER = 'Other';

export function Screen({ data, page }: ScreenProps<ListData<ReturnType<typeof row>>>) {
  return (
    <ListScreen page={page} data={data} noun={['report', 'reports']}>
      {(reports) =>
        groupBy(reports, ({ year }) => (year ? `Fiscal year ${year}` : OTHER))
          .sort(([a], [b]) => (b === OTHER ? -1 : a === OTHER ? 1 : b.localeCompare(a)))
          .map(([year, ofYear]) => (
            <Group key={year} name={year}>
              {groupBy(ofYear, ({ category = OTHER }) => category).map(([category, items]) => (
                <Group key={category} name={category} level="h3">
                  <Rows
                    items={items}
                    heading="h4"
                    above={({ quarter, date, text }) => (
                      <>
                        {quarter && <span>{`Quarter ${quarter}`}</span>}
                        {text && (
                          <span>
                            to <time dateTime={date}>{text}</time>
                          </span>
                        )}
                      </>
                    )}
                    below={({ files, name }) => <Documents files={files} of={name} />}
                  />
                </Group>
              ))}
            </Group>
          ))
      }
    </ListScreen>
  );
}
