import { readdir } from 'node:fs/promises';
import { kindsNamedBy, originalOf, readMarkdown, readYaml } from '@foyer/folder';
import type { HasPicker } from './editor-fields.ts';

/** `news/a.ne.md`, `report.yaml`: not what lies in `media/`, or deeper. */
const CONTENT_FILE = /^[^/]+(?:\/[^/]+\.md|\.yaml)$/;

/**
 * Reads which fields of which kinds can offer the items that they name. A picker writes an id alone, `category: markets`: a form with one
 * would lose what a file says as `{ slug: markets, name: Markets }`, so there is none while a file of the kind says it so.
 */
export async function readPickers(dir: string): Promise<HasPicker> {
  const names = await readdir(dir, { recursive: true });
  const written = new Set<string>();
  for (const file of names.filter((name) => CONTENT_FILE.test(name))) {
    const { value } = file.endsWith('.md') ? readMarkdown(dir, file) : readYaml(dir, file);
    const [kind = ''] = originalOf(file).split(/\/|\.yaml$/, 1);
    const items: unknown[] = Array.isArray(value) ? value : [value];
    for (const item of items)
      for (const [field, named] of Object.entries(item ?? {}))
        if (kindsNamedBy(field, kind) && typeof named === 'object' && named !== null) written.add(`${kind} ${field}`);
  }
  return (field, kind) => !written.has(`${kind} ${field}`);
}
