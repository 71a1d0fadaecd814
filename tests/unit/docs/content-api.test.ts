import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createParseContext } from '../../../packages/gateway/src/field-parsers.ts';
import { kinds } from '../../../packages/model/src/kinds/index.ts';
import type { Kind } from '../../../packages/model/src/schema/kind.ts';
import { contentApiDocuments } from '../../../scripts/content-api-documents.ts';

const document = readFileSync('docs/content-api.md', 'utf8');
const ctx = { ...createParseContext({ timeZone: 'UTC', videoOrigins: [], onDropped: () => {} }), strict: true };

it('the documents are what scripts/print-content-api.mjs writes', async () => {
  const documents = await contentApiDocuments();
  for (const [path, text] of documents)
    expect(readFileSync(path, 'utf8') === text, `${path}: run node scripts/print-content-api.mjs`).toBe(true);
  const schemas = readdirSync('docs/schemas').map((name) => `docs/schemas/${name}`);
  expect(schemas.filter((path) => !documents.has(path))).toEqual([]);
});

describe('the documented fields of', () => {
  const shared = fieldsIn(/\*\*Every item\*\*: ([\s\S]*?)\n\n/.exec(document)?.[1] ?? '');
  const sections = document.split(/\n(?=Items have|Other content has)/).slice(1);
  const [items = new Map(), others = new Map()] = sections.map(rowsIn);
  const sources = Object.entries(kinds).flatMap(([name, { folder }]: [string, Kind]) =>
    folder ? [{ name, schema: folder.schema(ctx) }] : [],
  );

  it.each(sources)('$name are those of its schema', ({ name, schema }) => {
    const further = items.get(name);
    const documented = further ? [...shared, ...further] : (others.get(name) ?? []);
    // Our own API sends description_text in lists; any date may have its text in Bikram Sambat beside it; former addresses are of content folders.
    expect(documented.sort()).toEqual(
      knownFields(schema)
        .filter((field) => field !== 'description_text' && field !== 'aliases' && !field.endsWith('_bs'))
        .sort(),
    );
  });
});

/** The fields that a strict schema names when it rejects another one. */
function knownFields(schema: { safeParse(value: unknown): { error?: Error } }): string[] {
  const unknownField = 'x'.repeat(60);
  const message = schema.safeParse({ [unknownField]: true }).error?.message ?? '';
  return /expected one of ([\w, ]+)/.exec(message)?.[1]?.split(', ') ?? [];
}

/** The documented fields of each kind in the first table of a section. */
function rowsIn(section: string): Map<string, string[]> {
  const rows = section.split('\n').filter((line) => /^\| [a-zA-Z, -]+ \| `/.test(line));
  return new Map(
    rows.flatMap((row) => {
      const [, names = '', fields = ''] = row.split('|');
      return names.split(',').map((name): [string, string[]] => [name.trim(), fieldsIn(fields)]);
    }),
  );
}

/** `menu[]{label, href}` is the field menu. */
function fieldsIn(text: string): string[] {
  return [...text.matchAll(/`(\w+)[^`]*`/g)].map(([, name = '']) => name);
}
