import { contentSchemas, type JsonSchema, originalOf, translationOf } from '@foyer/folder';
import type { Files } from './write-folder.ts';

/* The JSON Schemas as files of a content folder. The site ignores them: their folder begins with a dot. */

export const SCHEMAS_FOLDER = '.schemas';

const schemas = new Map(contentSchemas().map((schema) => [schema.kind, schema]));

/** A file for each schema, by its name in SCHEMAS_FOLDER. */
export function schemaFiles(): Files {
  const files: Files = new Map();
  for (const { kind, schema, translation } of schemas.values()) {
    files.set(nameOf(kind, false), textOf(schema));
    if (translation) files.set(nameOf(kind, true), textOf(translation));
  }
  return files;
}

/** The schema of a content file, and the line by which programs for editors find it. */
export function schemaOf(file: string): { schema: JsonSchema; line: string } {
  const kind = originalOf(file).split(/[/.]/, 1)[0] ?? '';
  const isTranslation = translationOf(file) !== undefined;
  const found = schemas.get(kind);
  const schema = isTranslation ? found?.translation : found?.schema;
  if (!schema) throw new Error(`${file}: no schema is for this file`);
  const up = '../'.repeat(file.split('/').length - 1);
  return { schema, line: `# yaml-language-server: $schema=${up}${SCHEMAS_FOLDER}/${nameOf(kind, isTranslation)}\n` };
}

const nameOf = (kind: string, isTranslation: boolean): string =>
  isTranslation ? `${kind}.translation.json` : `${kind}.json`;

const textOf = (schema: JsonSchema): string => `${JSON.stringify(schema, null, 2)}\n`;
