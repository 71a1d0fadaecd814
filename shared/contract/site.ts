import { z } from 'zod';
import { link, list, object, optional, type Reading, text } from './fields.ts';
import { file } from './file.ts';

const menuLink = (read: Reading) => object(read, { label: text, href: link(read) });

export const site = (read: Reading) =>
  object(read, {
    name: text,
    tagline: optional(read, text),
    logo: optional(read, file(read)),
    favicon: optional(read, file(read)),
    menu: list(
      read,
      'menu',
      object(read, { label: text, href: optional(read, link(read)), children: list(read, 'children', menuLink(read)) }),
    ),
    footer: list(read, 'footer', menuLink(read)),
    address: optional(read, text),
    phones: list(read, 'phones', text),
    emails: list(read, 'emails', text),
    social: list(read, 'social', object(read, { name: text, href: link(read) })),
    alert: optional(
      read,
      object(read, {
        text,
        href: optional(read, link(read)),
        level: optional(read, z.enum(['info', 'warning', 'danger'])),
      }),
    ),
    copyright: optional(read, text),
    accent: optional(read, text),
    picture: optional(read, file(read)),
    security: optional(read, text),
  });

export type Site = z.output<ReturnType<typeof site>>;
