import type * as z from 'zod';
import { withDateTexts } from '../schema/dated.ts';
import { date, flag, object, optional, text, until } from '../schema/fields.ts';
import { forList, pageItemFields, withDisplayTexts, withoutDescription } from '../schema/item.ts';
import { itemCall, kind, listCall } from '../schema/kind.ts';
import { list } from '../schema/list-field.ts';
import type { ParseContext } from '../schema/parse-context.ts';

/** A day that the notice is about: a general meeting, the closing of a register. */
const eventDate = (ctx: ParseContext) => object(ctx, { name: text, date: date(ctx) });

/** `files` are the attachments. */
export const notice = (ctx: ParseContext) =>
  object(ctx, {
    ...pageItemFields(ctx),
    reference_no: optional(ctx, text),
    is_pinned: optional(ctx, flag),
    expires_at: optional(ctx, until(ctx)),
    dates: list(ctx, 'dates', eventDate(ctx)),
  })
    .transform(({ dates, ...fields }) => ({ ...fields, dates: dates.map(withDateTexts) }))
    .transform(withDisplayTexts(ctx));
export type Notice = z.output<ReturnType<typeof notice>>;

export const noticeSummary = (ctx: ParseContext) => notice(forList(ctx)).transform(withoutDescription);
export type NoticeSummary = z.output<ReturnType<typeof noticeSummary>>;

export default kind({
  calls: {
    notice: listCall('notices', noticeSummary, { filters: ['category', 'subject'], dated: true }),
    'notice/{id}': itemCall('notice', notice),
  },
  folder: { layout: 'markdown', schema: notice },
  searched: ['reference_no', 'subject'],
});
