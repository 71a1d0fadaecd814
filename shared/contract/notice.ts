import type { z } from 'zod';
import { flag, object, optional, type Reading, text, until } from './fields.ts';
import { forList, itemFields, served, withoutText } from './item.ts';

/** `files` are its attachments. */
export const notice = (read: Reading) =>
  object(read, {
    ...itemFields(read),
    reference_no: optional(read, text),
    is_pinned: optional(read, flag),
    expires_at: optional(read, until(read)),
  }).transform(served(read));
export type Notice = z.output<ReturnType<typeof notice>>;

export const noticeSummary = (read: Reading) => notice(forList(read)).transform(withoutText);
export type NoticeSummary = z.output<ReturnType<typeof noticeSummary>>;
