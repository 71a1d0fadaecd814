import { isAboutGate, issuesOf } from '@foyer/model';
import type * as z from 'zod';
import { MAX_YAML_DEPTH } from './parse-yaml.ts';

export interface LenientResult<T> {
  /** What the schema finds wrong with the value as it was given. */
  issues: ReturnType<typeof issuesOf>;
  /** The parsed value without its invalid parts; undefined if what is required is missing or invalid. */
  value?: T;
}

/**
 * Parses a value with a schema, and drops the parts that do not fit: an optional field by itself, a required one together
 * with the object or element that requires it, and an object that holds back something by a field that is none. The given
 * value is changed.
 * @param defaults replacements for invalid top-level fields, instead of dropping them
 * @param mayHideAll false: a field of the value itself does not hold back all of it
 */
export function parseLenient<T extends z.ZodType>(
  schema: T,
  value: unknown,
  { defaults = {}, mayHideAll = true }: { defaults?: object; mayHideAll?: boolean } = {},
): LenientResult<z.output<T>> {
  const first = schema.safeParse(value);
  if (first.success) return { issues: [], value: first.data };
  const issuesIn = (error: z.ZodError) =>
    issuesOf(error).map(({ path, message }) =>
      path.length === 1 && !mayHideAll && isAboutGate(message)
        ? { path, message: 'not a known field: the whole of this cannot be hidden' }
        : { path, message },
    );
  const issues = issuesIn(first.error);
  // The issues of later rounds are consequences of what was dropped, so they are not reported.
  let remaining = issues;
  for (let rounds = 0; rounds < MAX_YAML_DEPTH; rounds += 1) {
    if (!dropInvalidParts(value, remaining, defaults)) break;
    const result = schema.safeParse(value);
    if (result.success) return { issues, value: result.data };
    remaining = issuesIn(result.error);
  }
  return { issues };
}

/** Returns false if an issue concerns the value itself, so that nothing can be dropped. */
function dropInvalidParts(value: unknown, issues: LenientResult<unknown>['issues'], defaults: object): boolean {
  const parts = issues.map(({ path, message }) => partAt(value, isAboutGate(message) ? path.slice(0, -1) : path));
  // List elements are dropped last, because dropping one changes the indexes of the others.
  const elements = new Map<unknown[], Set<number>>();
  for (const part of parts) {
    if (!part) return false;
    const { parent, name } = part;
    if (Array.isArray(parent)) elements.set(parent, (elements.get(parent) ?? new Set()).add(Number(name)));
    else if (parent !== value || !setDefault(parent, name, defaults)) Reflect.deleteProperty(parent, name);
  }
  for (const [list, indexes] of elements) {
    list.splice(0, list.length, ...list.filter((_, index) => !indexes.has(index)));
  }
  return true;
}

/** Returns false if there is no default for the field, or the default is what was found invalid. */
function setDefault(value: object, name: PropertyKey, defaults: object): boolean {
  if (!Object.hasOwn(defaults, name)) return false;
  const replacement: unknown = Reflect.get(defaults, name);
  return Reflect.get(value, name) !== replacement && Reflect.set(value, name, replacement);
}

/**
 * The part of a value at a path, as its parent and its name in it. If the part is missing, the object that lacks it;
 * undefined if that is the value itself.
 */
function partAt(value: unknown, path: readonly PropertyKey[]): { parent: object; name: PropertyKey } | undefined {
  let part: { parent: object; name: PropertyKey } | undefined;
  let current = value;
  for (const name of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) break;
    part = { parent: current, name };
    current = Reflect.get(current, name);
  }
  return part;
}
