import type * as z from 'zod';
import { withDateTexts } from '../schema/dated.ts';
import { date, number, object, optional, text } from '../schema/fields.ts';
import { file } from '../schema/file.ts';
import { kind, singleCall } from '../schema/kind.ts';
import { list } from '../schema/list-field.ts';
import type { ParseContext } from '../schema/parse-context.ts';

export const company = (ctx: ParseContext) =>
  object(ctx, {
    legal_name: text,
    registration_no: optional(ctx, text),
    registered_at: optional(ctx, date(ctx)),
    pan_no: optional(ctx, text),
    licences: list(
      ctx,
      'licences',
      object(ctx, { name: text, number: optional(ctx, text), issued_by: optional(ctx, text) }),
    ),
    capital: list(ctx, 'capital', object(ctx, { name: text, amount: text })),
    shareholders: list(ctx, 'shareholders', object(ctx, { name: text, percent: number })),
    auditor: optional(ctx, text),
    address: optional(ctx, text),
    files: list(ctx, 'files', file(ctx)),
  }).transform((fields) => {
    const shares = fields.shareholders.map(({ name, percent }) => [name, String(percent)]);
    const shareholders_chart = ctx.chart([['', ''], ...shares], { type: 'share', title: '', unit: '%' });
    return { ...withDateTexts(fields), ...(shareholders_chart !== undefined && { shareholders_chart }) };
  });
export type Company = z.output<ReturnType<typeof company>>;

export default kind({
  calls: { companyInfo: singleCall('company', company) },
  folder: { layout: 'single', schema: company },
});
