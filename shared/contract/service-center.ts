import type { z } from 'zod';
import { hours } from './contact.ts';
import { flag, list, number, object, optional, type Reading, text } from './fields.ts';
import { forList, itemFields, served, withoutText } from './item.ts';

export const serviceCenter = (read: Reading) =>
  object(read, {
    ...itemFields(forList(read)),
    branch_code: optional(read, text),
    is_head_office: optional(read, flag),
    province: optional(read, text),
    district: optional(read, text),
    address: text,
    phones: list(read, 'phones', text),
    email: optional(read, text),
    manager: optional(read, object(read, { name: text })),
    latitude: optional(read, number),
    longitude: optional(read, number),
    hours: hours(read),
  })
    .transform(served(read))
    .transform(withoutText);
export type ServiceCenter = z.output<ReturnType<typeof serviceCenter>>;
