import type { AlbumSummary, Answer } from '@foyer/model';
import { listHead } from '../../list-head.ts';
import type { ListData } from '../../list-page.ts';
import type { ScreenProps } from '../../page.ts';
import { useMessages, useTextLang } from '../../shown-page.ts';
import { DateText, dateOf } from '../../ui/DateText.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { PictureCards } from '../../ui/PictureCards.tsx';
import css from './Album.module.css';

export const head = listHead;

const albumCard = ({ id, name, lang, files, files_count, place, ...album }: AlbumSummary) => ({
  id,
  href: `/album/${id}`,
  name,
  lang,
  picture: files[0],
  count: files_count,
  date: dateOf({ ...album, lang }, 'event_date'),
  place,
});
export const selectItems = ({ albums }: Answer<'album'>) => albums.map(albumCard);

export function Screen({ data, page }: ScreenProps<ListData<ReturnType<typeof albumCard>>>) {
  const m = useMessages();
  const langOf = useTextLang();
  return (
    <ListScreen
      page={page}
      data={data}
      texts={{ count: m.albumCount, range: m.albumRange, none: m.noAlbums, noMatch: m.noAlbumMatch }}
    >
      {(albums) => (
        <PictureCards cards={albums} areMain>
          {({ count, date, place, lang }) => (
            <p className={css.about}>
              <span>{m.pictureCount({ count })}</span>
              <DateText date={date} />
              {place && <span lang={langOf(place, lang)}>{place}</span>}
            </p>
          )}
        </PictureCards>
      )}
    </ListScreen>
  );
}
