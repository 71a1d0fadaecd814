import type { Answer } from '../../content-api.ts';
import { groupBy } from '../../group-by.ts';
import type { Download } from '../../kinds/downloads.ts';
import { type ListData, listHead } from '../../list-page.ts';
import type { ScreenProps } from '../../page.ts';
import { Documents } from '../../ui/Documents.tsx';
import { Group } from '../../ui/Group.tsx';
import { ItemList } from '../../ui/ItemList.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';

export const head = listHead;

const downloadRow = (item: Download) => ({
  id: item.id,
  name: item.name,
  lang: item.lang,
  summary: item.summary,
  category: item.category?.name,
  files: item.files,
  date: item.effective_date,
  dateText: item.effective_date_text,
});
export const selectItems = ({ downloads }: Answer<'downloads'>) => downloads.map(downloadRow);

export function Screen({ data, page }: ScreenProps<ListData<ReturnType<typeof downloadRow>>>) {
  return (
    <ListScreen page={page} data={data} noun={['download', 'downloads']}>
      {(downloads) =>
        groupBy(downloads, ({ category = 'Other' }) => category).map(([category, items]) => (
          <Group key={category} name={category}>
            <ItemList
              items={items}
              heading="h3"
              below={({ files, name, date, dateText }) => (
                <>
                  <Documents files={files} defaultName={name} />
                  {dateText && (
                    <p>
                      <small>
                        In effect from <time dateTime={date}>{dateText}</time>
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
