import type { z } from 'zod';
import { date, number, object, optional, type Reading, text } from './fields.ts';
import { forList, itemFields, served, withoutText } from './item.ts';

/* What is there to be taken away: a list of it only, `files` are the documents. */

export const download = (read: Reading) =>
  object(read, { ...itemFields(forList(read)), effective_date: optional(read, date(read)) })
    .transform(served(read))
    .transform(withoutText);
export type Download = z.output<ReturnType<typeof download>>;

export const report = (read: Reading) =>
  object(read, {
    ...itemFields(forList(read)),
    fiscal_year: optional(read, text),
    quarter: optional(read, number),
    period_end: optional(read, date(read)),
  })
    .transform(served(read))
    .transform(withoutText);
export type Report = z.output<ReturnType<typeof report>>;
