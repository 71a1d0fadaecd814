import type { PlainConfig } from '@foyer/config';
import type { Locale } from '@foyer/messages';
import { type Edition, editionPath, messagesOf, type Site } from '@foyer/model';
import { blogs, news } from '../../shared/features/articles/article-pages.ts';
import { careers } from '../../shared/features/careers/career-pages.ts';
import { contact } from '../../shared/features/contact/contact-pages.ts';
import { reports } from '../../shared/features/documents/document-pages.ts';
import { notices } from '../../shared/features/notices/notice-pages.ts';

const MENU = [notices, reports, news, blogs, careers, contact];

/** The site of an upstream without `site`: SITE_NAME, and a menu of the screens that most sites have. */
export function fallbackSite({ site }: PlainConfig, locale: Locale): Site {
  const edition: Edition = { locale, locales: site.locales };
  const m = messagesOf(locale);
  const menu = MENU.flatMap((page) =>
    page.label ? [{ label: m[page.label], href: editionPath(page.path, edition), children: [] }] : [],
  );
  return { name: site.name ?? new URL(site.origin).hostname, menu, footer: [], phones: [], emails: [], social: [] };
}
