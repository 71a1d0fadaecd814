import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { fieldTextKey, fieldTextKeys } from '../src/field-texts.ts';
import { ITEM_TEXTS } from '../src/field-texts-of-items.ts';
import { SITE_TEXTS } from '../src/field-texts-of-site.ts';
import { contentSchemas, type JsonSchema } from '../src/json-schemas.ts';
import { translationOf } from '../src/translation-files.ts';

/* The JSON Schemas accept what the loader accepts: the example's files pass, and what an editor mistypes does not. */

const schemas = contentSchemas();
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
for (const keyword of ['x-foyer', 'patternErrorMessage']) ajv.addKeyword(keyword);

function schemaOf(file: string): JsonSchema {
  const found = schemas.find(({ kind }) => kind === file.split(/[/.]/)[0]);
  const schema = translationOf(file) ? found?.translation : found?.schema;
  if (!schema) throw new Error(`no schema for ${file}`);
  return schema;
}

function faultsOf(file: string, value: unknown): string[] {
  const validate = ajv.compile(schemaOf(file));
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const files = readdirSync('content', { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^(?!README|media).*\.(md|yaml)$/.test(file),
);

it('every file of the example passes', () => {
  const faults = files.flatMap((file) => {
    // As the programs of editors read it.
    const text = readFileSync(join('content', file), 'utf8');
    const [, frontMatter = ''] = text.split(/^---\n/m);
    return faultsOf(file, load(file.endsWith('.md') ? frontMatter : text)).map((fault) => `${file}: ${fault}`);
  });
  expect(files.length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

describe('rejected is', () => {
  const id = 1;
  it.each([
    ['a misspelt field', 'notice/a.md', { name: 'A', expires: '2027-01-15' }, ' must NOT have additional properties'],
    ['a misspelt field of a translation', 'notice/a.ne.md', { nam: 'A' }, ' must NOT have additional properties'],
    ['a missing name', 'notice/a.md', { summary: 'B' }, " must have required property 'name'"],
    ['an empty name', 'notice/a.md', { name: '' }, '/name must NOT have fewer than 1 characters'],
    ['a name without a text', 'notice/a.md', { name: null }, '/name must be string,number'],
    ['a text in place of files', 'news/a.md', { name: 'A', files: '/media/a.jpg' }, '/files must be array,null'],
    [
      'a file without its place',
      'news/a.md',
      { name: 'A', files: [{ alt: 'B' }] },
      "/files/0 must have required property 'location'",
    ],
    ['a yes in place of true', 'notice/a.md', { name: 'A', is_pinned: 'yes' }, '/is_pinned must be boolean'],
    ['a date in words', 'notice/a.md', { name: 'A', expires_at: '1 May' }, '/expires_at must match pattern'],
    ['an id with a space', 'faq.yaml', [{ id: 'a b', question: 'A?', answer: 'B' }], '/0/id must match pattern'],
    ['a missing answer', 'faq.yaml', [{ id, question: 'A?' }], "/0 must have required property 'answer'"],
    ['an object in place of a list', 'faq.yaml', { id, question: 'A?', answer: 'B' }, ' must be array,null'],
    [
      'an unknown type',
      'sliders.yaml',
      [{ type: 3, title: 'A' }],
      '/0/type must be equal to one of the allowed values',
    ],
    [
      'an unknown icon',
      'home.yaml',
      { tasks: [{ label: 'A', href: '/', icon: 'star' }] },
      '/tasks/0/icon must be equal to one',
    ],
    [
      'the text in the front matter',
      'page/a.md',
      { name: 'A', description: 'B' },
      ' must NOT have additional properties',
    ],
  ])('%s', (_, file, value, fault) => {
    const faults = faultsOf(file, value);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(fault);
  });
});

it.each([
  ['a draft without anything but its name', 'news/a.md', { name: 'A', draft: true }],
  ['a number as a name', 'news/a.md', { name: 2027 }],
  ['fields without a value', 'news/a.md', { name: 'A', summary: null, created_at: '', files: null, category: null }],
  [
    'dates in each form',
    'news/a.md',
    { name: 'A', created_at: '2027-01-15 10:00', updated_at: '2027-01-15T10:00:00+05:45' },
  ],
  ['a translation of one field', 'site.ne.yaml', { tagline: 'क' }],
  ['an empty list', 'faq.yaml', null],
])('accepted is %s', (_, file, value) => {
  expect(faultsOf(file, value)).toEqual([]);
});

it('every field has a text for editors, and every text a field', () => {
  const fields = schemas.flatMap(({ kind, schema }) => fieldsOf(schema, [kind]));
  const without = fields.filter(({ schema }) => !schema.description).map(({ path }) => path.join('.'));
  expect(without).toEqual([]);
  const used = new Set(fields.map(({ path }) => fieldTextKey(path)));
  expect(fieldTextKeys.filter((key) => !used.has(key))).toEqual([]);
  // The second table would win without a word.
  expect(Object.keys(ITEM_TEXTS).filter((key) => key in SITE_TEXTS)).toEqual([]);
});

it('every field says what it is: a list, an object, a choice, or a form', () => {
  const unknown = schemas
    .flatMap(({ kind, schema }) => fieldsOf(schema, [kind]))
    .filter(({ schema }) => !schema.type && !schema.anyOf)
    .map(({ path }) => path.join('.'));
  expect(unknown).toEqual([]);
  const { properties } = schemaOf('notice/a.md');
  expect(properties).toMatchObject({
    name: { 'x-foyer': 'text' },
    is_pinned: { 'x-foyer': 'flag' },
    expires_at: { 'x-foyer': 'date' },
    files: { items: { properties: { location: { 'x-foyer': 'location' }, width: { 'x-foyer': 'number' } } } },
    draft: { 'x-foyer': 'flag' },
  });
  expect(schemaOf('faq.yaml').items).toMatchObject({ properties: { answer: { 'x-foyer': 'markdown' } } });
  expect(schemaOf('site.yaml').properties).toMatchObject({ accent: { 'x-foyer': 'colour' } });
  expect(schemaOf('redirects.yaml').items).toMatchObject({ properties: { to: { 'x-foyer': 'link' } } });
});

function fieldsOf(schema: JsonSchema, path: string[]): { path: string[]; schema: JsonSchema }[] {
  const items = asSchema(schema.items);
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
      const field = { path: [...path, name], schema: asSchema(value) };
      return [field, ...fieldsOf(field.schema, field.path)];
    }),
    ...(schema.items ? fieldsOf(items, path) : []),
    ...(schema.anyOf ?? []).flatMap((each) => fieldsOf(asSchema(each), path)),
  ];
}

const asSchema = (value: unknown): JsonSchema => (typeof value === 'object' && value !== null ? { ...value } : {});
