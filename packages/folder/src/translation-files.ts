import type { Locale } from '@foyer/messages';
import { isLocale, knownLocales } from '@foyer/model';

/* A translation lies beside its original: `news/results.ne.md` beside `news/results.md`, `faq.ne.yaml` beside `faq.yaml`. */

const TRANSLATION = /^(.+)\.([a-z]+)(\.(?:md|yaml))$/;

export interface TranslationName {
  locale: Locale;
  /** The file that it translates. */
  original: string;
}

/** What the name of a translation says; undefined for the name of any other file, as one with an unknown language. */
export function translationOf(file: string): TranslationName | undefined {
  // Two dots, behind the last slash: this is asked of each file at each load.
  if (file.lastIndexOf('.', file.lastIndexOf('.') - 1) <= file.lastIndexOf('/')) return undefined;
  const [, stem, locale, ending] = TRANSLATION.exec(file) ?? [];
  return isLocale(locale) ? { locale, original: `${stem}${ending}` } : undefined;
}

const CODED = /^([^.]+)\.([A-Za-z]{2}(?:-[A-Za-z]+)?|eng|nep|npi)\.(md|yaml)$/i;

/** Why a file that looks like a translation is none: `results.np.md`. */
export function unknownLanguage(name: string): string | undefined {
  const [, stem, code, ending] = CODED.exec(name) ?? [];
  if (code === undefined || isLocale(code)) return undefined;
  const names = knownLocales.map((locale) => `${stem}.${locale}.${ending}`).join(' or ');
  return `the site has no language ${code}: expected ${names}`;
}

/** The file of an original in another language: `news/results.md` becomes `news/results.ne.md`. */
export const translationFile = (original: string, locale: Locale): string =>
  original.replace(/(\.(?:md|yaml))$/, `.${locale}$1`);

/** The name of the original: that of the file itself, unless it is a translation. */
export const originalOf = (file: string): string => translationOf(file)?.original ?? file;

/** Whether a text whose `lang` is this is in the edition's language. @param defaultLocale the language of a text without `lang` */
export const isInLanguage = (lang: unknown, locale: Locale, defaultLocale: Locale): boolean =>
  // `ne-NP` is Nepali too.
  (typeof lang === 'string' && lang.trim() ? lang.trim().toLowerCase().split('-', 1)[0] : defaultLocale) === locale;
