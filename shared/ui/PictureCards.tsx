import type { File } from '@foyer/model';
import type { ReactNode } from 'react';
import { useHref } from '../shown-page.ts';
import { useStaticPart } from '../static-part.tsx';
import { IMAGE_SIZES } from './image-sizes.ts';
import { LanguageMark } from './LanguageMark.tsx';
import { LazyImage } from './LazyImage.tsx';
import css from './PictureCards.module.css';

export interface PictureCard {
  id: string;
  /** In the default edition. */
  href: string;
  name: string;
  lang?: string;
  picture: File | undefined;
}

interface PictureCardsProps<Card extends PictureCard> {
  cards: Card[];
  /** The cards are what the page is about: they follow its heading, and the first picture is part of the first screen. */
  areMain?: boolean;
  /** Content below the name. */
  children: (card: Card) => ReactNode;
}

/** Items as cards in a grid: each has a picture and a linked name. */
export function PictureCards<Card extends PictureCard>({ cards, areMain = false, children }: PictureCardsProps<Card>) {
  const Name = areMain ? 'h2' : 'h3';
  const address = useHref();
  const part = useStaticPart();
  return (
    <ul className={css.cards}>
      {cards.map((card, index) => {
        const isFirst = areMain && index === 0;
        return (
          <li key={card.id}>
            <article
              className={css.card}
              {...part('card', isFirst ? undefined : card, () => (
                <>
                  <LazyImage file={card.picture} sizes={IMAGE_SIZES.card} isFirst={isFirst} />
                  <Name lang={card.lang}>
                    <a href={address(card.href)}>{card.name}</a>
                  </Name>
                  <LanguageMark lang={card.lang} />
                  {children(card)}
                </>
              ))}
            />
          </li>
        );
      })}
    </ul>
  );
}
