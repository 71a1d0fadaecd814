import { isDeepStrictEqual } from 'node:util';
import { TimeSlice } from '@foyer/runtime';
import type { Fault } from './faults.ts';

/** What names an item in its kind: its file, or in a list its id, or its index if it has none. */
export type Place = string | number;

/** An item that is shown. */
export interface Entry<T> {
  place: Place;
  item: T;
}

/** The parse result of one item: of a file, or of an element of a list. */
export interface ParsedItem<T> {
  /** Identifies the item in the next version of the content: its file, or its id in the list. Without one, it has no history. */
  key?: string;
  faults: Fault[];
  /** The valid parts of the item; undefined if nothing of it can be shown. Always set if there are no faults. */
  item?: T;
  /** Of an element in its list, from 0. */
  index?: number;
  /** The fault at one of its fields. */
  faultAt(field: string, message: string): Fault;
  /** How a fault of another item refers to this one: `blogs/one.md`, `line 3`. */
  label(): string;
  place: Place;
}

/** The items to show, with their places, and all faults. */
export interface Resolved<T> {
  entries: Entry<T>[];
  faults: Fault[];
}

/** The versions of an item from earlier loads. */
interface Versions<T> {
  /** The last version without faults. */
  valid?: T;
  /** The last version that was shown. */
  shown?: T;
}

interface Candidate<T> extends Versions<T> {
  parsed: ParsedItem<T>;
  /** The versions that may be shown, the preferred one first; the next is for a conflict with another item. */
  versions: T[];
}

/** The fields by which addresses name an item: no two items of a kind may share a value. */
const NAMES = ['id', 'slug'] as const;
type Name = (typeof NAMES)[number];

/**
 * Chooses which version of each item of a kind is shown, so that a fault affects its own item only. An item with faults is
 * shown in its last valid version, unless one of them hides it. Of two items with the same id or slug, the one that was shown under it before is shown,
 * else the older one.
 */
export class LastValid<T extends object> {
  #last: ReadonlyMap<string, Versions<T>> = new Map();
  /** The items of the last load with their entries, if all were valid: `#last` is made of them once it is needed. */
  #allValid?: { parsedItems: readonly ParsedItem<T>[]; entries: Entry<T>[] };

