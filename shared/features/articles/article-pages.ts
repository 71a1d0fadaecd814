import { defer } from '../../deferred.ts';
import { listPage } from '../../list-page.ts';
import { page } from '../../page.ts';

/* Blogs and news: two lists of articles. */

export const blogs = listPage({
  path: '/blogs',
  id: 'BlogList',
  label: 'blogs',
  call: 'blogs',
  filters: ['category'],
  feed: true,
  maxAge: 60,
  view: () => import('./BlogList.tsx'),
});

export const blog = page({
  path: '/blogs/:id',
  id: 'Blog',
  item: 'article',
  chunk: 'Article',
  parent: blogs,
  maxAge: 300,
  view: () => import('./Article.tsx'),
  async load({ api, params, view }) {
    // Before the article: the list makes that a listed call.
    const newest = api('blogs');
    const article = api('blogs/{id}', params).then((answer) => answer.blog);
    const others = Promise.all([article, newest, view]).then(([article, newest, { relatedArticles }]) =>
      relatedArticles('/blogs', article, newest.blogs, async (category) => (await api('blogs', { category })).blogs),
    );
    return { others: defer(others), article: await article };
  },
});

export const news = listPage({
  path: '/news',
  id: 'NewsList',
  label: 'news',
  call: 'news',
  filters: ['category', 'subject'],
  feed: true,
  maxAge: 60,
  view: () => import('./NewsList.tsx'),
});

export const newsItem = page({
  path: '/news/:id',
  id: 'News',
  item: 'article',
  chunk: 'Article',
  parent: news,
  maxAge: 300,
  view: () => import('./Article.tsx'),
  async load({ api, params, view }) {
    // Before the article: the list makes that a listed call.
    const newest = api('news');
    const article = api('news/{id}', params).then((answer) => answer.news);
    const others = Promise.all([article, newest, view]).then(([article, newest, { relatedArticles }]) =>
      relatedArticles('/news', article, newest.news, async (category) => (await api('news', { category })).news),
    );
    return { others: defer(others), article: await article };
  },
});
