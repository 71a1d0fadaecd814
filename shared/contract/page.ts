import type { z } from 'zod';
import { object, optional, type Reading, text } from './fields.ts';
import { forList, itemFields, served } from './item.ts';

const fields = (read: Reading) =>
  object(read, { ...itemFields(read), parent: optional(read, object(read, { slug: text, name: text })) });

/** `contents` are the headings of its text, in order. */
export const page = (read: Reading) =>
  fields(read)
    .transform(served(read))
    .transform((given) => ({ ...given, contents: given.description ? read.contents(given.description) : [] }));
export type TextPage = z.output<ReturnType<typeof page>>;

/** Enough to lead to it. */
export const pageName = (read: Reading) =>
  fields(forList(read))
    .transform(served(read))
    .transform(({ id, slug, name, updated_at }) => ({ id, slug, name, updated_at }));