  /**
   * Resolves with the items to show with their places, in the order given, and all faults: those of each item and the conflicts
   * between them. It yields to the event loop between items; one call at a time.
   */
  async resolve(parsedItems: readonly ParsedItem<T>[]): Promise<Resolved<T>> {
    const valid = this.#entriesUnderSameNames(parsedItems) ?? (await entriesOfValid(parsedItems));
    if (valid) {
      this.#allValid = { parsedItems, entries: valid };
      return { entries: valid, faults: [] };
    }
    if (this.#allValid) this.#last = versionsOf(this.#allValid.parsedItems);
    this.#allValid = undefined;
    const slice = new TimeSlice();
    const candidates: Candidate<T>[] = [];
    for (const parsed of parsedItems) {
      candidates.push(this.#candidate(parsed));
      if (slice.isUsedUp) await slice.end();
    }
    const next = new Map<string, Versions<T>>();
    const conflictFaults = new Map<ParsedItem<T>, Fault[]>();
    const shown = new Map<ParsedItem<T>, T>();
    const owners: Owners<T> = { id: new Map(), slug: new Map() };
    for (const { parsed, versions, valid } of hasConflict(candidates) ? byPrecedence(candidates) : candidates) {
      const item = versions.find((version) => {
        const conflicts = conflictsOf(version, owners);
        // Only the new version's conflicts are faults of its file: the older version had none when it was shown.
        if (version === parsed.item && conflicts.length > 0) {
          const faults = conflicts.map(({ name, message }) => parsed.faultAt(name, message));
          conflictFaults.set(parsed, faults);
        }
        return conflicts.length === 0;
      });
      if (item) {
        shown.set(parsed, item);
        for (const name of NAMES) {
          const text = nameOf(item, name);
          if (text !== undefined) owners[name].set(text, parsed);
        }
      }
      if (slice.isUsedUp) await slice.end();
      if (parsed.key === undefined || next.get(parsed.key)?.shown) continue;
      const isValid = parsed.faults.length === 0 && item === parsed.item;
      next.set(parsed.key, { shown: item, valid: isValid ? item : valid });
    }
    this.#last = next;
    const entries: Entry<T>[] = [];
    const faults: Fault[] = [];
    for (const parsed of parsedItems) {
      const item = shown.get(parsed);
      if (item) entries.push({ place: parsed.place, item });
      faults.push(...parsed.faults, ...(conflictFaults.get(parsed) ?? []));
      if (slice.isUsedUp) await slice.end();
    }
    return { entries, faults };
  }

  /** Fast path after an edit: every item is valid, and no id or slug has changed. */
  #entriesUnderSameNames(parsedItems: readonly ParsedItem<T>[]): Entry<T>[] | undefined {
    const last = this.#allValid;
    if (last?.parsedItems.length !== parsedItems.length) return undefined;
    const entries = [...last.entries];
    for (const [index, { item, place, key, faults }] of parsedItems.entries()) {
      const before = last.parsedItems[index];
      if (parsedItems[index] === before) continue;
      if (!item || !before?.item || faults.length > 0 || key !== before.key) return undefined;
      const { item: itemBefore } = before;
      if (NAMES.some((name) => nameOf(item, name) !== nameOf(itemBefore, name))) return undefined;
      entries[index] = { place, item };
    }
    return entries;
  }

  #candidate(parsed: ParsedItem<T>): Candidate<T> {
    const isHidden = parsed.faults.some(({ hides }) => hides);
    const { shown, valid } = (!isHidden && parsed.key !== undefined && this.#last.get(parsed.key)) || {};
    const versions = parsed.faults.length > 0 ? [valid ?? parsed.item] : [parsed.item, valid];
    return { parsed, shown, valid, versions: versions.filter((version) => version !== undefined) };
  }
}

/** Fast path, the usual case: no item has a fault, and no two have the same id or slug. */
async function entriesOfValid<T extends object>(
  parsedItems: readonly ParsedItem<T>[],
): Promise<Entry<T>[] | undefined> {
  const slice = new TimeSlice();
  const names = { id: new Set<string>(), slug: new Set<string>() };
  const entries: Entry<T>[] = [];
  for (const { faults, item, place } of parsedItems) {
    if (!item || faults.length > 0) return undefined;
    for (const name of NAMES) {
      const text = nameOf(item, name);
      if (text !== undefined && names[name].size === names[name].add(text).size) return undefined;
    }
    entries.push({ place, item });
    if (slice.isUsedUp) await slice.end();
  }
  return entries;
}

/** The versions of items that are all valid. */
function versionsOf<T extends object>(parsedItems: readonly ParsedItem<T>[]): Map<string, Versions<T>> {
  const versions = new Map<string, Versions<T>>();
  for (const { key, item } of parsedItems)
    if (key !== undefined && !versions.has(key)) versions.set(key, { valid: item, shown: item });
  return versions;
}

function hasConflict(candidates: readonly Candidate<object>[]): boolean {
  return NAMES.some((name) => {
    const seen = new Set<string>();
    return candidates.some(({ versions: [version] }) => {
      const text = version && nameOf(version, name);
      return text !== undefined && seen.size === seen.add(text).size;
    });
  });
}

/** The items that have an id or a slug. */
type Owners<T> = Record<Name, Map<string, ParsedItem<T>>>;

/** An element for the id, and one for the slug, if another item already has the same. */
function conflictsOf(item: object, owners: Owners<object>): { name: Name; message: string }[] {
  const conflicts: { name: Name; message: string }[] = [];
  for (const name of NAMES) {
    const text = nameOf(item, name);
    const owner = text === undefined ? undefined : owners[name].get(text);
    if (owner) conflicts.push({ name, message: `${text} is already used by ${owner.label()}` });
  }
  return conflicts;
}

/** In the order in which candidates get an id or slug that several have: those that were shown under it first, then the older. */
function byPrecedence<T extends object>(candidates: readonly Candidate<T>[]): Candidate<T>[] {
  return candidates
    .map((candidate) => ({ candidate, rank: rank(candidate), date: dateOf(candidate.versions[0]) }))
    .sort((a, b) => a.rank - b.rank || compare(a.date, b.date))
    .map(({ candidate }) => candidate);
}

/** 0: shown before as it is; 1: shown before under the same id and slug; 2: under others; 3: not shown before. */
function rank({ shown, versions: [version] }: Candidate<object>): number {
  if (!shown || !version) return 3;
  if (isDeepStrictEqual(shown, version)) return 0;
  return NAMES.every((name) => nameOf(shown, name) === nameOf(version, name)) ? 1 : 2;
}

/** The id or slug; undefined if there is none. A slug equal to the id does not count: both come from the file's name. */
function nameOf(item: object, name: Name): string | undefined {
  const text: unknown = Reflect.get(item, name);
  return typeof text === 'string' && !(name === 'slug' && text === Reflect.get(item, 'id')) ? text : undefined;
}

/** The item's own date in milliseconds since 1970; Infinity, so the newest, without one. */
function dateOf(item: object | undefined): number {
  const { published_at, created_at }: { published_at?: unknown; created_at?: unknown } = item ?? {};
  const time = Date.parse(String(published_at ?? created_at ?? ''));
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}

/** Infinity minus Infinity is NaN, which `sort` does not accept. */
const compare = (a: number, b: number) => (a === b ? 0 : a - b);
