import type * as z from 'zod';
import { date, object, optional } from '../schema/fields.ts';
import { forList, itemFields, withDisplayTexts, withoutDescription } from '../schema/item.ts';
import { kind, listCall } from '../schema/kind.ts';
import type { ParseContext } from '../schema/parse-context.ts';

/** `files` are the documents. */
export const download = (ctx: ParseContext) =>
  object(ctx, { ...itemFields(forList(ctx)), effective_date: optional(ctx, date(ctx)) })
    .transform(withDisplayTexts(ctx))
    .transform(withoutDescription);
export type Download = z.output<ReturnType<typeof download>>;

export default kind({
  calls: {
    downloads: listCall('downloads', download, {
      filters: ['category', 'subject'],
      order: 'received',
      sorts: { name: 'name', date: 'effective_date', category: 'category' },
    }),
  },
  folder: { layout: 'list', schema: download },
  searched: ['subject'],
});
