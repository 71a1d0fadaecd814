import type { Answer } from '../../content-api.ts';
import { groupBy } from '../../group.ts';
import type { Download } from '../../kinds/downloads.ts';
import { type ListData, listHead } from '../../list.ts';
import type { ScreenProps } from '../../page.ts';
import { Documents } from '../../ui/Documents.tsx';
import { Group } from '../../ui/Group.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { Rows } from '../../ui/Rows.tsx';

export const head = listHead;

const row = (item: Download) => ({
  id: item.id,
  name: item.name,
  lang: item.lang,
  summary: item.summary,
  category: item.category?.name,
  files: item.files,
  date: item.effective_date,
  text: item.effective_date_text,
});
export const items = ({ downloads }: Answer<'downloads'>) => downloads.map(row);

export function Screen({ data, page }: ScreenProps<ListData<ReturnType<typeof row>>>) {
  return (
    <ListScreen page={page} data={data} noun={['download', 'downloads']}>
      {(downloads) =>
        groupBy(downloads, ({ category = 'Other' }) => category).map(([category, items]) => (
          <Group key={category} name={category}>
            <Rows
              items={items}
              heading="h3"
              below={({ files, name, date, text }) => (
                <>
                  <Documents files={files} of={name} />
                  {text && (
                    <p>
                      <small>
                        In effect from <time dateTime={date}>{text}</time>
                      </small>
                    </p>
                  )}
                </>
              )}
            />
          </Group>
        ))
      }
    </ListScreen>
  );
}
