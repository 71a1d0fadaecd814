import * as z from 'zod';
import { SUMMARY_LIMIT } from '../text.ts';
import { withDateTexts } from './dated.ts';
import { date, gate, html, link, object, optional, text } from './fields.ts';
import { file } from './file.ts';
import { ITEM_NAME, ITEM_NAME_FORM } from './item-name.ts';
import { list } from './list-field.ts';
import { guess, type ParseContext } from './parse-context.ts';
import { field, withShape } from './reads.ts';

/** A text that can stand in an address. A content folder says so in words of its own. */
const itemName = (ctx: ParseContext) =>
  ctx.strict ? text : field('text', text.pipe(z.string().regex(ITEM_NAME, `Expected ${ITEM_NAME_FORM}`)));

/**
 * A reference to what has its name elsewhere. In a content folder its id alone may stand for it: the folder puts the name in
 * where it makes an edition (packages/folder/src/reference-names.ts); until then the id is the name. @param key the field with the id
 */
export const reference = <T extends z.ZodType>(ctx: ParseContext, key: 'id' | 'slug', schema: T) => {
  if (!ctx.strict) return schema;
  const read = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? { [key]: value, name: value } : value;
  return withShape(z.preprocess(read, schema), z.union([field('reference', z.string()), schema]));
};

/** A page, as far as a link to it needs. */
export const pageReference = (ctx: ParseContext) =>
  reference(ctx, 'slug', object(ctx, { slug: itemName(ctx), name: text }));

/** Of an item: with any slug, as most lists only group by it. */
const category = (ctx: ParseContext) => reference(ctx, 'slug', object(ctx, { slug: text, name: text }));

/** The name of what items refer to by its id alone: an entry of category.yaml or subject.yaml. */
export const nameEntry = (ctx: ParseContext) => object(ctx, { id: text, name: text });

/** Names of languages in English; undefined for a code that is none, as np, which is the country. */
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const isLanguage = (code: string): boolean => {
  try {
    return languageNames.of(code) !== undefined;
  } catch {
    return false;
  }
};
const language = field(
  'text',
  text.refine(isLanguage, 'Expected the code of a language: ne for Nepali, en for English, or leave it out'),
);

/** The fields of an item with a page of its own, before `withDisplayTexts`. */
export const pageItemFields = (ctx: ParseContext) => ({
  ...itemFields(ctx),
  id: itemName(ctx),
  /** Of a content folder: the addresses that the item has had. They redirect to it. */
  ...(ctx.strict && { aliases: optional(ctx, list(ctx, 'aliases', link(ctx))) }),
  category: optional(
    ctx,
    category(ctx).transform((category) => {
      if (!ITEM_NAME.test(category.slug))
        guess(ctx, 'category.slug', `no page has this name: expected ${ITEM_NAME_FORM}`);
      return category;
    }),
  ),
});

/** The fields of every item, before `withDisplayTexts`. */
export const itemFields = (ctx: ParseContext) => ({
  id: text,
  slug: optional(ctx, itemName(ctx)),
  name: text,
  summary: optional(ctx, text),
  description: optional(ctx, html(ctx)),
  /** Our own API sends it in lists; upstreams need not. */
  description_text: optional(ctx, text),
  files: list(ctx, 'files', file(ctx)),
  created_at: optional(ctx, date(ctx)),
  updated_at: optional(ctx, date(ctx)),
  published_at: gate(ctx, 'published_at'),
  created_by: optional(ctx, object(ctx, { name: text })),
  category: optional(ctx, category(ctx)),
  /** The fund, the issuer or the client that it is about: a filter of lists, and what a service's page shows of it. */
  subject: optional(ctx, pageReference(ctx)),
  lang: optional(ctx, language),
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
    // Of a description without any words there is none, as when the answer is read again.
    description_text: fields.description
      ? ctx.excerpt(fields.description, SUMMARY_LIMIT) || undefined
      : description_text,
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
