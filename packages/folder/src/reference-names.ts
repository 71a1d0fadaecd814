import type { Locale } from '@foyer/messages';
import type { LoadedKind } from './loaded-kind.ts';

/*
 * The names of categories, subjects, departments and parents, in the language of an edition. Many items refer to one: those that say its id
 * alone have the name from it; where an item says the name itself, a translation of any such item translates it for all.
 */

/** The fields that refer to an item, and the kinds of what they refer to: without `kinds`, the item's own. */
const REFERENCES: readonly ReferenceField[] = [
  { field: 'category', key: 'slug', kinds: ['category'] },
  { field: 'department', key: 'id', kinds: ['department'] },
  { field: 'parent', key: 'slug' },
  { field: 'subject', key: 'slug', kinds: ['subject', 'page', 'services'] },
];

interface ReferenceField {
  field: string;
  key: 'id' | 'slug';
  kinds?: readonly string[];
}

/** The names of what items refer to, in one language. */
export type Names = ReadonlyMap<string, string>;

/** The names in an edition. One that a translation of an item gives goes before that of the target. */
export const namesOfReferences = (kinds: readonly LoadedKind[], locale: Locale): Names =>
  new Map([...namesOfTargets(kinds, locale), ...translatedNames(kinds, locale)]);

/** The names that translations into a language give to categories, departments and parents, a department's own one included. */
function translatedNames(kinds: readonly LoadedKind[], locale: Locale): Names {
  const names = new Map<string, string>();
  for (const { name: kind, translations } of kinds) {
    for (const { item, own } of translations.get(locale)?.values() ?? []) {
      for (const named of REFERENCES.filter(({ field }) => own.has(field))) {
        const reference = referenceOf(item, named);
        if (!reference) continue;
        names.set(nameKey(kind, named, reference.key), reference.name);
        // Another kind may use the same category.
        names.set(nameKey('', named, reference.key), reference.name);
      }
      const target = own.has('name') && REFERENCES.find(({ field }) => field === kind);
      const [key, name] = target ? [textOf(item, target.key) ?? textOf(item, 'id'), textOf(item, 'name')] : [];
      if (target && key !== undefined && name !== undefined) names.set(nameKey('', target, key), name);
    }
  }
  return names;
}

/** The names of what items refer to by an id alone: in the language, else in that of the original. */
function namesOfTargets(kinds: readonly LoadedKind[], locale: Locale): Names {
  const wanted = new Set(
    kinds.flatMap(({ name, entries }) =>
      entries.flatMap(({ item }) => byIdAloneIn(item).flatMap(({ named, key }) => targetKeys(name, named, key))),
    ),
  );
  const names = new Map<string, string>();
  if (wanted.size === 0) return names;
  for (const { name: kind, entries, translations } of kinds) {
    for (const { place, item } of entries) {
      const shown = translations.get(locale)?.get(place)?.item ?? item;
      for (const key of [textOf(item, 'id'), textOf(item, 'slug')]) {
        const name = key !== undefined && wanted.has(targetKey(kind, key)) ? textOf(shown, 'name') : undefined;
        if (key !== undefined && name !== undefined) names.set(targetKey(kind, key), name);
      }
    }
  }
  return names;
}

/** The references of an item by an id alone, with the names of their targets. */
export function namedFields(kind: string, item: object, names: Names): object {
  return Object.fromEntries(
    byIdAloneIn(item).flatMap(({ named, key, value }) => {
      const name = targetKeys(kind, named, key)
        .map((target) => names.get(target))
        .find((name) => name !== undefined);
      return name === undefined ? [] : [[named.field, { ...value, name }]];
    }),
  );
}

/** The kinds of what a field of an item may refer to by an id alone; undefined for a field that is no reference. */
export function kindsNamedBy(field: string, kind: string): readonly string[] | undefined {
  const named = REFERENCES.find((named) => named.field === field);
  return named && (named.kinds ?? [kind]);
}

/** The references of an item by an id alone: until the target is found, the id is the name. */
const byIdAloneIn = (item: object) =>
  REFERENCES.flatMap((named) => {
    const reference = referenceOf(item, named);
    return reference && reference.name === reference.key ? [{ named, ...reference }] : [];
  });

/** Where the target may be that an item of a kind refers to. */
const targetKeys = (kind: string, { kinds = [kind] }: ReferenceField, key: string): string[] =>
  kinds.map((source) => targetKey(source, key));
const targetKey = (kind: string, key: string) => `= ${kind} ${key}`;

/** The references of an item whose names are translated elsewhere. @param own the fields that a translation has itself */
export function renamedFields(kind: string, item: object, own: ReadonlySet<string> | undefined, names: Names): object {
  if (names.size === 0) return {};
  return Object.fromEntries(
    REFERENCES.flatMap((named) => {
      const reference = own?.has(named.field) ? undefined : referenceOf(item, named);
      if (!reference) return [];
      const name = names.get(nameKey(kind, named, reference.key)) ?? names.get(nameKey('', named, reference.key));
      return name === undefined ? [] : [[named.field, { ...reference.value, name }]];
    }),
  );
}

const nameKey = (kind: string, { field }: ReferenceField, key: string) => `${kind} ${field} ${key}`;

function referenceOf(
  item: object,
  { field, key }: ReferenceField,
): { value: object; key: string; name: string } | undefined {
  const value: unknown = Reflect.get(item, field);
  if (typeof value !== 'object' || value === null) return undefined;
  const [id, name] = [textOf(value, key), textOf(value, 'name')];
  return id === undefined || name === undefined ? undefined : { value, key: id, name };
}

export function textOf(item: object, field: string): string | undefined {
  const value: unknown = Reflect.get(item, field);
  return typeof value === 'string' ? value : undefined;
}
