import type { z } from 'zod';
import { date, number, object, optional, type Reading, text } from './fields.ts';
import { itemFields, served } from './item.ts';

/** Of the board or the management; the first of `files` is the portrait, `description` the biography. */
export const member = (read: Reading) =>
  object(read, {
    ...itemFields(read),
    designation: text,
    rank: optional(read, number),
    qualifications: optional(read, text),
    represents: optional(read, text),
    appointed_at: optional(read, date(read)),
    phone: optional(read, text),
    email: optional(read, text),
  }).transform(served(read));
export type Member = z.output<ReturnType<typeof member>>;

/** CONTRACT.md, Fields: by rank; who has none comes last. */
export const byRank = (members: Member[]): Member[] =>
  [...members].sort((a, b) => (a.rank ?? Number.MAX_VALUE) - (b.rank ?? Number.MAX_VALUE));
