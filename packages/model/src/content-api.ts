import type * as z from 'zod';
import { kinds } from './kinds/index.ts';
import type { CallDefinition, Kind, ListOptions } from './schema/kind.ts';

/* The calls of the content API, derived from the kinds (docs/content-api.md). Browser code imports the types only: the schemas are too large. */

export type KindName = keyof typeof kinds;
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Calls = Intersection<(typeof kinds)[KindName]['calls']>;
type PathsWith<Part> = { [Path in keyof Calls]: Calls[Path] extends Part ? Path : never }[keyof Calls];

/** A call's path below the API's base, with `{id}` or `{slug}` in the place of an item's name. */
export type CallPath = keyof Calls & string;
/** A call that answers with a list that can be paged, searched and filtered. */
export type ListPath = PathsWith<{ list: object }>;
/** A call that contains several kinds. */
export type ComposedPath = PathsWith<{ folderAnswer: 'composed' }>;
/** The names of a list's filters, as a tuple: a page with the list has the same. */
export type FiltersOf<Path extends ListPath> = Calls[Path] extends { list: { filters: infer Filters } }
  ? Filters
  : readonly [];
/** The orders of a list that a visitor can ask for. */
export type SortsOf<Path extends ListPath> = Calls[Path] extends { list: { sorts: infer Sorts } } ? keyof Sorts : never;
/** The `data` of a call. */
export type Answer<Path extends CallPath> = z.output<ReturnType<Calls[Path]['data']>>;

/** A call with the kind that defines it. */
export interface CallOfKind extends CallDefinition {
  kind: KindName;
}

/** Everything about a list that its call needs beside the answer's schema. */
export interface ListCall extends Required<Omit<ListOptions, 'unpaged' | 'arranged'>> {
  /** The list's name in `data`. */
  name: string;
  unpaged?: boolean;
  arranged?: boolean;
  /** Fields that are searched beside the common ones. */
  searched: readonly string[];
}

export const kindNames = Object.keys(kinds) as KindName[];

/** Every call by its path. */
export const calls = callsOf(kinds) as Record<CallPath, CallOfKind>;
export const callPaths = Object.keys(calls) as CallPath[];

/** Throws if two kinds define the same call. */
function callsOf(definitions: Record<string, Kind>): Record<string, CallOfKind> {
  const all: Record<string, CallOfKind> = {};
  for (const [kind, definition] of Object.entries(definitions)) {
    for (const [path, call] of Object.entries(definition.calls)) {
      if (all[path]) throw new Error(`the call ${path} is defined by the kinds ${all[path].kind} and ${kind}`);
      all[path] = { ...call, kind: kind as KindName };
    }
  }
  return all;
}

/** The list of a call; undefined for a call without one. */
export function listCallOf(path: CallPath): ListCall | undefined {
  const { kind, name, list } = calls[path];
  const { searched = [] }: Kind = kinds[kind];
  return (
    list && {
      name,
      filters: [],
      sorts: list.unpaged ? {} : { name: 'name' },
      order: 'newest',
      searched,
      searchParameter: 'search',
      near: false,
      dated: false,
      flags: [],
      ...list,
    }
  );
}

/** Path and query parameters by name, as they stand in an address. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** The content API for a page's loader, on the server and in the browser. Rejects with a ContentError. */
export type Api = <Path extends CallPath>(path: Path, parameters?: Parameters) => Promise<Answer<Path>>;
