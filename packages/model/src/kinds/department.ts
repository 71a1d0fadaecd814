import type * as z from 'zod';
import { contactText, object, optional, text } from '../schema/fields.ts';
import { forList, pageItemFields, withDisplayTexts, withoutDescription } from '../schema/item.ts';
import { itemCall, kind, listCall } from '../schema/kind.ts';
import { list } from '../schema/list-field.ts';
import { member } from '../schema/member.ts';
import type { ParseContext } from '../schema/parse-context.ts';

export const department = (ctx: ParseContext) =>
  object(ctx, {
    ...pageItemFields(ctx),
    head: optional(ctx, object(ctx, { name: text, designation: optional(ctx, text) })),
    phone: optional(ctx, contactText(ctx, 'phone')),
    email: optional(ctx, contactText(ctx, 'mail')),
    members: list(ctx, 'members', member(ctx)),
  }).transform(withDisplayTexts(ctx));
export type Department = z.output<ReturnType<typeof department>>;

export const departmentSummary = (ctx: ParseContext) =>
  department(forList(ctx))
    .transform(withoutDescription)
    .transform(({ members: _, ...rest }) => rest);
export type DepartmentSummary = z.output<ReturnType<typeof departmentSummary>>;

export default kind({
  calls: {
    department: listCall('departments', departmentSummary, {}),
    'department/{id}': itemCall('department', department),
  },
  folder: { layout: 'markdown', schema: department },
});
