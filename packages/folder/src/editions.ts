import { isDeepStrictEqual } from 'node:util';
import type { Locale } from '@foyer/messages';
import { type FolderSource, type Locales, textLocale } from '@foyer/model';
import { Turn } from '@foyer/runtime';
import { copyOf } from './copied-item.ts';
import { withFactsOf } from './facts.ts';
import type { Entry, Place } from './last-valid.ts';
import type { Translations } from './last-valid-translations.ts';
import { isInLanguage } from './translation-files.ts';

/** A kind of the content folder as it was loaded last: originals, and their translations. */
export interface LoadedKind {
  name: string;
  layout: FolderSource['layout'];
  isMarked: boolean;
  entries: readonly Entry<object>[];
  /** By language; none for a kind that is not translated. */
  translations: ReadonlyMap<Locale, Translations>;
  /** The files of `media/` that are named by what is not shown: drafts, and versions with faults. */
  unshown: readonly string[];
}

/** The content of an edition by kind: items, or one thing. */
export interface Edition {
  content: Record<string, unknown>;
  /** What it was made of. An item is made again only if that has changed. */
  names: Names;
  kinds: ReadonlyMap<string, MadeKind>;
}

interface MadeKind {
  kind: LoadedKind;
  items: readonly object[];
}

/**
 * Fields that name another thing, which many items name: its name is translated where one of them is. `kinds` have the thing
 * itself, whose name stands for an item that says its key alone; without one a thing of the item's own kind has it.
 */
const NAMED: readonly Named[] = [
  { field: 'category', key: 'slug', kinds: ['category'] },
  { field: 'department', key: 'id', kinds: ['department'] },
  { field: 'parent', key: 'slug' },
  { field: 'subject', key: 'slug', kinds: ['subject', 'page', 'services'] },
];

interface Named {
  field: string;
  key: 'id' | 'slug';
  kinds?: readonly string[];
}

/** The names of a category, department or parent in one language, by kind and by `slug` or `id`. */
type Names = ReadonlyMap<string, string>;

/** Whether the items of a kind say which language they are in, and which editions have them. */
export const isMarkedKind = ({ layout, isUnmarked }: FolderSource): boolean => layout !== 'single' && !isUnmarked;

/**
 * The content of an edition: each item in the edition's language, else the original. It yields to the event loop between items.
 * @param locales the default edition first
 * @param last the edition as it was made last: what has not changed stays the same object
 */
export async function editionOf(
  kinds: readonly LoadedKind[],
  locale: Locale,
  locales: Locales,
  last?: Edition,
): Promise<Edition> {
  const names = new Map([...namesOfThings(kinds, locale), ...translatedNames(kinds, locale)]);
  const isReusable = last !== undefined && isDeepStrictEqual(names, last.names);
  const content: Record<string, unknown> = {};
  const made = new Map<string, MadeKind>();
  for (const kind of kinds) {
    const items = await itemsOf(kind, locale, {
      names,
      locales,
      last: isReusable ? last.kinds.get(kind.name) : undefined,
    });
    made.set(kind.name, { kind, items });
    content[kind.name] = kind.layout === 'single' ? items[0] : items;
  }
  return { content, names, kinds: made };
}

interface ItemContext {
  names: Names;
  locales: Locales;
  last?: MadeKind;
}

/** The items of a kind: the same array as the last time if all of them are the same. */
async function itemsOf(
  kind: LoadedKind,
  locale: Locale,
  { names, locales, last }: ItemContext,
): Promise<readonly object[]> {
  const findLast = last && lastItemFinder(kind, last, locale, locales);
  const turn = new Turn();
  const items: object[] = [];
  for (const entry of kind.entries) {
    items.push(findLast?.(entry) ?? itemOf(kind, entry, locale, names, locales));
    if (turn.isOver) await turn.end();
  }
  const isSame = items.length === last?.items.length && items.every((item, index) => item === last.items[index]);
  return isSame ? last.items : items;
}

/** Returns a function that finds the item which was made of the same entry with the same translations. */
function lastItemFinder(
  kind: LoadedKind,
  last: MadeKind,
  locale: Locale,
  locales: Locales,
): (entry: Entry<object>) => object | undefined {
  let indices: ReadonlyMap<Place, number> | undefined;
  let next = 0;
  return ({ place, item }) => {
    if (last.kind.entries[next]?.place !== place) {
      indices ??= new Map(last.kind.entries.map((entry, index) => [entry.place, index]));
      next = indices.get(place) ?? -1;
    }
    const index = next;
    next += 1;
    const isSame =
      last.kind.entries[index]?.item === item &&
      kind.translations.get(locale)?.get(place)?.item === last.kind.translations.get(locale)?.get(place)?.item &&
      locales.every(
        (other) => kind.translations.get(other)?.has(place) === last.kind.translations.get(other)?.has(place),
      );
    return isSame ? last.items[index] : undefined;
  };
}

