import type { z } from 'zod';
import { list, object, type Reading, text } from './fields.ts';
import { itemFields, served, withoutText } from './item.ts';

export const blog = (read: Reading) =>
  object(read, { ...itemFields(read), tags: list(read, 'tags', text) }).transform(served(read));
export type Blog = z.output<ReturnType<typeof blog>>;

export const blogSummary = (read: Reading) => blog(read).transform(withoutText);
export type BlogSummary = z.output<ReturnType<typeof blogSummary>>;
