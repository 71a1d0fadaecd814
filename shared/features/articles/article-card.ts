import { type ArticleSummary, derived } from '@foyer/model';
import { dateOf } from '../../ui/DateText.tsx';

export type ListAddress = '/blogs' | '/news';

/** Selects the fields of an article that its card shows. A page contains them twice, as markup and as hydration data. */
export const articleCard =
  (list: ListAddress) =>
  ({ id, name, files, created_by, lang, ...article }: ArticleSummary) => ({
    id,
    href: `${list}/${id}`,
    name,
    lang,
    picture: files[0],
    author: created_by?.name,
    date: dateOf(article, 'created_at'),
  });
export type ArticleCard = ReturnType<ReturnType<typeof articleCard>>;

/** The home page shows the latest six blogs (docs/content-api.md). */
const LATEST_BLOGS = 6;
export const latestBlogs = derived((blogs: ArticleSummary[]): ArticleCard[] =>
  blogs.slice(0, LATEST_BLOGS).map(articleCard('/blogs')),
);
