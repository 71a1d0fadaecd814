import type { Answer } from '../../content-api.ts';
import { type ListData, listHead } from '../../list-page.ts';
import type { ScreenProps } from '../../page.ts';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { ArticleCards } from './ArticleCards.tsx';
import { type ArticleCard, articleCard } from './article-card.ts';

export const head = listHead;

export const selectItems = ({ news }: Answer<'news'>): ArticleCard[] => news.map(articleCard('/news'));

export function Screen({ data, page }: ScreenProps<ListData<ArticleCard>>) {
  return (
    <ListScreen page={page} data={data} noun={['piece of news', 'news']}>
      {(articles) => <ArticleCards articles={articles} areMain />}
    </ListScreen>
  );
}
