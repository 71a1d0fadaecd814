import type * as z from 'zod';
import { contactText, link, number, object, optional, text } from '../schema/fields.ts';
import { hours } from '../schema/hours.ts';
import { kind, singleCall } from '../schema/kind.ts';
import { list } from '../schema/list-field.ts';
import type { ParseContext } from '../schema/parse-context.ts';

export const contact = (ctx: ParseContext) =>
  object(ctx, {
    address: optional(ctx, text),
    phones: list(ctx, 'phones', contactText(ctx, 'phone')),
    emails: list(ctx, 'emails', contactText(ctx, 'mail')),
    hours: hours(ctx),
    latitude: optional(ctx, number),
    longitude: optional(ctx, number),
    map_url: optional(ctx, link(ctx)),
    social: list(ctx, 'social', object(ctx, { name: text, href: link(ctx) })),
    officers: list(
      ctx,
      'officers',
      object(ctx, {
        role: text,
        name: text,
        phone: optional(ctx, contactText(ctx, 'phone')),
        email: optional(ctx, contactText(ctx, 'mail')),
      }),
    ),
  });
export type Contact = z.output<ReturnType<typeof contact>>;

export default kind({
  calls: { contact: singleCall('contact', contact) },
  folder: { layout: 'single', schema: contact },
});
