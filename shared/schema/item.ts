import { z } from 'zod';
import { SUMMARY_LIMIT } from '../text.ts';
import { withDateTexts } from './dated.ts';
import { date, html, list, object, optional, text } from './fields.ts';
import { file } from './file.ts';
import type { ParseContext } from './parse-context.ts';

/** The fields of every item, before `withDisplayTexts`. */
export const itemFields = (ctx: ParseContext) => ({
  id: text,
  slug: optional(ctx, text),
  name: text,
  summary: optional(ctx, text),
  description: optional(ctx, html(ctx)),
  /** Our own API sends it in lists; upstreams need not. */
  description_text: optional(ctx, text),
  files: list(ctx, 'files', file(ctx)),
  created_at: optional(ctx, date(ctx)),
  updated_at: optional(ctx, date(ctx)),
  published_at: optional(ctx, date(ctx)),
  created_by: optional(ctx, object(ctx, { name: text })),
  category: optional(ctx, object(ctx, { slug: text, name: text })),
  lang: optional(ctx, text),
  /** The id of the item in each edition that has it in its own language, by locale. */
  translations: optional(ctx, z.record(z.string(), text)),
});

/** Adds what pages show: the text of each date, and `description_text`, the beginning of the description. */
export const withDisplayTexts =
  (ctx: ParseContext) =>
  <Fields extends { description?: string | undefined; description_text?: string | undefined }>({
    description_text,
    ...fields
  }: Fields) => ({
    ...withDateTexts(fields),
    // The last property in any case: our own answer, parsed again, must be the same to the byte.
    description_text: fields.description ? ctx.excerpt(fields.description, SUMMARY_LIMIT) : description_text,
  });

/**
 * Parses items for a list, which shows the beginning of a description as plain text: sanitising all of it would take
 * milliseconds for each item. (A content folder's Markdown is converted in any case.)
 */
export const forList = (ctx: ParseContext): ParseContext => (ctx.strict ? ctx : { ...ctx, html: (value) => value });

/** Removes the description, which only the item's own call sends. */
export function withoutDescription<Fields extends { description?: string | undefined }>(fields: Fields) {
  const { description: _, ...rest } = fields;
  return rest;
}
