import type { z } from 'zod';
import { issuesOf } from '../../shared/contract/fields.ts';
import { YAML_DEPTH } from './parse-yaml.ts';

/** What a schema makes of a value, and what it finds wrong with it. */
export interface Fitted<T> {
  issues: ReturnType<typeof issuesOf>;
  /** None: what does not fit cannot be done without. */
  value?: T;
}

/**
 * Parses a value; a part of it that does not fit is left out, with what cannot do without it. The value is changed.
 * @param defaults fields of the value that come back where what the file says instead does not fit
 */
export function parseFitting<T extends z.ZodType>(
  schema: T,
  value: unknown,
  defaults: object = {},
): Fitted<z.output<T>> {
  const first = schema.safeParse(value);
  if (first.success) return { issues: [], value: first.data };
  const issues = issuesOf(first.error);
  // What is found wrong later is a consequence of what was left out.
  let left = issues;
  for (let rounds = 0; rounds < YAML_DEPTH; rounds += 1) {
    if (!leaveOut(value, left, defaults)) break;
    const result = schema.safeParse(value);
    if (result.success) return { issues, value: result.data };
    left = issuesOf(result.error);
  }
  return { issues };
}

/** @returns whether anything of the value is left */
function leaveOut(value: unknown, issues: Fitted<unknown>['issues'], defaults: object): boolean {
  const parts = issues.map(({ path }) => partAt(value, path));
  // Elements of a list go last: until then the indexes of the others hold.
  const elements = new Map<unknown[], Set<number>>();
  for (const part of parts) {
    if (!part) return false;
    const { around, name } = part;
    if (Array.isArray(around)) elements.set(around, (elements.get(around) ?? new Set()).add(Number(name)));
    else if (around !== value || !setDefault(around, name, defaults)) Reflect.deleteProperty(around, name);
  }
  for (const [list, indexes] of elements) {
    list.splice(0, list.length, ...list.filter((_, index) => !indexes.has(index)));
  }
  return true;
}

function setDefault(value: object, name: PropertyKey, defaults: object): boolean {
  if (!Object.hasOwn(defaults, name)) return false;
  const instead: unknown = Reflect.get(defaults, name);
  return Reflect.get(value, name) !== instead && Reflect.set(value, name, instead);
}

/** The part that a path leads to, or, where something is missing, what misses it; undefined where that is the whole. */
function partAt(value: unknown, path: readonly PropertyKey[]): { around: object; name: PropertyKey } | undefined {
  let part: { around: object; name: PropertyKey } | undefined;
  let inside = value;
  for (const name of path) {
    if (typeof inside !== 'object' || inside === null || !Object.hasOwn(inside, name)) break;
    part = { around: inside, name };
    inside = Reflect.get(inside, name);
  }
  return part;
}
