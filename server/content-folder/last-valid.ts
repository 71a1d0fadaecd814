import { isDeepStrictEqual } from 'node:util';
import type { Fault } from './faults.ts';

/** What a file, or an element of a list, says. */
export interface Entry<T> {
  /** By which it is found again in the next version: its file, or its id in the list. None: it cannot be. */
  key?: string;
  faults: Fault[];
  /** What can be shown of it. Without faults there is always something. */
  item?: T;
  /** A fault at one of its fields. */
  faultAt(field: string, message: string): Fault;
  /** What it is called in a fault of another one. */
  where(): string;
}

interface Versions<T> {
  /** As it was last without fault. */
  valid?: T;
  /** As it was last shown. */
  shown?: T;
}

interface Candidate<T> extends Versions<T> {
  entry: Entry<T>;
  /** What is to be shown of it, and what instead where that has the name of another one. */
  items: T[];
}

const NAMES = ['id', 'slug'] as const;
type Name = (typeof NAMES)[number];

/**
 * The items of one kind, as they are shown: an entry with faults as it last was without, and of two with one name the
 * older. So a fault costs its own item only.
 */
export class LastValid<T extends object> {
  #last: ReadonlyMap<string, Versions<T>> = new Map();

  settle(entries: readonly Entry<T>[]): { items: T[]; faults: Fault[] } {
    const candidates = entries.map((entry) => this.#candidate(entry));
    const next = new Map<string, Versions<T>>();
    const faults = new Map(entries.map((entry) => [entry, [...entry.faults]]));
    const shown = new Map<Entry<T>, T>();
    const taken = { id: new Map<string, Entry<T>>(), slug: new Map<string, Entry<T>>() };
    for (const { entry, items, valid } of hasConflict(candidates) ? inOrderOfClaim(candidates) : candidates) {
      const item = items.find((item) => {
        const conflicts = NAMES.flatMap((name) => conflict(item, name, taken[name]));
        // What is shown instead was there before, without a conflict.
        if (item === entry.item) {
          faults.get(entry)?.push(...conflicts.map(({ name, message }) => entry.faultAt(name, message)));
        }
        return conflicts.length === 0;
      });
      if (item) {
        shown.set(entry, item);
        for (const name of NAMES) {
          const text = nameOf(item, name);
          if (text !== undefined) taken[name].set(text, entry);
        }
      }
      if (entry.key === undefined || next.get(entry.key)?.shown) continue;
      const isValid = entry.faults.length === 0 && item === entry.item;
      next.set(entry.key, { shown: item, valid: isValid ? item : valid });
    }
    this.#last = next;
    return { items: entries.flatMap((entry) => shown.get(entry) ?? []), faults: [...faults.values()].flat() };
  }

  #candidate(entry: Entry<T>): Candidate<T> {
    const { shown, valid } = (entry.key !== undefined && this.#last.get(entry.key)) || {};
    const items = entry.faults.length > 0 ? [valid ?? entry.item] : [entry.item, valid];
    return { entry, shown, valid, items: items.filter((item) => item !== undefined) };
  }
}

function hasConflict(candidates: readonly Candidate<object>[]): boolean {
  return NAMES.some((name) => {
    const names = candidates.flatMap(({ items: [item] }) => (item && nameOf(item, name)) ?? []);
    return new Set(names).size < names.length;
  });
}

function conflict(
  item: object,
  name: Name,
  taken: ReadonlyMap<string, Entry<object>>,
): { name: Name; message: string }[] {
  const text = nameOf(item, name);
  const other = text === undefined ? undefined : taken.get(text);
  return other ? [{ name, message: `${text} is that of ${other.where()} already` }] : [];
}

/** Where two have one name, the one goes first that was served under it, and else the older one. */
function inOrderOfClaim<T extends object>(candidates: readonly Candidate<T>[]): Candidate<T>[] {
  return candidates
    .map((candidate) => ({ candidate, rank: rank(candidate), date: dateOf(candidate.items[0]) }))
    .sort((a, b) => a.rank - b.rank || compare(a.date, b.date))
    .map(({ candidate }) => candidate);
}

function rank({ shown, items: [item] }: Candidate<object>): number {
  if (!shown || !item) return 3;
  if (isDeepStrictEqual(shown, item)) return 0;
  return NAMES.every((name) => nameOf(shown, name) === nameOf(item, name)) ? 1 : 2;
}

/** What an item is called by its file is its id and its slug: that counts once. */
function nameOf(item: object, name: Name): string | undefined {
  const text: unknown = Reflect.get(item, name);
  return typeof text === 'string' && !(name === 'slug' && text === Reflect.get(item, 'id')) ? text : undefined;
}

/** By an item's own date; one without is the newer. */
function dateOf(item: object | undefined): number {
  const { published_at, created_at }: { published_at?: unknown; created_at?: unknown } = item ?? {};
  const time = Date.parse(String(published_at ?? created_at ?? ''));
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}

const compare = (a: number, b: number) => (a === b ? 0 : a - b);
