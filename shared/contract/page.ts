import type { z } from 'zod';
import { object, optional, type Reading, text } from './fields.ts';
import { itemFields, served } from './item.ts';

/** `contents` are the headings of its text, in order. */
export const page = (read: Reading) =>
  object(read, { ...itemFields(read), parent: optional(read, object(read, { slug: text, name: text })) })
    .transform(served(read))
    .transform((fields) => ({ ...fields, contents: fields.description ? read.contents(fields.description) : [] }));
export type TextPage = z.output<ReturnType<typeof page>>;

/** Enough to lead to it. */
export const pageName = (read: Reading) =>
  page(read).transform(({ id, slug, name, updated_at }) => ({ id, slug, name, updated_at }));
