import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HasPicker } from './editor-fields.ts';

/**
 * Reads which fields of which kinds can offer what they name. A picker writes its key alone, `category: markets`: a form with one would lose what
 * an older file says as `{ slug: markets, name: Markets }`, so there is none while a file of the kind says it so.
 */
export async function readPickers(dir: string): Promise<HasPicker> {
  const names = await readdir(dir, { recursive: true }).catch(() => []);
  const files = names.filter((name) => /^[\w-]+(?:\/[^/]+\.md|(?:\.\w+)?\.yaml)$/.test(name));
  const written = new Set<string>();
  for (const file of files) {
    const [kind = ''] = file.split(/[/.]/, 1);
    const text = await readFile(join(dir, file), 'utf8').catch(() => '');
    const fields = file.endsWith('.md') ? text.split(/^---\s*$/m, 2).join('') : text;
    for (const [, field] of fields.matchAll(AS_OBJECT)) written.add(`${kind} ${field}`);
  }
  return (field, kind) => !written.has(`${kind} ${field}`);
}

/** A field of an item, or of the element of a list, with fields of its own. */
const AS_OBJECT = /^(?:- | {2})?(\w+):[ \t]*(?:\{|\r?\n[ \t]+\w+:)/gm;
