import { isDeepStrictEqual } from 'node:util';
import { foldDigits } from '@foyer/model';

/*
 * Facts are the fields that do not depend on the language: who translates a text must not change a date or a telephone
 * number by mistake. Every edition shows those of the original.
 */

const FACTS: ReadonlySet<string> = new Set([
  'id',
  'slug',
  'created_at',
  'published_at',
  'expires_at',
  'deadline',
  'period_end',
  'effective_date',
  'event_date',
  'appointed_at',
  'registered_at',
  'reference_no',
  'fiscal_year',
  'quarter',
  'branch_code',
  'pan_no',
  'registration_no',
  'email',
  'emails',
  'phone',
  'phones',
]);

export const isFact = (name: string): boolean => FACTS.has(name);

/** A fact of a translation that is not that of the original. */
export interface Contradiction {
  path: PropertyKey[];
  value: string;
  /** Undefined if the original has none. */
  originalValue?: string;
}

/** The fields of a file without its facts. */
export const withoutFacts = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !FACTS.has(name)));

/** A copy of a parsed translation with the facts of the original, and their texts. */
export function withFactsOf<Item extends object>(item: Item, original: object): Item {
  const copy = { ...item };
  for (const name of [...FACTS].flatMap((fact) => [fact, `${fact}_text`])) {
    if (Object.hasOwn(original, name)) Reflect.set(copy, name, Reflect.get(original, name));
    else Reflect.deleteProperty(copy, name);
  }
  return copy;
}

/** The facts of a translation that contradict the original, also those of objects and lists inside it. */
export function contradictions(
  translation: unknown,
  original: unknown,
  path: readonly PropertyKey[] = [],
): Contradiction[] {
  if (Array.isArray(translation)) {
    if (!Array.isArray(original)) return [];
    // Inside an item, an element without an id is known by its place only if none is left out.
    const isAlike = path.length === 0 || translation.length === original.length;
    const find = counterpartFinder(original);
    return [...translation.entries()].flatMap(([index, element]) =>
      isAlike || idOf(element) !== undefined
        ? contradictions(element, find(element, index)?.element, [...path, index])
        : [],
    );
  }
  if (!isObject(translation) || !isObject(original)) return [];
  return Object.entries(translation).flatMap(([name, value]) => {
    const originalValue: unknown = Reflect.get(original, name);
    if (!FACTS.has(name)) return contradictions(value, originalValue, [...path, name]);
    // An empty field says nothing.
    if (isEmpty(value) || isDeepStrictEqual(folded(value), folded(originalValue))) return [];
    const known = isEmpty(originalValue) ? {} : { originalValue: shown(originalValue) };
    return [{ path: [...path, name], value: shown(value), ...known }];
  });
}

/** An element of an original list, and its place. */
export interface Counterpart {
  element: unknown;
  index: number;
}

/**
 * Returns a function that finds the element of an original list which an element of its translation translates: the one with
 * its id, or the one at its place.
 */
export function counterpartFinder(
  originals: readonly unknown[],
): (element: unknown, index: number) => Counterpart | undefined {
  const places = new Map<string, number>();
  for (const [index, original] of originals.entries()) {
    const id = idOf(original);
    if (id !== undefined && !places.has(foldedText(id))) places.set(foldedText(id), index);
  }
  return (element, index) => {
    const id = idOf(element);
    const place = id === undefined ? index : places.get(foldedText(id));
    return place !== undefined && place < originals.length ? { element: originals[place], index: place } : undefined;
  };
}

/** The id of an unvalidated element. */
export function idOf(element: unknown): string | undefined {
  const id: unknown = isObject(element) && 'id' in element ? element.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id).trim() : undefined;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** A value with ASCII digits: १२ and 12 are the same number. */
const folded = (value: unknown): unknown => (Array.isArray(value) ? value.map(foldedText) : foldedText(value));

const foldedText = (value: unknown): string => foldDigits(String(value).trim());

const shown = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));
