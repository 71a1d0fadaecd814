import { formOfValues, isObject, type ValueForm } from './value-forms.ts';

/* The fields that an API sends, also those within objects. */

export type Item = Readonly<Record<string, unknown>>;

/** A field as received. */
export interface Source {
  /** The names that lead to it: `author`, `full_name`. */
  names: readonly string[];
  /** The same as JMESPath. */
  path: string;
  form: ValueForm;
  /** One for each item that has the field. */
  values: readonly unknown[];
  /** Whether an item has an empty text there. What is null, a mapping leaves out by itself. */
  isBlankSomewhere: boolean;
}

/** Items that are looked at. */
const MAX_ITEMS = 50;
/** Objects in objects that are looked at. */
const MAX_LEVELS = 2;
/** Fields that are looked at. */
const MAX_SOURCES = 300;

export function sourcesOf(items: readonly Item[]): Source[] {
  const found = new Map<string, { names: string[]; values: unknown[] }>();
  const collect = (fields: object, before: string[]) => {
    for (const [name, value] of Object.entries(fields)) {
      const names = [...before, name];
      const path = pathOf(names);
      const known = found.get(path) ?? { names, values: [] };
      known.values.push(value);
      if (found.size < MAX_SOURCES) found.set(path, known);
      if (isObject(value) && names.length <= MAX_LEVELS) collect(value, names);
    }
  };
  const looked = items.slice(0, MAX_ITEMS);
  for (const item of looked) collect(item, []);
  return [...found].flatMap(([path, { names, values }]) => {
    const form = formOfValues(values);
    return form ? [{ names, path, form, values, isBlankSomewhere: values.includes('') }] : [];
  });
}

/** As JMESPath reads names. */
export const pathOf = (names: readonly string[]): string =>
  names.map((name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))).join('.');
