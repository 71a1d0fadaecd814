import type * as z from 'zod';
import { contactText, date, number, object, optional, text } from './fields.ts';
import { itemFields, withDisplayTexts } from './item.ts';
import type { ParseContext } from './parse-context.ts';

/** A member of the board or the management. The first of `files` is the portrait, `description` the biography. */
export const member = (ctx: ParseContext) =>
  object(ctx, {
    ...itemFields(ctx),
    designation: designation(ctx),
    rank: optional(ctx, number),
    qualifications: optional(ctx, text),
    represents: optional(ctx, text),
    appointed_at: optional(ctx, date(ctx)),
    phone: optional(ctx, contactText(ctx, 'phone')),
    email: optional(ctx, contactText(ctx, 'mail')),
  }).transform(withDisplayTexts(ctx));
/** Required of a content folder. A board of a CMS that has none is shown by its names. */
const designation = (ctx: ParseContext): z.ZodType<string | undefined> => (ctx.strict ? text : optional(ctx, text));

export type Member = z.output<ReturnType<typeof member>>;

/** Members without a rank come last. */
export const byRank = (members: Member[]): Member[] =>
  [...members].sort((a, b) => (a.rank ?? Number.MAX_VALUE) - (b.rank ?? Number.MAX_VALUE));
