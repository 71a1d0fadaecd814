import type * as z from 'zod';
import { object, optional, text } from '../schema/fields.ts';
import { file } from '../schema/file.ts';
import { kind } from '../schema/kind.ts';
import { list } from '../schema/list-field.ts';
import type { ParseContext } from '../schema/parse-context.ts';

export const virtue = (ctx: ParseContext) =>
  object(ctx, {
    id: optional(ctx, text),
    name: text,
    summary: optional(ctx, text),
    files: list(ctx, 'files', file(ctx)),
  });
export type Virtue = z.output<ReturnType<typeof virtue>>;

/** Only the call `home` contains them. */
export default kind({
  calls: {},
  folder: { layout: 'list', schema: virtue, isUnmarked: true },
});
