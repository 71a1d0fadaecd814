import type { z } from 'zod';
import type { Locales } from '../../shared/edition.ts';
import type { Locale } from '../../shared/messages/index.ts';
import { issuesOf } from '../../shared/schema/issues.ts';
import type { FolderSource } from '../../shared/schema/kind.ts';
import { withFactsOf } from './facts.ts';
import type { Entry, Place } from './last-valid.ts';
import type { Translations } from './last-valid-translations.ts';
import type { MarkdownTexts } from './markdown-texts.ts';
import { isInLanguage } from './translation-files.ts';
import type { WordIndex } from './word-index.ts';
import { mapInTurns } from './yield-to-event-loop.ts';

/** A kind of the content folder as it was loaded last: originals, and their translations. */
export interface LoadedKind {
  name: string;
  layout: FolderSource['layout'];
  /** Whether its items say which language they are in, and which editions have them. */
  isMarked: boolean;
  entries: readonly Entry<object>[];
  /** By language; none for a kind that is not translated. */
  translations: ReadonlyMap<Locale, Translations>;
  /** The files of `media/` that are named by what is not shown: drafts, and versions with faults. */
  unshown: readonly string[];
}

interface EditionContext {
  /** The default edition first. */
  locales: Locales;
  texts: MarkdownTexts;
  index: WordIndex;
}

/** Fields that name another thing, which many items name: its name is translated where one of them is. */
const NAMED = [
  { field: 'category', key: 'slug' },
  { field: 'department', key: 'id' },
  { field: 'parent', key: 'slug' },
] as const;
type Named = (typeof NAMED)[number];

/** The names of a category, department or parent in one language, by kind and by `slug` or `id`. */
type Names = ReadonlyMap<string, string>;

/** Whether the items of a kind have the fields of an edition; a strict schema rejects fields that they do not have. */
export function isMarkedKind(schema: z.ZodType): boolean {
  const { error } = schema.safeParse({ lang: 'en', translations: {} });
  const fields = error ? issuesOf(error).map(({ path }) => path[0]) : [];
  return !fields.includes('lang') && !fields.includes('translations');
}

/** The content of an edition: each item in the edition's language, else the original. It yields to the event loop between items. */
export async function editionOf(
  kinds: readonly LoadedKind[],
  locale: Locale,
  context: EditionContext,
): Promise<Record<string, unknown>> {
  const names = translatedNames(kinds, locale);
  const content: Record<string, unknown> = {};
  for (const kind of kinds) {
    const items = await mapInTurns(kind.entries, (entry) => itemOf(kind, entry, locale, names, context));
    content[kind.name] = kind.layout === 'single' ? items[0] : items;
  }
  return content;
}

/** An item as an edition shows it. A copy has its text and its words from the item that it copies. */
function itemOf(
  kind: LoadedKind,
  { place, item: original }: Entry<object>,
  locale: Locale,
  names: Names,
  { locales, texts, index }: EditionContext,
): object {
  const [defaultLocale] = locales;
  const translated = kind.translations.get(locale)?.get(place);
  const lang = translated ? locale : (textOf(original, 'lang') ?? defaultLocale);
  // The names in an original of the default edition are right there, whatever the translation of another text calls them.
  const isRight = !translated && locale === defaultLocale && isInLanguage(lang, locale, defaultLocale);
  const renamed = isRight ? {} : renamedFields(kind.name, translated?.item ?? original, translated?.own, names);
  const marks = kind.isMarked && locales.length > 1 ? { lang, ...translationsOf(kind, place, original, locales) } : {};
  const isUnchanged = !translated && Object.keys({ ...renamed, ...marks }).length === 0;
  if (isUnchanged) return original;
  const base = translated?.item ?? original;
  const copy = { ...(translated ? withFactsOf(base, original) : base), ...renamed, ...marks };
  texts.alias(copy, base);
  index.alias(copy, base);
  return copy;
}

/** The editions that have an item in their own language. */
function translationsOf({ translations }: LoadedKind, place: Place, original: object, locales: Locales) {
  const [defaultLocale] = locales;
  const id = textOf(original, 'id');
  if (id === undefined) return {};
  const own = locales.filter(
    (locale) => translations.get(locale)?.has(place) || isInLanguage(textOf(original, 'lang'), locale, defaultLocale),
  );
  return { translations: Object.fromEntries(own.map((locale) => [locale, id])) };
}

/** The names that translations into a language give to categories, departments and parents. */
function translatedNames(kinds: readonly LoadedKind[], locale: Locale): Names {
  const names = new Map<string, string>();
  for (const { name: kind, translations } of kinds) {
    for (const { item, own } of translations.get(locale)?.values() ?? []) {
      for (const named of NAMED.filter(({ field }) => own.has(field))) {
        const reference = referenceOf(item, named);
        if (!reference) continue;
        names.set(nameKey(kind, named, reference.key), reference.name);
        // Another kind may use the same category.
        names.set(nameKey('', named, reference.key), reference.name);
      }
    }
  }
  return names;
}

/** The fields of an item whose names are translated elsewhere. @param own the fields that a translation has itself */
function renamedFields(kind: string, item: object, own: ReadonlySet<string> | undefined, names: Names): object {
  if (names.size === 0) return {};
  return Object.fromEntries(
    NAMED.flatMap((named) => {
      const reference = own?.has(named.field) ? undefined : referenceOf(item, named);
      if (!reference) return [];
      const name = names.get(nameKey(kind, named, reference.key)) ?? names.get(nameKey('', named, reference.key));
      return name === undefined ? [] : [[named.field, { ...reference.value, name }]];
    }),
  );
}

const nameKey = (kind: string, { field }: Named, key: string) => `${kind} ${field} ${key}`;

function referenceOf(item: object, { field, key }: Named): { value: object; key: string; name: string } | undefined {
  const value: unknown = Reflect.get(item, field);
  if (typeof value !== 'object' || value === null) return undefined;
  const [id, name] = [textOf(value, key), textOf(value, 'name')];
  return id === undefined || name === undefined ? undefined : { value, key: id, name };
}

function textOf(item: object, field: string): string | undefined {
  const value: unknown = Reflect.get(item, field);
  return typeof value === 'string' ? value : undefined;
}
