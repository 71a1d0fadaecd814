import { isDeepStrictEqual } from 'node:util';
import type { Locale } from '@foyer/messages';
import { type Locales, textLocale } from '@foyer/model';
import { TimeSlice } from '@foyer/runtime';
import { copyOf } from './copied-item.ts';
import { withFactsOf } from './facts.ts';
import type { Entry, Place } from './last-valid.ts';
import type { LoadedKind } from './loaded-kind.ts';
import { type Names, namedFields, namesOfReferences, renamedFields, textOf } from './reference-names.ts';
import { isInLanguage } from './translation-files.ts';

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
  const names = namesOfReferences(kinds, locale);
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
  const slice = new TimeSlice();
  const items: object[] = [];
  for (const entry of kind.entries) {
    items.push(findLast?.(entry) ?? itemOf(kind, entry, locale, names, locales));
    if (slice.isUsedUp) await slice.end();
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
