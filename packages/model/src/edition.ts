import { catalogues, type Locale, type Messages } from '@foyer/messages';

/* The editions of the site, one for each language. The first of LOCALES is at the root, the others below `/<locale>`. */

/** What the editions say of themselves, each in its own language. */
export const LANGUAGES: Record<Locale, { name: string; invitation: string; openGraph: string }> = {
  en: { name: 'English', invitation: 'Read this page in English', openGraph: 'en_US' },
  ne: { name: 'नेपाली', invitation: 'यो पृष्ठ नेपालीमा पढ्नुहोस्', openGraph: 'ne_NP' },
};

/** The language of a text, if the interface exists in it. @param lang BCP 47 */
export function localeOf(lang: string | undefined): Locale | undefined {
  const [language] = lang?.split('-', 1) ?? [];
  return isLocale(language) ? language : undefined;
}

/** The editions of a site, the default one first. */
export type Locales = readonly [Locale, ...Locale[]];

/** Whether a text names a language in which the interface exists. */
export const isLocale = (text: unknown): text is Locale => typeof text === 'string' && Object.hasOwn(catalogues, text);

/** The languages in which the interface exists. */
export const knownLocales: readonly Locale[] = Object.keys(catalogues).filter(isLocale);

/** The edition of a page. */
export interface Edition {
  locale: Locale;
  locales: Locales;
}

/** The path of a page in an edition. @param path in the default edition */
export const editionPath = (path: string, { locale, locales }: Edition): string =>
  locale === locales[0] ? path : path === '/' ? `/${locale}` : `/${locale}${path}`;

/** The edition of a path, and the path of the same page in the default edition. */
export function splitPath(path: string, locales: Locales): { locale: Locale; path: string } {
  const [first, ...others] = locales;
  const [, segment] = path.split('/', 2);
  const locale = others.find((other) => other === segment);
  return locale ? { locale, path: path.slice(locale.length + 1) || '/' } : { locale: first, path };
}

const loaded = new Map<Locale, Messages>();

/** Loads the interface texts of an edition, once. */
export async function loadMessages(locale: Locale): Promise<void> {
  if (!loaded.has(locale)) loaded.set(locale, (await catalogues[locale]()).default);
}

/** The interface texts of an edition. Throws unless `loadMessages` has loaded them. */
export function messagesOf(locale: Locale): Messages {
  const messages = loaded.get(locale);
  if (!messages) throw new Error(`the messages of ${locale} are not loaded`);
  return messages;
}

/** The fields by which an item's editions refer to each other. */
export interface TranslatedItem {
  id?: string;
  lang?: string;
  /** The item's id in each edition that has a text of its own. */
  translations?: Partial<Record<Locale, string>>;
}
