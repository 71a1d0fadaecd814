import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ContentFile,
  idOf,
  isInLanguage,
  type LoadedContent,
  type LoadedKind,
  type MarkdownFile,
  type Place,
  translationFile,
  translationOf,
} from '@foyer/folder';
import type { Locale } from '@foyer/messages';
import type { Locales } from '@foyer/model';

/* What an editor may want to translate. None of it is a fault: an edition shows the original of what is not translated. */

/** Files are written in any order when a folder is copied. */
const MIN_OLDER_MS = 60 * 60 * 1000;

type Sources = ReadonlyMap<string, ContentFile | MarkdownFile>;

interface NotesContext {
  dir: string;
  /** The default edition first. */
  locales: Locales;
  sources: readonly (ContentFile | MarkdownFile)[];
  /** The time of a date in a file, in milliseconds since 1970. */
  timeOf(date: string): number | undefined;
}

/** A text of the folder, and whether a language has it. */
interface Text {
  file: string;
  place: Place;
  isTranslated: boolean;
}

/** A line for each text that a language lacks, one for each translation that is older than its original, and one with the count for each language. */
export function translationNotes({ kinds }: Pick<LoadedContent, 'kinds'>, context: NotesContext): string[] {
  const { dir, locales, sources } = context;
  const [defaultLocale] = locales;
  if (locales.length < 2) return [];
  const byFile: Sources = new Map(sources.map((source) => [source.file, source]));
  const languages = locales.map((locale) => ({ locale, texts: textsIn(kinds, locale, defaultLocale) }));
  const missing = languages.flatMap(({ locale, texts }) =>
    missingPlaces(texts, locale, byFile).map((place) => `${dir}/${place}: not translated to ${locale}`),
  );
  const older = sources.flatMap((source) =>
    isOlder(source, byFile, context) ? [`${dir}/${source.file}: older than its original`] : [],
  );
  const counts = languages.flatMap(({ locale, texts }) => {
    const translated = texts.filter(({ isTranslated }) => isTranslated).length;
    // The default edition usually has every text.
    if (locale === defaultLocale && translated === texts.length) return [];
    return [`${locale}: ${translated} of ${texts.length} texts translated`];
  });
  return [...[...missing, ...older].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })), ...counts];
}

function textsIn(kinds: readonly LoadedKind[], locale: Locale, defaultLocale: Locale): Text[] {
  return kinds.flatMap(({ name, layout, entries, translations }) => {
    const translated = translations.get(locale);
    if (!translated) return [];
    return entries.map(({ place, item }) => ({
      file: layout === 'markdown' ? String(place) : `${name}.yaml`,
      place,
      isTranslated:
        translated.has(place) || isInLanguage('lang' in item ? item.lang : undefined, locale, defaultLocale),
    }));
  });
}

/** The files that are not translated, and the places of elements that a translated list lacks. */
function missingPlaces(texts: readonly Text[], locale: Locale, sources: Sources): string[] {
  const places = texts
    .filter(({ isTranslated }) => !isTranslated)
    .map(({ file, place }) => {
      const source = sources.get(file);
      if (file === place || !source || !sources.has(translationFile(file, locale))) return file;
      const { line, column } = source.positionOf([indexOf(source.value, place)]);
      return `${file}:${line}:${column}`;
    });
  return [...new Set(places)];
}

/** The index of an element in its list. */
const indexOf = (list: unknown, place: Place): number =>
  typeof place === 'number' || !Array.isArray(list)
    ? Number(place)
    : list.findIndex((element) => idOf(element) === place);

/** Whether a translation was changed before its original: by their `updated_at` if both have one, else by their files. */
function isOlder(source: ContentFile | MarkdownFile, sources: Sources, { dir, timeOf }: NotesContext): boolean {
  const translation = translationOf(source.file);
  const original = translation && sources.get(translation.original);
  if (!original) return false;
  const [own, others] = [source, original].map(({ value }) => timeOf(updatedAt(value) ?? ''));
  if (own !== undefined && others !== undefined) return own < others;
  const [written = 0, originalWritten = 0] = [source, original].map(({ file }) => modifiedMs(join(dir, file)));
  return originalWritten - written > MIN_OLDER_MS;
}

function updatedAt(value: unknown): string | undefined {
  const isObject = typeof value === 'object' && value !== null && 'updated_at' in value;
  return isObject && typeof value.updated_at === 'string' ? value.updated_at : undefined;
}

/** Undefined if the file has been removed since it was read. */
const modifiedMs = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
