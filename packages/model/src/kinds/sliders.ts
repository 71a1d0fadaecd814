import * as z from 'zod';
import { html, link, number, object, optional, text } from '../schema/fields.ts';
import { file } from '../schema/file.ts';
import { allCall, kind } from '../schema/kind.ts';
import { list } from '../schema/list-field.ts';
import type { ParseContext } from '../schema/parse-context.ts';

export const slider = (ctx: ParseContext) =>
  object(ctx, {
    id: optional(ctx, text),
    type: number.pipe(z.literal([1, 2], 'expected 1 or 2')),
    title: text,
    description: optional(ctx, html(ctx)).transform(
      (value) => (value && ctx.excerpt(value, Number.POSITIVE_INFINITY)) || undefined,
    ),
    href: optional(ctx, link(ctx)),
    /** The text of the button that leads there. */
    action: optional(ctx, text),
    files: list(ctx, 'files', file(ctx)),
  });
export type Slider = z.output<ReturnType<typeof slider>>;

export default kind({
  calls: { sliders: { ...allCall('sliders', slider), showsOtherKinds: true } },
  folder: { layout: 'list', schema: slider, isUnmarked: true },
});
