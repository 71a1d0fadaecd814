import type { BlogSummary } from '../../contract/blog.ts';

/** What a blog's card shows, and nothing else: a page carries it twice, as markup and as data. */
export const card = ({ id, name, files, created_by, created_at, created_at_text, lang }: BlogSummary) => ({
  id,
  name,
  picture: files[0],
  author: created_by?.name,
  created_at,
  created_at_text,
  lang,
});
export type BlogCard = ReturnType<typeof card>;

/** CONTRACT.md: home shows the latest six. */
const LATEST = 6;
export const latest = (blogs: BlogSummary[]): BlogCard[] => blogs.slice(0, LATEST).map(card);
