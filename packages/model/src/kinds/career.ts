import * as z from 'zod';
import { contactText, link, number, object, optional, text, until } from '../schema/fields.ts';
import { forList, pageItemFields, reference, withDisplayTexts, withoutDescription } from '../schema/item.ts';
import { itemCall, kind, listCall } from '../schema/kind.ts';
import type { ParseContext } from '../schema/parse-context.ts';

export const EMPLOYMENT_TYPES = ['FULL_TIME', 'PART_TIME', 'CONTRACTOR', 'TEMPORARY', 'INTERN'] as const;

export const career = (ctx: ParseContext) =>
  object(ctx, {
    ...pageItemFields(ctx),
    department: optional(ctx, reference(ctx, 'id', object(ctx, { id: optional(ctx, text), name: text }))),
    location: optional(ctx, text),
    employment_type: optional(ctx, z.enum(EMPLOYMENT_TYPES)),
    openings: optional(ctx, number),
    experience: optional(ctx, text),
    qualification: optional(ctx, text),
    deadline: optional(ctx, until(ctx)),
    apply_email: optional(ctx, contactText(ctx, 'mail')),
    apply_url: optional(ctx, link(ctx)),
  }).transform(withDisplayTexts(ctx));
export type Career = z.output<ReturnType<typeof career>>;

export const careerSummary = (ctx: ParseContext) => career(forList(ctx)).transform(withoutDescription);
export type CareerSummary = z.output<ReturnType<typeof careerSummary>>;

export default kind({
  calls: {
    career: listCall('careers', careerSummary, { filters: ['department'] }),
    'career/{id}': itemCall('career', career),
  },
  folder: { layout: 'markdown', schema: career },
  searched: ['qualification'],
});