/** An item as an edition shows it. */
function itemOf(
  kind: LoadedKind,
  { place, item: original }: Entry<object>,
  locale: Locale,
  names: Names,
  locales: Locales,
): object {
  const [defaultLocale] = locales;
  const translated = kind.translations.get(locale)?.get(place);
  const lang = translated ? locale : langOf(original, defaultLocale);
  // The names in an original of the default edition are right there, whatever the translation of another text calls them.
  const isRight = !translated && locale === defaultLocale && isInLanguage(lang, locale, defaultLocale);
  const shown = translated?.item ?? original;
  const renamed = {
    ...namedFields(kind.name, shown, names),
    ...(isRight ? {} : renamedFields(kind.name, shown, translated?.own, names)),
  };
  const marks =
    kind.isMarked && locales.length > 1
      ? { lang, ...translationsOf(kind, place, original, locales) }
      : kind.isMarked && lang !== defaultLocale
        ? { lang }
        : {};
  const fields = { ...renamed, ...marks };
  if (translated) return copyOf(withFactsOf(translated.item, original), fields, translated.item);
  return Object.keys(fields).length > 0 ? copyOf(original, fields) : original;
}

/** The language of an original: as it says, or by the letters of its name. */
const langOf = (original: object, defaultLocale: Locale): string =>
  textOf(original, 'lang') ?? textLocale(textOf(original, 'name') ?? textOf(original, 'question') ?? '', defaultLocale);

/** The editions that have an item in their own language. */
function translationsOf({ translations }: LoadedKind, place: Place, original: object, locales: Locales) {
  const [defaultLocale] = locales;
  const id = textOf(original, 'id');
  if (id === undefined) return {};
  const own = locales.filter(
    (locale) =>
      translations.get(locale)?.has(place) || isInLanguage(langOf(original, defaultLocale), locale, defaultLocale),
  );
  return { translations: Object.fromEntries(own.map((locale) => [locale, id])) };
}

/** The names that translations into a language give to categories, departments and parents, a department's own one included. */
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
      const thing = own.has('name') && NAMED.find(({ field }) => field === kind);
      const [key, name] = thing ? [textOf(item, thing.key) ?? textOf(item, 'id'), textOf(item, 'name')] : [];
      if (thing && key !== undefined && name !== undefined) names.set(nameKey('', thing, key), name);
    }
  }
  return names;
}

/** The names of what items name by its key alone: in the language, else in that of the original. */
function namesOfThings(kinds: readonly LoadedKind[], locale: Locale): Names {
  const wanted = new Set(
    kinds.flatMap(({ name, entries }) =>
      entries.flatMap(({ item }) => unnamedIn(item).flatMap(({ named, key }) => thingKeys(name, named, key))),
    ),
  );
  const names = new Map<string, string>();
  if (wanted.size === 0) return names;
  for (const { name: kind, entries, translations } of kinds) {
    for (const { place, item } of entries) {
      const shown = translations.get(locale)?.get(place)?.item ?? item;
      for (const key of [textOf(item, 'id'), textOf(item, 'slug')]) {
        const name = key !== undefined && wanted.has(thingKey(kind, key)) ? textOf(shown, 'name') : undefined;
        if (key !== undefined && name !== undefined) names.set(thingKey(kind, key), name);
      }
    }
  }
  return names;
}

/** The fields of an item that name a thing by its key alone, with its name. */
function namedFields(kind: string, item: object, names: Names): object {
  return Object.fromEntries(
    unnamedIn(item).flatMap(({ named, key, value }) => {
      const name = thingKeys(kind, named, key)
        .map((thing) => names.get(thing))
        .find((name) => name !== undefined);
      return name === undefined ? [] : [[named.field, { ...value, name }]];
    }),
  );
}

/** The kinds of the thing that a field of an item may name by its key alone; undefined for any other field. */
export function kindsNamedBy(field: string, kind: string): readonly string[] | undefined {
  const named = NAMED.find((named) => named.field === field);
  return named && (named.kinds ?? [kind]);
}

/** The references of an item by a key alone: until the thing is found, the key is its name. */
const unnamedIn = (item: object) =>
  NAMED.flatMap((named) => {
    const reference = referenceOf(item, named);
    return reference && reference.name === reference.key ? [{ named, ...reference }] : [];
  });

/** Where the thing may be that an item of a kind names. */
const thingKeys = (kind: string, { kinds = [kind] }: Named, key: string): string[] =>
  kinds.map((source) => thingKey(source, key));
const thingKey = (kind: string, key: string) => `= ${kind} ${key}`;

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
