import type { File } from '../schema/file.ts';
import { LazyImage } from './LazyImage.tsx';
import css from './PictureCards.module.css';
import { PLACES } from './places.ts';

export interface PictureCard {
  id: string;
  href: string;
  name: string;
  lang?: string;
  picture: File | undefined;
}

interface PictureCardsProps<Card extends PictureCard> {
  cards: Card[];
  /** The level of their names below the heading before them. */
  heading?: 'h2' | 'h3';
  /** What stands below a name. */
  children: (card: Card) => React.ReactNode;
}

/** Items as cards in a grid, each a picture and a name that leads to it. */
export function PictureCards<Card extends PictureCard>({
  cards,
  heading: Name = 'h3',
  children,
}: PictureCardsProps<Card>) {
  return (
    <ul className={css.cards}>
      {cards.map((card) => (
        <li key={card.id}>
          <article className={css.card}>
            <LazyImage file={card.picture} place={PLACES.card} />
            <Name lang={card.lang}>
              <a href={card.href}>{card.name}</a>
            </Name>
            {children(card)}
          </article>
        </li>
      ))}
    </ul>
  );
}
