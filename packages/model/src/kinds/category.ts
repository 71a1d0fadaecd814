import * as z from 'zod';
import { object } from '../schema/fields.ts';
import {
  forList,
  nameEntry,
  pageItemFields,
  pageReference,
  withDisplayTexts,
  withoutDescription,
} from '../schema/item.ts';
import { composedCall, kind, listCall } from '../schema/kind.ts';
import { listAnswer } from '../schema/pagination.ts';
import type { ParseContext } from '../schema/parse-context.ts';

export type Category = z.output<ReturnType<typeof pageReference>>;

/** The call of the list, by the type of an item that can have a category. */
export const CATEGORISED = { blog: 'blogs', news: 'news', notice: 'notice' } as const;
const types = Object.keys(CATEGORISED) as (keyof typeof CATEGORISED)[];

export const categoryItem = (ctx: ParseContext) =>
  object(ctx, { ...pageItemFields(forList(ctx)), type: z.enum(types) })
    .transform(withDisplayTexts(ctx))
    .transform(withoutDescription);
export type CategoryItem = z.output<ReturnType<typeof categoryItem>>;

/** The categories of blogs, news and notices. A content folder may have their names in one file, or in the items. */
export default kind({
  calls: {
    category: composedCall({
      ...listCall('categories', pageReference, { order: 'received', unpaged: true }),
      showsOtherKinds: true,
    }),
    'category/{slug}': composedCall({
      showsOtherKinds: true,
      name: 'items',
      list: {},
      data: (ctx: ParseContext) =>
        z.intersection(z.object({ category: pageReference(ctx) }), listAnswer(ctx, 'items', categoryItem(ctx))),
    }),
  },
  folder: { layout: 'list', schema: nameEntry, isUnmarked: true, hasNamesOnly: true },
});
