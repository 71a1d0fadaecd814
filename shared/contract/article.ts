import type { z } from 'zod';
import { list, object, type Reading, text } from './fields.ts';
import { forList, itemFields, served, withoutText } from './item.ts';

/** A blog or a piece of news. */
export const article = (read: Reading) =>
  object(read, { ...itemFields(read), tags: list(read, 'tags', text) }).transform(served(read));
export type Article = z.output<ReturnType<typeof article>>;

export const articleSummary = (read: Reading) => article(forList(read)).transform(withoutText);
export type ArticleSummary = z.output<ReturnType<typeof articleSummary>>;
