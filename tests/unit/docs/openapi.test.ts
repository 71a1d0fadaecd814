import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiTextKeys, fieldTextKey } from '../../../packages/folder/src/field-texts.ts';
import { readCall } from '../../../packages/gateway/src/call.ts';
import { AnswerNormaliser } from '../../../packages/gateway/src/normalise-answer.ts';
import { type CallPath, callPaths, kindNames, listCallOf } from '../../../packages/model/src/content-api.ts';
import { ContentError } from '../../../packages/model/src/content-error.ts';
import { setContentClock } from '../../../packages/model/src/dates/time.ts';
import { EXAMPLE_TIME, exampleQuery } from '../../../scripts/example-answers.ts';
import { faultsOf, newAjv, openApiDocument, openApiText } from '../../support/openapi.ts';

/* docs/openapi.json says what the server does: its calls, their parameters, and an answer of each. */

const { paths, components } = openApiDocument;

it('has every call, and nothing else', () => {
  expect(Object.keys(paths)).toEqual(callPaths.map((path) => `/${path}`));
  const ids = Object.values(paths).map(({ get }) => get.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('refers to what it has', () => {
  const references = [...openApiText.matchAll(/"\$ref": "#\/components\/(\w+)\/([\w-]+)"/g)];
  expect(references.length).toBe(openApiText.split('"$ref"').length - 1);
  const parts: Record<string, object> = components;
  const missing = references.filter(([, part = '', name = '']) => !Object.hasOwn(parts[part] ?? {}, name));
  expect(missing.map(([text]) => text)).toEqual([]);
});

it('names no machine', () => {
  expect(openApiText).not.toMatch(/127\.0\.0\.1|localhost|\/tmp\/|\/home\/|\/work\//);
});

describe('each call', () => {
  const operationOf = (path: CallPath) => paths[`/${path}`]?.get;
  const exampleOf = (path: CallPath): unknown => {
    const ok = operationOf(path)?.responses['200'];
    return ok && 'content' in ok ? ok.content['application/json'].example : undefined;
  };

  beforeAll(() => setContentClock(() => EXAMPLE_TIME));
  afterAll(() => setContentClock(() => Date.now()));

  it('has an example that fits its schema, which not everything does', () => {
    const faults = callPaths.flatMap((path) => faultsOf(path, exampleOf(path)).map((fault) => `${path}: ${fault}`));
    expect(faults).toEqual([]);
    const OTHERS = [
      { error: false, data: null },
      { error: true, message: 'no such content' },
    ];
    expect(callPaths.filter((path) => OTHERS.some((other) => faultsOf(path, other).length === 0))).toEqual([]);
  });

  it('has an example that is read as it is', () => {
    const normaliser = new AnswerNormaliser({ timeZone: 'Asia/Kathmandu', locales: ['en', 'ne'], videoOrigins: [] });
    const read = callPaths.map((path) => {
      const call = readCall(path, { id: '1', slug: 'one', ...exampleQuery(path) });
      const bytes = Buffer.from(JSON.stringify(exampleOf(path)));
      const result = normaliser.normalise(call, { bytes, status: 200 });
      if (result.kind !== 'answer') return [path, result.message];
      const { data, faults } = result.answer;
      return [path, faults.length > 0 ? faults : { error: false, data: JSON.parse(JSON.stringify(data)) }];
    });
    expect(Object.fromEntries(read)).toEqual(Object.fromEntries(callPaths.map((path) => [path, exampleOf(path)])));
  });

  it('says which failures there are', () => {
    const STATUSES = '200,400,404,429,502,503,504';
    const others = callPaths.filter((path) => Object.keys(operationOf(path)?.responses ?? {}).join() !== STATUSES);
    expect(others).toEqual([]);
  });

  it('has the parameters that the server reads', () => {
    const known = new Set(callPaths.flatMap((path) => parameterNames(path)));
    for (const path of callPaths) {
      const documented = (operationOf(path)?.parameters ?? []).map((item) => {
        const found = '$ref' in item ? components.parameters[item.$ref.split('/').at(-1) ?? ''] : item;
        if (!found) throw new Error('a reference to nothing');
        return found;
      });
      const inPath = documented.filter((item) => item.in === 'path').map(({ name }) => name);
      expect(inPath, path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      const query = documented.filter((item) => item.in === 'query');
      const read = [...known].filter((name) => VALUES(name).some((value) => isRead(path, name, value)));
      expect(query.map(({ name }) => name).sort(), path).toEqual(read.sort());
      for (const { name, schema } of query) {
        for (const value of (schema.enum ?? [
          schema.const ?? (schema.format === 'date' ? '2026-08-09' : 'Kaski'),
        ]) as string[]) {
          if (schema.type !== 'integer') expect(isRead(path, name, value), `${path}?${name}=${value}`).toBe(true);
        }
        for (const value of beyond(schema))
          expect(statusOf(path, { [name]: value }), `${path}?${name}=${value}`).toBe(400);
      }
    }
  });
});

describe('the form in which we serve', () => {
  const notice = { id: '1', name: 'Meeting', created_at: '2026-11-22T12:00:00+05:45', files: [{ location: '/a.pdf' }] };
  const faults = (fields: object) =>
    faultsOf('notice/{id}', { error: false, data: { notice: { ...notice, ...fields } } });

  it('is the one that is documented, and open for other fields', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ created_at_text: 'November 22nd 2026', views: 3 })).toEqual([]);
  });

  it.each([
    [{ id: 1 }, '/data/notice/id must be string'],
    [{ name: undefined }, "/data/notice must have required property 'name'"],
    [{ created_at: '2026-11-22 12:00:00' }, '/data/notice/created_at must match format "date-time"'],
    [{ files: null }, '/data/notice/files must be array'],
    [{ files: [{ location: 'a b.pdf' }] }, '/data/notice/files/0/location must match format "uri-reference"'],
  ])('is not that of %j', (fields, fault) => {
    expect(faults(fields)).toEqual([fault]);
  });
});

/** Names that any call may read. */
/** Of lists, and of tables. */
const COMMON = ['page', 'per_page', 'near', 'sort', 'search', 'filter', 'from', 'to'];
const parameterNames = (path: CallPath): string[] => {
  const list = listCallOf(path);
  return list ? [...COMMON, list.searchParameter, ...list.filters, ...list.flags] : COMMON;
};

/** Values of which a parameter reads one. */
const VALUES = (name: string): string[] =>
  name === 'page' || name === 'per_page' ? ['2'] : ['Kaski', '1', 'name', 'a:b', '2026-08-09'];

/** Whether a parameter changes the call. */
function isRead(path: CallPath, name: string, value: string): boolean {
  try {
    return addressOf(path, { [name]: value }) !== addressOf(path, {});
  } catch {
    return false;
  }
}

const addressOf = (path: CallPath, parameters: Record<string, string>): string =>
  readCall(path, { id: '1', slug: 'one', ...parameters }).address;

function statusOf(path: CallPath, parameters: Record<string, string>): number {
  try {
    addressOf(path, parameters);
    return 200;
  } catch (error) {
    return error instanceof ContentError ? error.status : 500;
  }
}

/** Values that a parameter's schema does not allow. */
function beyond({ type, minimum, maximum, maxLength, enum: names }: Record<string, unknown>): string[] {
  if (type === 'integer') return [String(Number(minimum) - 1), ...(maximum ? [String(Number(maximum) + 1)] : []), 'x'];
  if (names) return ['x'];
  return maxLength ? ['x'.repeat(Number(maxLength) + 1)] : [];
}

describe('the schemas', () => {
  it('stand in files of their own, each with all that it refers to', () => {
    const schemas = kindNames.map((kind) => [kind, JSON.parse(readFileSync(`docs/schemas/${kind}.json`, 'utf8'))]);
    expect(schemas.filter(([, schema]) => newAjv().compile(schema)(1)).map(([kind]) => kind)).toEqual([]);
    const own = schemas.map(([kind, { $schema, title, $defs, ...schema }]) => [
      kind,
      JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/')),
    ]);
    expect(Object.fromEntries(own)).toEqual(
      Object.fromEntries(kindNames.map((kind) => [kind, components.schemas[kind]])),
    );
  });

  it('say nothing that only editors of files know', () => {
    const texts = descriptionsOf(components.schemas);
    expect(texts.length).toBeGreaterThan(200);
    expect(texts.filter((text) => /Markdown|in quotes|\.yaml|\.md\b|this folder|its file|npm /.test(text))).toEqual([]);
  });

  it('explain every field, and every text explains one', () => {
    const fields = Object.entries(components.schemas)
      .filter(([name]) => kindNames.some((kind) => kind === name))
      .flatMap(([name, schema]) => fieldsOf(schema, [name]));
    expect(fields.filter(({ schema }) => !schema.description).map(({ path }) => path.join('.'))).toEqual([]);
    const all = Object.fromEntries(apiTextKeys.map((key) => [key, key]));
    const shared = fieldsOf(components.schemas.file, ['files']);
    const ofItems = Object.values(paths).flatMap(({ get }) => {
      const ok = get.responses['200'];
      return ok && 'content' in ok ? dataFields(get.tags[0] ?? '', ok.content['application/json'].schema) : [];
    });
    const used = new Set([...fields, ...shared, ...ofItems].map(({ path }) => fieldTextKey(path, all)));
    expect(apiTextKeys.filter((key) => !used.has(key))).toEqual([]);
  });
});

interface Field {
  path: string[];
  schema: Record<string, unknown>;
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

function fieldsOf(schema: unknown, path: string[]): Field[] {
  const { properties, items } = record(schema);
  return [
    ...Object.entries(record(properties)).flatMap(([name, value]) => {
      const at = [...path, name];
      return [{ path: at, schema: record(value) }, ...fieldsOf(value, at)];
    }),
    ...(items === undefined ? [] : fieldsOf(items, path)),
  ];
}

const dataFields = (kind: string, schema: unknown): Field[] => fieldsOf(record(record(schema).properties).data, [kind]);

function descriptionsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(descriptionsOf);
  return Object.entries(record(value)).flatMap(([name, part]) =>
    name === 'description' && typeof part === 'string' ? [part] : descriptionsOf(part),
  );
}
