import { useMessages, useTextLang } from '../../shown-page.ts';
import { DateText } from '../../ui/DateText.tsx';
import { PictureCards } from '../../ui/PictureCards.tsx';
import css from './Album.module.css';
import type { AlbumCard } from './album-card.ts';

export function AlbumCards({ albums, areMain }: { albums: AlbumCard[]; areMain?: boolean }) {
  const m = useMessages();
  const langOf = useTextLang();
  return (
    <PictureCards cards={albums} areMain={areMain}>
      {({ count, date, place, lang }) => (
        <p className={css.about}>
          <span>{m.pictureCount({ count })}</span>
          <DateText date={date} />
          {place && <span lang={langOf(place, lang)}>{place}</span>}
        </p>
      )}
    </PictureCards>
  );
}
