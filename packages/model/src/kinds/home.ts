import * as z from 'zod';
import { articleSummary } from '../schema/article.ts';
import { block, html, link, number, object, optional, text } from '../schema/fields.ts';
import { file } from '../schema/file.ts';
import { courseOf, iconPath, taskIcons } from '../schema/home-drawings.ts';
import { composedCall, kind } from '../schema/kind.ts';
import { list } from '../schema/list-field.ts';
import type { ParseContext } from '../schema/parse-context.ts';
import { section, shownSection } from '../schema/section.ts';
import { COMMUNICATION_LIMIT } from '../text.ts';
import { albumSummary } from './album.ts';
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
    href: optional(ctx, link(ctx)),
    files: list(ctx, 'files', file(ctx)),
  }).transform((fields) => ({
    ...fields,
    description_text: (fields.description && ctx.excerpt(fields.description, COMMUNICATION_LIMIT)) || undefined,
  }));
export type Communications = z.output<ReturnType<typeof communications>>;

export const virtueHeading = (ctx: ParseContext) => object(ctx, { name: text });

/** What visitors come for. `icon_path` draws the icon, or an arrow for a task without one: pages need no drawings of their own. */
export const task = (ctx: ParseContext) =>
  object(ctx, { label: text, href: link(ctx), icon: optional(ctx, z.enum(taskIcons())) }).transform((fields) => ({
    ...fields,
    icon_path: iconPath(fields.icon),
  }));
export type Task = z.output<ReturnType<typeof task>>;

/** Numbers of a figure's line, oldest first. */
export const MAX_SERIES = 60;
/** A number about the organisation, as text, and the line of its course. Of a figure that names a table both come from there. */
export const figure = (ctx: ParseContext) =>
  object(ctx, {
    label: text,
    value: optional(ctx, text),
    /** The table, by its slug, and a column of it: that of its chart, if none is named. */
    dataset: optional(ctx, text),
    column: optional(ctx, text),
    /** Of which day or month it is, in words. */
    at: optional(ctx, text),
    href: optional(ctx, link(ctx)),
    series: list(ctx, 'series', number, { maxElements: MAX_SERIES }),
  })
    .refine(({ value, dataset }) => value !== undefined || dataset !== undefined, {
      path: ['value'],
      message: 'Expected a value, or the name of a dataset',
    })
    .transform((fields) => ({ ...fields, ...courseOf(fields.series, ctx.locale) }));
export type Figure = z.output<ReturnType<typeof figure>>;

/** The parts of the home page that lie in `home.yaml`. The call `site` has the sections: they decide how the page begins. */
const home = (ctx: ParseContext) =>
  object(ctx, {
    tasks: list(ctx, 'tasks', task(ctx)),
    figures: list(ctx, 'figures', figure(ctx)),
    awareness: optional(ctx, awareness(ctx)),
    communications: optional(ctx, communications(ctx)),
    virtue: optional(ctx, virtueHeading(ctx)),
    sections: list(ctx, 'sections', section(ctx)),
  });

export default kind({
  calls: {
    home: composedCall({
      name: 'home',
      showsOtherKinds: true,
      alsoLists: { blogs: 'blogs', news: 'news', albums: 'album' },
      data: (ctx: ParseContext) =>
        z.object({
          sliders: list(ctx, 'sliders', slider(ctx)),
          tasks: list(ctx, 'tasks', task(ctx)),
          figures: list(ctx, 'figures', figure(ctx)),
          awareness: block(ctx, 'awareness', awareness(ctx)),
          communications: block(ctx, 'communications', communications(ctx)),
          virtue: block(ctx, 'virtue', virtueHeading(ctx)),
          virtues: list(ctx, 'virtues', virtue(ctx)),
          blogs: list(ctx, 'blogs', articleSummary(ctx)),
          /** Of those that the sections name. */
          news: list(ctx, 'news', articleSummary(ctx)),
          albums: list(ctx, 'albums', albumSummary(ctx)),
          sections: list(ctx, 'sections', shownSection(ctx)),
        }),
    }),
  },
  folder: { layout: 'single', schema: home },
});
