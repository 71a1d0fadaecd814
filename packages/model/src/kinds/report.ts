import type * as z from 'zod';
import { date, number, object, optional, text } from '../schema/fields.ts';
import { forList, itemFields, withDisplayTexts, withoutDescription } from '../schema/item.ts';
import { kind, listCall } from '../schema/kind.ts';
import type { ParseContext } from '../schema/parse-context.ts';

/** `files` are the documents. */
export const report = (ctx: ParseContext) =>
  object(ctx, {
    ...itemFields(forList(ctx)),
    fiscal_year: optional(ctx, text),
    quarter: optional(ctx, number),
    period_end: optional(ctx, date(ctx)),
  })
    .transform(withDisplayTexts(ctx))
    .transform(withoutDescription);
export type Report = z.output<ReturnType<typeof report>>;

export default kind({
  calls: { report: listCall('reports', report, { filters: ['category', 'fiscal_year', 'subject'] }) },
  folder: { layout: 'list', schema: report },
  searched: ['fiscal_year', 'subject'],
});
