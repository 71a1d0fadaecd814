import { z } from 'zod';
import { link, list, object, optional, type ParseContext, text } from '../schema/fields.ts';
import { file } from '../schema/file.ts';
import { kind, singleCall } from '../schema/kind.ts';

const menuLink = (ctx: ParseContext) => object(ctx, { label: text, href: link(ctx) });

export const site = (ctx: ParseContext) =>
  object(ctx, {
    name: text,
    tagline: optional(ctx, text),
    logo: optional(ctx, file(ctx)),
    favicon: optional(ctx, file(ctx)),
    menu: list(
      ctx,
      'menu',
      object(ctx, { label: text, href: optional(ctx, link(ctx)), children: list(ctx, 'children', menuLink(ctx)) }),
    ),
    footer: list(ctx, 'footer', menuLink(ctx)),
    address: optional(ctx, text),
    phones: list(ctx, 'phones', text),
    emails: list(ctx, 'emails', text),
    social: list(ctx, 'social', object(ctx, { name: text, href: link(ctx) })),
    alert: optional(
      ctx,
      object(ctx, {
        text,
        href: optional(ctx, link(ctx)),
        level: optional(ctx, z.enum(['info', 'warning', 'danger'])),
      }),
    ),
    copyright: optional(ctx, text),
    accent: optional(ctx, text),
    picture: optional(ctx, file(ctx)),
    security: optional(ctx, text),
  });

export type Site = z.output<ReturnType<typeof site>>;

/** What every page shows: name, menu, footer. */
export default kind({
  calls: { site: singleCall('site', site) },
  folder: { layout: 'single', schema: site },
});
