import { type ContentFile, faultAt, kindsNamedBy, type LoadedKind, originalOf } from '@foyer/folder';
import { type Kind, kinds } from '@foyer/model';
import type { Finding } from './findings.ts';

/** A finding for each category, department, parent and subject that an item names by an id alone, and that is nowhere: pages show the id as its name. */
export function checkReferences(sources: readonly ContentFile[], loaded: readonly LoadedKind[]): Finding[] {
  const known = new Map(
    loaded.map(({ name, entries }) => [name, new Set(entries.flatMap(({ item }) => keysOf(item)))]),
  );
  return sources.flatMap((source) => {
    const [kind = ''] = originalOf(source.file).split(/\/|\.yaml$/, 1);
    const items: [PropertyKey[], unknown][] = Array.isArray(source.value)
      ? source.value.map((item, index) => [[index], item])
      : [[[], source.value]];
    return items.flatMap(([path, item]) =>
      Object.entries(item ?? {}).flatMap(([field, value]): Finding[] => {
        const named = kindsNamedBy(field, kind);
        if (!named || (typeof value !== 'string' && typeof value !== 'number') || value === '') return [];
        if (named.some((name) => known.get(name)?.has(String(value)))) return [];
        const message = `${value}: expected one of ${named.map(placeOf).join(', ')}`;
        return [{ ...faultAt(source, [...path, field], message), rule: 'reference', level: 'fault' }];
      }),
    );
  });
}

const keysOf = (item: object): unknown[] => [Reflect.get(item, 'id'), Reflect.get(item, 'slug')];

/** Where an editor looks for it, or adds it. */
const placeOf = (kind: string): string => (LISTS.has(kind) ? `the ids in ${kind}.yaml` : `the files of ${kind}/`);
const LISTS = new Set(
  Object.entries(kinds).flatMap(([name, { folder }]: [string, Kind]) => (folder?.layout === 'list' ? name : [])),
);
