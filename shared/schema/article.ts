import type { z } from 'zod';
import { list, object, type ParseContext, text } from './fields.ts';
import { forList, itemFields, withDisplayTexts, withoutDescription } from './item.ts';

/** A blog or a piece of news. */
export const article = (ctx: ParseContext) =>
  object(ctx, { ...itemFields(ctx), tags: list(ctx, 'tags', text) }).transform(withDisplayTexts(ctx));
export type Article = z.output<ReturnType<typeof article>>;

export const articleSummary = (ctx: ParseContext) => article(forList(ctx)).transform(withoutDescription);
export type ArticleSummary = z.output<ReturnType<typeof articleSummary>>;
