import type * as z from 'zod';
import { contactText, flag, number, object, optional, text } from '../schema/fields.ts';
import { hours } from '../schema/hours.ts';
import { forList, itemFields, withDisplayTexts, withoutDescription } from '../schema/item.ts';
import { kind, listCall } from '../schema/kind.ts';
import { list } from '../schema/list-field.ts';
import type { ParseContext } from '../schema/parse-context.ts';

export const serviceCenter = (ctx: ParseContext) =>
  object(ctx, {
    ...itemFields(forList(ctx)),
    branch_code: optional(ctx, text),
    is_head_office: optional(ctx, flag),
    province: optional(ctx, text),
    district: optional(ctx, text),
    address: text,
    phones: list(ctx, 'phones', contactText(ctx, 'phone')),
    email: optional(ctx, contactText(ctx, 'mail')),
    manager: optional(ctx, object(ctx, { name: text })),
    latitude: optional(ctx, number),
    longitude: optional(ctx, number),
    hours: hours(ctx),
  })
    .transform(withDisplayTexts(ctx))
    .transform(withoutDescription)
    // Of a list with `near`: the server adds it.
    .transform((center): typeof center & { distance_km?: number } => center);
export type ServiceCenter = z.output<ReturnType<typeof serviceCenter>>;

export default kind({
  calls: {
    'service-center': listCall('service_centers', serviceCenter, {
      filters: ['province'],
      order: 'received',
      near: true,
    }),
  },
  folder: { layout: 'list', schema: serviceCenter },
  searched: ['address', 'district', 'branch_code'],
});
