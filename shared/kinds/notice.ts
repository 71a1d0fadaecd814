import type { z } from 'zod';
import { flag, object, optional, type ParseContext, text, until } from '../schema/fields.ts';
import { forList, itemFields, withDisplayTexts, withoutDescription } from '../schema/item.ts';
import { itemCall, kind, listCall } from '../schema/kind.ts';

/** `files` are the attachments. */
export const notice = (ctx: ParseContext) =>
  object(ctx, {
    ...itemFields(ctx),
    reference_no: optional(ctx, text),
    is_pinned: optional(ctx, flag),
    expires_at: optional(ctx, until(ctx)),
  }).transform(withDisplayTexts(ctx));
export type Notice = z.output<ReturnType<typeof notice>>;

export const noticeSummary = (ctx: ParseContext) => notice(forList(ctx)).transform(withoutDescription);
export type NoticeSummary = z.output<ReturnType<typeof noticeSummary>>;

export default kind({
  calls: {
    notice: listCall('notices', noticeSummary, { filters: ['category'] }),
    'notice/{id}': itemCall('notice', notice),
  },
  folder: { layout: 'markdown', schema: notice },
  searched: ['reference_no'],
});
