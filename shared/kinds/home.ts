import { z } from 'zod';
import { articleSummary } from '../schema/article.ts';
import { block, html, list, object, optional, type ParseContext, text } from '../schema/fields.ts';
import { file } from '../schema/file.ts';
import { composedCall, kind } from '../schema/kind.ts';
import { COMMUNICATION_LIMIT } from '../text.ts';
import { slider } from './sliders.ts';
import { virtue } from './virtues.ts';

export const awareness = (ctx: ParseContext) =>
  object(ctx, { name: optional(ctx, text), summary: optional(ctx, text), files: list(ctx, 'files', file(ctx)) });
export type Awareness = z.output<ReturnType<typeof awareness>>;

/** `description_text` is the description as the home page shows it: plain, cut. */
export const communications = (ctx: ParseContext) =>
  object(ctx, {
    name: optional(ctx, text),
    summary: optional(ctx, text),
    description: optional(ctx, html(ctx)),
    files: list(ctx, 'files', file(ctx)),
  }).transform((fields) => ({
    ...fields,
    description_text: fields.description && ctx.excerpt(fields.description, COMMUNICATION_LIMIT),
  }));
export type Communications = z.output<ReturnType<typeof communications>>;

export const virtueHeading = (ctx: ParseContext) => object(ctx, { name: text });

/** The parts of the home page that lie in `home.yaml`. */
const home = (ctx: ParseContext) =>
  object(ctx, {
    awareness: optional(ctx, awareness(ctx)),
    communications: optional(ctx, communications(ctx)),
    virtue: optional(ctx, virtueHeading(ctx)),
  });

export default kind({
  calls: {
    home: composedCall({
      name: 'home',
      data: (ctx: ParseContext) =>
        z.object({
          sliders: list(ctx, 'sliders', slider(ctx)),
          awareness: block(ctx, 'awareness', awareness(ctx)),
          communications: block(ctx, 'communications', communications(ctx)),
          virtue: block(ctx, 'virtue', virtueHeading(ctx)),
          virtues: list(ctx, 'virtues', virtue(ctx)),
          blogs: list(ctx, 'blogs', articleSummary(ctx)),
        }),
    }),
  },
  folder: { layout: 'single', schema: home },
});
