import type { Answer } from '@foyer/model';
import { listHead } from '../../list-head.ts';
import type { ListData } from '../../list-page.ts';
import type { ScreenProps } from '../../page.ts';
import { useMessages } from '../../shown-page.ts';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { ArticleCards } from './ArticleCards.tsx';
import { type ArticleCard, articleCard } from './article-card.ts';

export const head = listHead;

export const selectItems = ({ news }: Answer<'news'>): ArticleCard[] => news.map(articleCard('/news'));

export function Screen({ data, page }: ScreenProps<ListData<ArticleCard>>) {
  const m = useMessages();
  return (
    <ListScreen
      page={page}
      data={data}
      texts={{ count: m.newsCount, range: m.newsRange, none: m.noNews, noMatch: m.noNewsMatch }}
    >
      {(articles) => <ArticleCards articles={articles} areMain />}
    </ListScreen>
  );
}
