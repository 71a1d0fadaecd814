import type * as z from 'zod';
import { object, optional, text } from './fields.ts';
import { list } from './list-field.ts';
import type { ParseContext } from './parse-context.ts';

/** Opening hours: the days in words, the times as HH:mm. */
export const hours = (ctx: ParseContext) =>
  list(ctx, 'hours', object(ctx, { days: text, open: optional(ctx, text), close: optional(ctx, text) }));
export type Hours = z.output<ReturnType<typeof hours>>;
