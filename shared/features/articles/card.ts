import type { ArticleSummary } from '../../schema/article.ts';

/** What an article's card shows, and nothing else: a page carries it twice, as markup and as data. */
export const card =
  (path: '/blogs' | '/news') =>
  ({ id, name, files, created_by, created_at, created_at_text, lang }: ArticleSummary) => ({
    id,
    href: `${path}/${id}`,
    name,
    lang,
    picture: files[0],
    author: created_by?.name,
    date: created_at,
    text: created_at_text,
  });
export type ArticleCard = ReturnType<ReturnType<typeof card>>;

/** CONTRACT.md: home shows the latest six. */
const LATEST = 6;
export const latestBlogs = (blogs: ArticleSummary[]): ArticleCard[] => blogs.slice(0, LATEST).map(card('/blogs'));
