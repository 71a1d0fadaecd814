import type { ArticleSummary } from '../../schema/article.ts';

type ListAddress = '/blogs' | '/news';

/** Selects the fields of an article that its card shows. A page contains them twice, as markup and as hydration data. */
export const articleCard =
  (list: ListAddress) =>
  ({ id, name, files, created_by, created_at, created_at_text, lang }: ArticleSummary) => ({
    id,
    href: `${list}/${id}`,
    name,
    lang,
    picture: files[0],
    author: created_by?.name,
    date: created_at,
    dateText: created_at_text,
  });
export type ArticleCard = ReturnType<ReturnType<typeof articleCard>>;

/** The home page shows the latest six blogs (docs/content-api.md). */
const LATEST_BLOGS = 6;
export const latestBlogs = (blogs: ArticleSummary[]): ArticleCard[] =>
  blogs.slice(0, LATEST_BLOGS).map(articleCard('/blogs'));

/** Cards below an article. */
const OTHER_ARTICLES = 3;

/** @param shown id or slug of the article above the cards */
export const otherArticles = (
  articles: ArticleSummary[],
  list: ListAddress,
  shown: string | undefined,
): ArticleCard[] =>
  articles
    .filter(({ id, slug }) => id !== shown && slug !== shown)
    .slice(0, OTHER_ARTICLES)
    .map(articleCard(list));
