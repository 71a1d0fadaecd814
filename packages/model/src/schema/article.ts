import type * as z from 'zod';
import { readingMinutes } from '../text.ts';
import { object, textElement } from './fields.ts';
import { forList, pageItemFields, withDisplayTexts, withoutDescription } from './item.ts';
import { list } from './list-field.ts';
import type { ParseContext } from './parse-context.ts';

const fields = (ctx: ParseContext) =>
  object(ctx, { ...pageItemFields(ctx), tags: list(ctx, 'tags', textElement(ctx)) }).transform(withDisplayTexts(ctx));

/** A blog or a piece of news. `contents` are the headings of the text, in order. */
export const article = (ctx: ParseContext) =>
  fields(ctx).transform((item) => {
    const outline = item.description ? ctx.outline(item.description) : undefined;
    return {
      ...item,
      contents: outline?.headings ?? [],
      reading_minutes: outline && readingMinutes(outline.text),
    };
  });
export type Article = z.output<ReturnType<typeof article>>;

export const articleSummary = (ctx: ParseContext) => fields(forList(ctx)).transform(withoutDescription);
export type ArticleSummary = z.output<ReturnType<typeof articleSummary>>;
