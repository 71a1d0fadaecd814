import type { Answer } from '@foyer/model';
import { listHead } from '../../list-head.ts';
import type { ListData } from '../../list-page.ts';
import type { ScreenProps } from '../../page.ts';
import { useMessages } from '../../shown-page.ts';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { AlbumCards } from './AlbumCards.tsx';
import { type AlbumCard, albumCard } from './album-card.ts';

export const head = listHead;

export const selectItems = ({ albums }: Answer<'album'>) => albums.map(albumCard);

export function Screen({ data, page }: ScreenProps<ListData<AlbumCard>>) {
  const m = useMessages();
  return (
    <ListScreen
      page={page}
      data={data}
      texts={{ count: m.albumCount, range: m.albumRange, none: m.noAlbums, noMatch: m.noAlbumMatch }}
    >
      {(albums) => <AlbumCards albums={albums} areMain />}
    </ListScreen>
  );
}
