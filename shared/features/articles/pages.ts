import { listPage } from '../../list.ts';
import { type Deferred, defer, page } from '../../page.ts';
import type { Article } from '../../schema/article.ts';
import type { ArticleCard } from './card.ts';

/* Blogs and news: two lists of articles. */

export interface ArticleData {
  article: Article;
  others: Deferred<ArticleCard[]>;
}

export const blogs = listPage({
  path: '/blogs',
  id: 'BlogList',
  label: 'Blogs',
  call: 'blogs',
  filters: ['category'],
  feed: true,
  maxAge: 60,
  view: () => import('./BlogList.tsx'),
});

export const blog = page<ArticleData, typeof import('./Article.tsx')>({
  path: '/blogs/:id',
  id: 'Blog',
  chunk: 'Article',
  parent: blogs,
  maxAge: 300,
  async load({ api, params, view }) {
    const others = Promise.all([api('blogs'), view]).then(([{ blogs }, { others }]) =>
      others(blogs, '/blogs', params.id),
    );
    return { others: defer(others), article: (await api('blogs/{id}', params)).blog };
  },
  view: () => import('./Article.tsx'),
});

export const news = listPage({
  path: '/news',
  id: 'NewsList',
  label: 'News',
  call: 'news',
  filters: ['category'],
  feed: true,
  maxAge: 60,
  view: () => import('./NewsList.tsx'),
});

export const newsItem = page<ArticleData, typeof import('./Article.tsx')>({
  path: '/news/:id',
  id: 'News',
  chunk: 'Article',
  parent: news,
  maxAge: 300,
  async load({ api, params, view }) {
    const others = Promise.all([api('news'), view]).then(([{ news }, { others }]) => others(news, '/news', params.id));
    return { others: defer(others), article: (await api('news/{id}', params)).news };
  },
  view: () => import('./Article.tsx'),
});
