import type { AlbumSummary } from '@foyer/model';
import { dateOf } from '../../ui/DateText.tsx';

/** What a list shows of an album. */
export const albumCard = ({ id, name, lang, files, files_count, place, ...album }: AlbumSummary) => ({
  id,
  href: `/album/${id}`,
  name,
  lang,
  picture: files[0],
  count: files_count,
  date: dateOf(album, 'event_date'),
  place,
});
export type AlbumCard = ReturnType<typeof albumCard>;
