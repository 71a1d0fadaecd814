import type { PlainConfig } from '@foyer/config';
import type { Locale } from '@foyer/messages';
import { type Edition, editionPath, messagesOf, type Site } from '@foyer/model';

/** Paths of the screens that most sites have, and the texts that name them. */
const MENU = [
  ['/notice', 'notices'],
  ['/report', 'reports'],
  ['/news', 'news'],
  ['/blogs', 'blogs'],
  ['/career', 'careers'],
  ['/contact', 'contactUs'],
] as const;

/** The site of an upstream without `site`: SITE_NAME, and a menu. */
export function fallbackSite({ site }: PlainConfig, locale: Locale): Site {
  const edition: Edition = { locale, locales: site.locales };
  const m = messagesOf(locale);
  const menu = MENU.map(([path, label]) => ({ label: m[label], href: editionPath(path, edition), children: [] }));
  return {
    name: site.name ?? new URL(site.origin).hostname,
    menu,
    footer: [],
    phones: [],
    emails: [],
    social: [],
    forms: [],
    screens: [],
    sections: [],
  };
}
