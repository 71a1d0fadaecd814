import type { z } from 'zod';
import { list, object, optional, type Reading, text } from './fields.ts';
import { file } from './file.ts';
import { forList, itemFields, served } from './item.ts';

export const service = (read: Reading) =>
  object(read, {
    ...itemFields(read),
    steps: list(read, 'steps', object(read, { name: text, summary: optional(read, text) })),
    documents: list(read, 'documents', file(read)),
    fees: list(read, 'fees', object(read, { name: text, amount: text })),
  }).transform(served(read));
export type Service = z.output<ReturnType<typeof service>>;

/** Enough to lead to it. */
export const serviceName = (read: Reading) =>
  service(forList(read)).transform(({ id, slug, name, updated_at }) => ({ id, slug, name, updated_at }));
export type ServiceName = z.output<ReturnType<typeof serviceName>>;
