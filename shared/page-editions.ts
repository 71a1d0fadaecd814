import type { Locale } from '@foyer/messages';
import { type Edition, editionPath, splitPath, type TranslatedItem } from '@foyer/model';
import { absoluteUrl } from './json-ld.ts';
import type { Page } from './page.ts';
import type { ShownPage } from './shown-page.ts';

/* In which editions a page exists. */

/** Query parameters with words of one language. */
const WORDS = ['search', 'province'];

export interface PageEditions {
  /** The edition with the canonical address: that of the text, if the shown one has no translation. */
  canonical: Locale;
  /** The editions that have the page in their own language; empty unless there are several. */
  alternates: Locale[];
  /** Path and query of the page in an edition, or of the nearest page that exists there. */
  addressIn(locale: Locale): string;
}

/** @param canonicalPath path and query in the default edition; none: as requested */
export function editionsOf(
  { page, data, error, location, root: { locale, locales } }: ShownPage,
  canonicalPath?: string,
): PageEditions {
  const edition = (other: Locale): Edition => ({ locale: other, locales });
  if (error !== undefined) {
    return { canonical: locale, alternates: [], addressIn: (other) => editionPath('/', edition(other)) };
  }
  const { path } = splitPath(location.pathname, locales);
  const query = new URLSearchParams(location.search);
  const hasWords = WORDS.some((name) => query.has(name));
  for (const name of WORDS) query.delete(name);
  const rest = query.toString();
  const withoutWords = path + (rest && `?${rest}`);
  const item: TranslatedItem | undefined = page.item === undefined ? undefined : Reflect.get(data, page.item);
  if (!item) {
    return {
      canonical: locale,
      alternates: locales.length > 1 && !hasWords ? [...locales] : [],
      addressIn: (other) =>
        editionPath(canonicalPath && (other === locale || !hasWords) ? canonicalPath : withoutWords, edition(other)),
    };
  }
  const { translations } = item;
  const own = locales.filter((other) => translations?.[other] !== undefined);
  const isOwn = translations === undefined || own.includes(locale);
  return {
    canonical: isOwn ? locale : (own[0] ?? locales[0] ?? locale),
    alternates: isOwn && own.length > 1 ? own : [],
    addressIn: (other) => editionPath(pathOfItem(page, item, other, canonicalPath ?? path), edition(other)),
  };
}

/** The public address of the shown page, in the edition of its text. @param path in the default edition */
export function canonicalUrl(shown: ShownPage, path: string): string {
  const { addressIn, canonical } = editionsOf(shown, path);
  return absoluteUrl(addressIn(canonical), shown.root.origin);
}

/** The path of an item's page in another edition, which may have the item by another id. A slug is the same in all editions. @param path of the item's page */
export function pathOfItem(
  { path: pattern }: Pick<Page, 'path'>,
  { id, translations }: TranslatedItem,
  locale: Locale,
  path: string,
): string {
  const otherId = translations?.[locale];
  const isSame = otherId === undefined || otherId === id || !pattern.includes(':id');
  return isSame ? path : pattern.replace(':id', encodeURIComponent(otherId));
}
