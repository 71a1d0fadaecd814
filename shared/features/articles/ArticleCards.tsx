import { Byline } from '../../ui/Byline.tsx';
import { PictureCards } from '../../ui/PictureCards.tsx';
import type { ArticleCard } from './article-card.ts';

export function ArticleCards({ articles, heading }: { articles: ArticleCard[]; heading?: 'h2' | 'h3' }) {
  return (
    <PictureCards cards={articles} heading={heading}>
      {({ author, date, dateText }) => <Byline author={author} date={date} dateText={dateText} />}
    </PictureCards>
  );
}
