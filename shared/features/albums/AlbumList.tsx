import type { Answer } from '../../content-api.ts';
import type { AlbumSummary } from '../../kinds/album.ts';
import { type ListData, listHead } from '../../list.ts';
import type { ScreenProps } from '../../page.ts';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { PictureCards } from '../../ui/PictureCards.tsx';
import css from './Album.module.css';

export const head = listHead;

const card = ({ id, name, lang, files, files_count, event_date, event_date_text, place }: AlbumSummary) => ({
  id,
  href: `/album/${id}`,
  name,
  lang,
  picture: files[0],
  count: files_count,
  date: event_date,
  text: event_date_text,
  place,
});
export const items = ({ albums }: Answer<'album'>) => albums.map(card);

export function Screen({ data, page }: ScreenProps<ListData<ReturnType<typeof card>>>) {
  return (
    <ListScreen page={page} data={data} noun={['album', 'albums']}>
      {(albums) => (
        <PictureCards cards={albums} heading="h2">
          {({ count, date, text, place }) => (
            <p className={css.about}>
              <span>{count === 1 ? '1 picture' : `${count} pictures`}</span>
              {text && <time dateTime={date}>{text}</time>}
              {place && <span>{place}</span>}
            </p>
          )}
        </PictureCards>
      )}
    </ListScreen>
  );
}
