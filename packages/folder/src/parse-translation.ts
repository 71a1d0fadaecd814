import { join } from 'node:path';
import type { Locale } from '@foyer/messages';
import type * as z from 'zod';
import type { ContentFile } from './content-files.ts';
import type { Fault } from './faults.ts';
import { pathExists } from './file-system.ts';
import type { LoaderContext } from './kind-loaders.ts';
import type { ParsedTranslation, Translated } from './last-valid-translations.ts';
import { parseItem } from './parse-item.ts';
import { FILE_START } from './text-position.ts';
import { isInLanguage, originalOf } from './translation-files.ts';

export interface TranslationContext extends LoaderContext {
  locale: Locale;
  /** The language of an original that does not say its own. */
  defaultLocale: Locale;
}

export interface ParsedTranslations {
  /** Faults of the file itself, not of a translation. */
  faults: Fault[];
  /** None: the file, or its original, cannot be parsed. */
  translations?: ParsedTranslation[];
  /** The files of `media/` that it names, if some of it is a draft, or cannot be shown because of its faults. */
  mediaOfHiddenItems?: readonly string[];
}

export interface TranslationValues {
  /** The fields of the original, as they are in its file. */
  original: object;
  /** Those of the translation. */
  own: object;
  /** Those of the original, replaced by the translation's. */
  merged: object;
}

/** Parses a translation; in the place of an invalid field it gets that of the original. */
export function parseTranslation<T extends z.ZodType<object>>(
  context: TranslationContext,
  schema: T,
  source: ContentFile,
  { original, own, merged }: TranslationValues,
  faults: Fault[],
  options: { base?: PropertyKey[]; isItem?: boolean } = {},
): Translated | undefined {
  const item = parseItem(context, schema, source, merged, faults, { ...options, own, defaults: original });
  if (!item) return undefined;
  // The text is in this language whatever the original's `lang` says.
  if ('lang' in merged) Reflect.set(item, 'lang', context.locale);
  return { item, own: new Set(Object.keys(own)) };
}

/** The fault of a translation that has no original, or whose original is in its language. */
export function originalFaults(
  { dir, locale, defaultLocale }: TranslationContext,
  file: string,
  lang: unknown,
): Fault[] {
  const original = originalOf(file);
  if (!pathExists(join(dir, original))) return [missingOriginal(file, original)];
  return isInLanguage(lang, locale, defaultLocale)
    ? [{ file, ...FILE_START, message: inLanguage(original, locale) }]
    : [];
}

/** The fault of a translation into the language of its original, which may not be what the editor takes it for. */
export const inLanguage = (original: string, locale: Locale): string =>
  `${original} is in ${locale} already: if it is not, give it its lang there, or let LOCALES begin with its language`;

export const missingOriginal = (file: string, original: string): Fault => ({
  file,
  ...FILE_START,
  message: `there is no ${original} that it translates`,
});

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
export const fieldsOf = (value: unknown): object => (isObject(value) && !Array.isArray(value) ? value : {});
export const langOf = (fields: unknown): unknown => (isObject(fields) && 'lang' in fields ? fields.lang : undefined);
