import { expect, test } from 'vitest';
import { createParseContext } from '../../gateway/src/field-parsers.ts';
import { kinds } from '../../model/src/kinds/index.ts';
import { issuesOf } from '../../model/src/schema/issues.ts';
import type { Kind } from '../../model/src/schema/kind.ts';
import { isMarkedKind } from '../src/editions.ts';

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
