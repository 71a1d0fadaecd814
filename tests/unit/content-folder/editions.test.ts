import { expect, test } from 'vitest';
import { kinds } from '../../../packages/model/src/kinds/index.ts';
import { issuesOf } from '../../../packages/model/src/schema/issues.ts';
import type { Kind } from '../../../packages/model/src/schema/kind.ts';
import { createParseContext } from '../../../server/content-api/field-parsers.ts';
import { isMarkedKind } from '../../../server/content-folder/editions.ts';

const strict = { ...createParseContext({ timeZone: 'UTC', videoOrigins: [], onDropped: () => {} }), strict: true };
const folders = Object.entries(kinds).flatMap(([name, { folder }]: [string, Kind]) =>
  folder ? [{ name, folder }] : [],
);

test.each(folders)('the schema of $name has a language exactly if the kind is marked', ({ folder }) => {
  const { error } = folder.schema(strict).safeParse({ lang: 'en', translations: {} });
  // A strict schema rejects fields that it does not have.
  const faulty = error ? issuesOf(error).map(({ path }) => path[0]) : [];
  expect(!faulty.includes('lang') && !faulty.includes('translations')).toBe(isMarkedKind(folder));
});
