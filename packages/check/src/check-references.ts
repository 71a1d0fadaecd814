import { type ContentFile, faultAt, kindsNamedBy, type LoadedKind, originalOf } from '@foyer/folder';
import type { Finding } from './findings.ts';

/** A finding for each category, department, parent and subject that an item names by its key alone, and that is nowhere: the key is shown as its name. */
export function checkReferences(sources: readonly ContentFile[], kinds: readonly LoadedKind[]): Finding[] {
  const known = new Map(
    kinds.map(({ name, entries }) => [name, new Set(entries.flatMap(({ item }) => Object.values(keysOf(item))))]),
  );
  return sources.flatMap((source) => {
    const [kind = ''] = originalOf(source.file).split(/\/|\.yaml$/, 1);
    const isItem = typeof source.value === 'object' && !Array.isArray(source.value);
    const items: [PropertyKey[], unknown][] = isItem
      ? [[[], source.value]]
      : Array.isArray(source.value)
        ? source.value.map((item, index) => [[index], item])
        : [];
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

const keysOf = (item: object): { id?: unknown; slug?: unknown } => ({
  ...('id' in item && { id: item.id }),
  ...('slug' in item && { slug: item.slug }),
});

/** Where an editor looks for it, or adds it. */
const placeOf = (kind: string): string => (FILES.has(kind) ? `the ids in ${kind}.yaml` : `the files of ${kind}/`);
const FILES = new Set(['category', 'subject']);
