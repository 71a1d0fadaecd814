import type { z } from 'zod';
import { link, list, number, object, optional, type Reading, text } from './fields.ts';

/** When a place is open: the days in words, the times as HH:mm. */
export const hours = (read: Reading) =>
  list(read, 'hours', object(read, { days: text, open: optional(read, text), close: optional(read, text) }));
export type Hours = z.output<ReturnType<typeof hours>>;

export const contact = (read: Reading) =>
  object(read, {
    address: optional(read, text),
    phones: list(read, 'phones', text),
    emails: list(read, 'emails', text),
    hours: hours(read),
    latitude: optional(read, number),
    longitude: optional(read, number),
    map_url: optional(read, link(read)),
    social: list(read, 'social', object(read, { name: text, href: link(read) })),
    officers: list(
      read,
      'officers',
      object(read, { role: text, name: text, phone: optional(read, text), email: optional(read, text) }),
    ),
  });
export type Contact = z.output<ReturnType<typeof contact>>;
