import type * as z from 'zod';
import { date, link, object, optional, text } from '../schema/fields.ts';
import { forList, itemFields, withDisplayTexts, withoutDescription } from '../schema/item.ts';
import { allCall, kind } from '../schema/kind.ts';
import type { ParseContext } from '../schema/parse-context.ts';

/** What happens on a day, or on several, that no notice is about: a festival, a training, a day of market. */
export const event = (ctx: ParseContext) =>
  object(ctx, {
    ...itemFields(forList(ctx)),
    date: date(ctx),
    /** The last day of several. */
    ends: optional(ctx, date(ctx)),
    place: optional(ctx, text),
    href: optional(ctx, link(ctx)),
  })
    .transform(withDisplayTexts(ctx))
    .transform(withoutDescription);
export type Event = z.output<ReturnType<typeof event>>;

/** Events that the calendar has beside the dates of notices, vacancies and tables. */
export default kind({
  calls: {
    events: {
      ...allCall('events', event, (events) => events.toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? ''))),
      whenMissing: { events: [] },
    },
  },
  folder: { layout: 'list', schema: event },
  searched: ['place'],
});
