import type { Answer } from '../../content-api.ts';
import type { AlbumSummary } from '../../kinds/album.ts';
import { type ListData, listHead } from '../../list-page.ts';
import type { ScreenProps } from '../../page.ts';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { PictureCards } from '../../ui/PictureCards.tsx';
import css from './Album.module.css';

export const head = listHead;

const albumCard = ({ id, name, lang, files, files_count, event_date, event_date_text, place }: AlbumSummary) => ({
  id,
  href: `/album/${id}`,
  name,
  lang,
  picture: files[0],
  count: files_count,
  date: event_date,
  dateText: event_date_text,
  place,
});
export const selectItems = ({ albums }: Answer<'album'>) => albums.map(albumCard);

export function Screen({ data, page }: ScreenProps<ListData<ReturnType<typeof albumCard>>>) {
  return (
    <ListScreen page={page} data={data} noun={['album', 'albums']}>
      {(albums) => (
        <PictureCards cards={albums} areMain>
          {({ count, date, dateText, place }) => (
            <p className={css.about}>
              <span>{count === 1 ? '1 picture' : `${count} pictures`}</span>
              {dateText && <time dateTime={date}>{dateText}</time>}
              {place && <span>{place}</span>}
            </p>
          )}
        </PictureCards>
      )}
    </ListScreen>
  );
}
