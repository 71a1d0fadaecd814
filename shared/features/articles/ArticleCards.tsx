import { Byline } from '../../ui/Byline.tsx';
import { PictureCards } from '../../ui/PictureCards.tsx';
import type { ArticleCard } from './article-card.ts';

export function ArticleCards({ articles, areMain }: { articles: ArticleCard[]; areMain?: boolean }) {
  return (
    <PictureCards cards={articles} areMain={areMain}>
      {({ author, date }) => <Byline author={author} date={date} />}
    </PictureCards>
  );
}
