import * as z from 'zod';
import { colour } from '../colours.ts';
import { contactText, link, object, optional, text } from '../schema/fields.ts';
import { file } from '../schema/file.ts';
import { composedCall, kind } from '../schema/kind.ts';
import { list } from '../schema/list-field.ts';
import type { ParseContext } from '../schema/parse-context.ts';
import { sectionName } from '../schema/section.ts';
import { shownScreen } from './screens.ts';
import { theme } from './theme.ts';

const menuLink = (ctx: ParseContext) => object(ctx, { label: text, href: link(ctx) });

const fields = (ctx: ParseContext) => ({
  name: text,
  tagline: optional(ctx, text),
  logo: optional(ctx, file(ctx)),
  logo_dark: optional(ctx, file(ctx)),
  favicon: optional(ctx, file(ctx)),
  menu: list(
    ctx,
    'menu',
    object(ctx, { label: text, href: optional(ctx, link(ctx)), children: list(ctx, 'children', menuLink(ctx)) }),
  ),
  footer: list(ctx, 'footer', menuLink(ctx)),
  address: optional(ctx, text),
  phones: list(ctx, 'phones', contactText(ctx, 'phone')),
  emails: list(ctx, 'emails', contactText(ctx, 'mail')),
  social: list(ctx, 'social', object(ctx, { name: text, href: link(ctx) })),
  /** Forms elsewhere, each with the place from which it is linked. */
  forms: list(
    ctx,
    'forms',
    object(ctx, { label: text, href: link(ctx), place: z.enum(['contact', 'career', 'footer']) }),
  ),
  alert: optional(
    ctx,
    object(ctx, {
      text,
      href: optional(ctx, link(ctx)),
      level: optional(ctx, z.enum(['info', 'warning', 'danger'])),
    }),
  ),
  copyright: optional(ctx, text),
  accent: optional(ctx, colour),
  accent_second: optional(ctx, colour),
  calendar: optional(ctx, z.enum(['ad', 'both'])),
  picture: optional(ctx, file(ctx)),
  security: optional(ctx, text),
});

/** As a content folder has it: theme and screens are files of their own. */
const siteFile = (ctx: ParseContext) => object(ctx, fields(ctx));

export const site = (ctx: ParseContext) =>
  object(ctx, {
    ...fields(ctx),
    theme: optional(ctx, theme(ctx)),
    screens: list(ctx, 'screens', shownScreen(ctx)),
    sections: list(ctx, 'sections', sectionName(ctx)),
  });

const siteAnswer = (ctx: ParseContext) => z.object({ site: site(ctx) });

export type Site = z.output<ReturnType<typeof site>>;

/** What every page shows: name, menu, footer, and how it looks. */
export default kind({
  calls: { site: composedCall({ name: 'site', data: siteAnswer }) },
  folder: { layout: 'single', schema: siteFile },
});
