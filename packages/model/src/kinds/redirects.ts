import type * as z from 'zod';
import { flag, link, object, optional } from '../schema/fields.ts';
import { allCall, kind } from '../schema/kind.ts';
import type { ParseContext } from '../schema/parse-context.ts';

/** An old address of the site: moved to another one, or gone for good. */
export const redirect = (ctx: ParseContext) =>
  object(ctx, { from: link(ctx), to: optional(ctx, link(ctx)), gone: optional(ctx, flag) }).refine(
    ({ to, gone }) => (to === undefined) === (gone === true),
    'expected either "to: /new-address" or "gone: true"',
  );
export type Redirect = z.output<ReturnType<typeof redirect>>;

export default kind({
  calls: { redirects: allCall('redirects', redirect, undefined, { maxElements: Number.POSITIVE_INFINITY }) },
  folder: { layout: 'list', schema: redirect, isUnmarked: true },
});
