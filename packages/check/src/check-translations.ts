import { type ContentFile, contradictions, type Fault, faultAt, type MarkdownFile, translationOf } from '@foyer/folder';

/** Returns a fault for each fact of a translation that contradicts its original, whose fact is the one that is shown. */
export function checkTranslations(sources: readonly (ContentFile | MarkdownFile)[]): Fault[] {
  const byFile = new Map(sources.map((source) => [source.file, source]));
  return sources.flatMap((source) => {
    const translation = translationOf(source.file);
    const original = translation && byFile.get(translation.original);
    if (!original) return [];
    return contradictions(source.value, fieldsOf(original)).map(({ path, value, originalValue }) => {
      const expected =
        originalValue === undefined ? `${original.file}, which has none` : `${originalValue} in ${original.file}`;
      return faultAt(source, path, `${value} contradicts ${expected}`);
    });
  });
}

/** What an original says; an item has its id and its slug from the name of its file if it says none. */
function fieldsOf(original: ContentFile | MarkdownFile): unknown {
  const { value } = original;
  if (!('slug' in original) || typeof value !== 'object' || value === null) return value;
  return { id: original.slug, slug: original.slug, ...value };
}
