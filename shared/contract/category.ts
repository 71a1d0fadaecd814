import { z } from 'zod';
import { object, type Reading, text } from './fields.ts';
import { forList, itemFields, served, withoutText } from './item.ts';

export const category = (read: Reading) => object(read, { slug: text, name: text });
export type Category = z.output<ReturnType<typeof category>>;

/** What may stand in a category, by the call of its list. */
export const CATEGORISED = { blog: 'blogs', news: 'news', notice: 'notice' } as const;
const types = Object.keys(CATEGORISED) as (keyof typeof CATEGORISED)[];

export const categoryItem = (read: Reading) =>
  object(read, { ...itemFields(forList(read)), type: z.enum(types) })
    .transform(served(read))
    .transform(withoutText);
export type CategoryItem = z.output<ReturnType<typeof categoryItem>>;
