import { defer } from '../../deferred.ts';
import { listPage } from '../../list-page.ts';
import { page } from '../../page.ts';

/* Blogs and news: two lists of articles. */

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

export const blog = page({
  path: '/blogs/:id',
  id: 'Blog',
  chunk: 'Article',
  parent: blogs,
  maxAge: 300,
  view: () => import('./Article.tsx'),
  async load({ api, params, view }) {
    const others = Promise.all([api('blogs'), view]).then(([{ blogs }, { otherArticles }]) =>
      otherArticles(blogs, '/blogs', params.id),
    );
    return { others: defer(others), article: (await api('blogs/{id}', params)).blog };
  },
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

export const newsItem = page({
  path: '/news/:id',
  id: 'News',
  chunk: 'Article',
  parent: news,
  maxAge: 300,
  view: () => import('./Article.tsx'),
  async load({ api, params, view }) {
    const others = Promise.all([api('news'), view]).then(([{ news }, { otherArticles }]) =>
      otherArticles(news, '/news', params.id),
    );
    return { others: defer(others), article: (await api('news/{id}', params)).news };
  },
});
