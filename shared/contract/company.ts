import type { z } from 'zod';
import { date, list, number, object, optional, type Reading, text, withDateTexts } from './fields.ts';
import { file } from './file.ts';

export const company = (read: Reading) =>
  object(read, {
    legal_name: text,
    registration_no: optional(read, text),
    registered_at: optional(read, date(read)),
    pan_no: optional(read, text),
    licences: list(
      read,
      'licences',
      object(read, { name: text, number: optional(read, text), issued_by: optional(read, text) }),
    ),
    capital: list(read, 'capital', object(read, { name: text, amount: text })),
    shareholders: list(read, 'shareholders', object(read, { name: text, percent: number })),
    auditor: optional(read, text),
    address: optional(read, text),
    files: list(read, 'files', file(read)),
  }).transform(withDateTexts);
export type Company = z.output<ReturnType<typeof company>>;
