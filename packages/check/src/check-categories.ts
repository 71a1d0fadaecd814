import { type ContentFile, faultAt, originalOf } from '@foyer/folder';
import { CATEGORISED, textLocale } from '@foyer/model';
import type { Finding } from './findings.ts';

/*
 * The category of an item is its slug and its name. Another name for a slug is shown for some of its items only, and another slug
 * for a name makes a second category that looks the same.
 */

interface Place {
  text: string;
  source: ContentFile;
  path: readonly PropertyKey[];
}

/** The kinds whose items share the pages of categories, and the file with their names. */
const shared = new Set<string>([...Object.values(CATEGORISED), 'category']);

export function checkCategories(sources: readonly ContentFile[]): Finding[] {
  const findings: Finding[] = [];
  const nameOfSlug = new Map<string, Place>();
  const slugOfName = new Map<string, Place>();
  for (const source of sources) {
    const [kind = ''] = originalOf(source.file).split(/\/|\.yaml$/, 1);
    for (const { slug, name, path } of kind === 'category' ? namesIn(source.value) : categoriesIn(source.value)) {
      // Each language has a name of its own.
      const scope = `${shared.has(kind) ? '' : kind} ${textLocale(name, 'en')}`;
      const differs = (known: Map<string, Place>, key: string, text: string, message: (other: Place) => string) => {
        const other = known.get(key);
        if (!other) known.set(key, { text, source, path });
        else if (other.text !== text)
          findings.push({ ...faultAt(source, path, message(other)), rule: 'category', level: 'fault' });
      };
      const at = (other: Place) => `in ${other.source.file}:${other.source.positionOf(other.path).line}`;
      const names = (other: Place) =>
        `the slug ${slug} has the name “${other.text}” ${at(other)}, and here “${name}”: write one`;
      const slugs = (other: Place) =>
        `the category “${name}” has the slug ${other.text} ${at(other)}, and here ${slug}: write one`;
      differs(nameOfSlug, `${scope} ${slug.toLowerCase()}`, name, names);
      differs(slugOfName, `${scope} ${name.toLowerCase().replace(/\s+/g, ' ')}`, slug, slugs);
    }
  }
  return findings;
}

/** Of category.yaml. */
const namesIn = (value: unknown): ReturnType<typeof categoriesIn> =>
  (Array.isArray(value) ? value : []).flatMap((element: unknown, index) =>
    isObject(element) && 'id' in element && 'name' in element
      ? [{ slug: String(element.id), name: String(element.name), path: [index, 'name'] }]
      : [],
  );

/** Of an item, or of the elements of a list. */
function categoriesIn(value: unknown): { slug: string; name: string; path: PropertyKey[] }[] {
  if (Array.isArray(value))
    return value.flatMap((element, index) =>
      Array.isArray(element) ? [] : categoriesIn(element).map((found) => ({ ...found, path: [index, ...found.path] })),
    );
  const category: unknown = isObject(value) && 'category' in value ? value.category : undefined;
  if (!isObject(category) || !('slug' in category) || !('name' in category)) return [];
  const [slug, name] = [category.slug, category.name].map((part) => String(part ?? '').trim());
  return slug && name ? [{ slug, name, path: ['category'] }] : [];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
