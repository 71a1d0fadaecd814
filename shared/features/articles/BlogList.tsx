import type { Answer } from '../../content-api.ts';
import { type ListData, listHead } from '../../list-page.ts';
import type { ScreenProps } from '../../page.ts';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { ArticleCards } from './ArticleCards.tsx';
import { type ArticleCard, articleCard } from './article-card.ts';

export const head = listHead;

export const selectItems = ({ blogs }: Answer<'blogs'>): ArticleCard[] => blogs.map(articleCard('/blogs'));

export function Screen({ data, page }: ScreenProps<ListData<ArticleCard>>) {
  return (
    <ListScreen page={page} data={data} noun={['blog', 'blogs']}>
      {(articles) => <ArticleCards articles={articles} areMain />}
    </ListScreen>
  );
}
