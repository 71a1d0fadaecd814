import type { CallPath } from '@foyer/model';
import { fieldsOfCall } from './call-fields.ts';
import { isFields } from './list-forms.ts';

/* Fields whose names differ from the contract's in case and separators only: createdAt, Name. */

interface KnownNames {
  names: ReadonlySet<string>;
  byLetters: ReadonlyMap<string, string>;
}

const known = new Map<CallPath, KnownNames>();
const lettersOf = (name: string): string => name.replace(/[\s_-]/g, '').toLowerCase();

function namesOf(path: CallPath): KnownNames {
  const found = known.get(path);
  if (found) return found;
  const names = fieldsOfCall(path).fields.map(({ name }) => name);
  const read = { names: new Set(names), byLetters: new Map(names.map((name) => [lettersOf(name), name])) };
  known.set(path, read);
  return read;
}

const isMissing = (value: unknown): boolean => value === null || value === '';

/** Items with the contract's names. A field that is there under its own name stays. */
export function contractNames(path: CallPath, items: readonly unknown[]): { items: unknown[]; guesses: string[] } {
  const { names, byLetters } = namesOf(path);
  const renamed = new Map<string, string>();
  const read = items.map((item) => {
    if (!isFields(item)) return item;
    const others = Object.keys(item).flatMap((key): [string, string][] => {
      const name = names.has(key) ? undefined : byLetters.get(lettersOf(key));
      return name === undefined || item[name] !== undefined || isMissing(item[key]) ? [] : [[key, name]];
    });
    if (others.length === 0) return item;
    for (const [key, name] of others) renamed.set(key, name);
    return { ...item, ...Object.fromEntries(others.map(([key, name]) => [name, item[key]])) };
  });
  return { items: read, guesses: [...renamed].map(([key, name]) => `${key}: read as ${name}`) };
}
