import { readFileSync } from 'node:fs';
import type { JsonSchema } from '@foyer/folder';
import { kindNames } from '@foyer/model';
import { namedSchema } from './answer-schemas.ts';
import { withTables } from './content-api-tables.ts';
import { exampleAnswers } from './example-answers.ts';
import { openApi } from './openapi.ts';

/* The documents of the content API that are derived from packages/model/src/kinds/ and the example's content. */

const GUIDE = 'docs/content-api.md';
export const OPENAPI = 'docs/openapi.json';

/** Each document by its path, as it should be. */
export async function contentApiDocuments(): Promise<Map<string, string>> {
  const schemas = kindNames.map((kind): [string, string] => [`docs/schemas/${kind}.json`, json(kindFile(kind))]);
  return new Map([
    [GUIDE, withTables(readFileSync(GUIDE, 'utf8'))],
    [OPENAPI, json(openApi(await exampleAnswers()))],
    ...schemas,
  ]);
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The schema of a kind with everything that it refers to. */
function kindFile(kind: string): JsonSchema {
  const referred = new Set<string>();
  const reference = (name: string) => {
    referred.add(name);
    return `#/$defs/${name}`;
  };
  const schema = namedSchema(kind, reference);
  const definitions: Record<string, JsonSchema> = {};
  // The set grows while it is walked.
  for (const name of referred) definitions[name] = namedSchema(name, reference);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: kind,
    ...schema,
    ...(referred.size > 0 && { $defs: definitions }),
  };
}
