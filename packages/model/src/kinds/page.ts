import type * as z from 'zod';
import { calculator } from '../schema/calculator.ts';
import { object, optional } from '../schema/fields.ts';
import { forList, pageItemFields, pageReference, withDisplayTexts } from '../schema/item.ts';
import { itemCall, kind, listCall } from '../schema/kind.ts';
import { list } from '../schema/list-field.ts';
import type { ParseContext } from '../schema/parse-context.ts';
import { section, shownSection } from '../schema/section.ts';

const fields = (ctx: ParseContext) => ({
  ...pageItemFields(ctx),
  parent: optional(ctx, pageReference(ctx)),
  calculator: optional(ctx, calculator(ctx)),
});

/** As an editor writes it: sections may follow the text. */
const pageFile = (ctx: ParseContext) =>
  object(ctx, { ...fields(ctx), sections: list(ctx, 'sections', section(ctx)) }).transform(withDisplayTexts(ctx));

/** `contents` are the headings of the text, in order. */
export const page = (ctx: ParseContext) =>
  object(ctx, { ...fields(ctx), sections: list(ctx, 'sections', shownSection(ctx)) })
    .transform(withDisplayTexts(ctx))
    .transform((page) => ({ ...page, contents: page.description ? ctx.outline(page.description).headings : [] }));
export type TextPage = z.output<ReturnType<typeof page>>;

/** As much as a link to it needs. */
export const pageName = (ctx: ParseContext) =>
  object(ctx, fields(forList(ctx)))
    .transform(withDisplayTexts(ctx))
    .transform(({ id, slug, name, updated_at, translations }) => ({ id, slug, name, updated_at, translations }));

/** Pages of text. Three of them have a call, and an address, of their own. */
export default kind({
  calls: {
    page: listCall('pages', pageName, { order: 'received', unpaged: true }),
    'page/{slug}': itemCall('page', page),
    introduction: itemCall('page', page, 'introduction'),
    profile: itemCall('page', page, 'profile'),
    about: itemCall('page', page, 'about'),
  },
  folder: { layout: 'markdown', schema: pageFile },
});
