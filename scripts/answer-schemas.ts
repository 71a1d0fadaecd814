import {
  apiFieldText,
  asSchema,
  convertSchema,
  type JsonSchema,
  type SchemaStyle,
  strictContext,
  withDescriptions,
} from '@foyer/folder';
import {
  type CallPath,
  callPaths,
  calls,
  type FieldForm,
  file,
  filters,
  type Kind,
  type KindName,
  kindNames,
  kinds,
  pagination,
} from '@foyer/model';

/*
 * JSON Schemas (2020-12) of the answers of the content API, made from the kinds' own schemas: the form in which Foyer
 * serves them, so that there is one way to write each field. It reads more than that from a CMS (docs/content-api.md).
 */

/** Where a document has the schemas of the kinds. */
export type Reference = (name: string) => string;

const ADDRESS = { type: 'string', format: 'uri-reference' } as const;
const FORMS: Record<FieldForm, JsonSchema> = {
  text: { type: 'string' },
  number: { type: 'number' },
  flag: { type: 'boolean' },
  markdown: { type: 'string', contentMediaType: 'text/html' },
  date: { type: 'string', format: 'date-time' },
  location: ADDRESS,
  link: ADDRESS,
  colour: { type: 'string', pattern: '^#[0-9a-f]{6}$' },
  reference: { type: 'string' },
};
const STYLE: SchemaStyle = { target: 'draft-2020-12', form: (form) => FORMS[form], isAnswer: true };

/** The schemas that others refer to, as zod shows them: of a file, of what stands beside a list, and of each kind. */
const plain: Readonly<Record<string, JsonSchema>> = {
  file: convertSchema(file(strictContext), STYLE),
  pagination: convertSchema(pagination, STYLE),
  filters: convertSchema(filters(strictContext), STYLE),
  near: {
    type: 'object',
    properties: { name: { type: 'string' }, is_guess: { type: 'boolean' } },
    required: ['name', 'is_guess'],
  },
  ...Object.fromEntries(kindNames.map((kind) => [kind, plainKind(kind)])),
};

export const schemaNames: readonly string[] = Object.keys(plain);

/** What an item of a kind is; of a kind without items, what its call contains. */
function plainKind(kind: KindName): JsonSchema {
  const { folder }: Kind = kinds[kind];
  const path = callPaths.find((path) => calls[path].kind === kind);
  if (path === undefined) return folder ? convertSchema(folder.schema(strictContext), STYLE) : {};
  const data = plainData(path);
  const content = asSchema(data.properties?.[calls[path].name] ?? data);
  return content.items ? asSchema(content.items) : content;
}

/** The `data` of a call. The parts of an intersection are one object. */
function plainData(path: CallPath): JsonSchema {
  const { name, data } = calls[path];
  const { allOf = [], ...schema } = convertSchema(data(strictContext), STYLE);
  const parts = [schema, ...allOf.map(asSchema)];
  const properties: JsonSchema['properties'] = Object.assign({}, ...parts.map((part) => part.properties));
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  // An answer without its content is none.
  if (properties?.[name]) required.add(name);
  return { type: 'object', properties, required: [...required] };
}

/** One of `schemaNames`. */
export function namedSchema(name: string, reference: Reference): JsonSchema {
  const schema = withReferences({ ...plain[name] }, reference, () => undefined);
  // A file stands in the field `files`.
  return described(schema, [name === 'file' ? 'files' : name]);
}

/** The schema of a call's `data`. */
export function dataSchema(path: CallPath, reference: Reference): JsonSchema {
  const { kind, name, list } = calls[path];
  const data = plainData(path);
  if (isSame(data, plain[kind])) return { $ref: reference(kind) };
  if (list?.near) data.properties = { ...data.properties, near: { ...plain.near } };
  return described(
    withReferences(data, reference, (property) => (property === name ? kind : undefined)),
    [kind],
  );
}

const described = (schema: JsonSchema, path: string[]): JsonSchema => withDescriptions(schema, path, apiFieldText);
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Refers to a file or a kind wherever a field contains one: a field `blogs` contains blogs.
 * @param kindOf the kind in a field that has another name
 */
function withReferences(
  schema: JsonSchema,
  reference: Reference,
  kindOf: (property: string) => string | undefined,
): JsonSchema {
  const visit = (value: unknown, property: string): JsonSchema => {
    const name = [kindOf(property), property, 'file'].find((name) => name !== undefined && isSame(value, plain[name]));
    return name === undefined ? enter(asSchema(value), property) : { $ref: reference(name) };
  };
  const enter = (schema: JsonSchema, property = ''): JsonSchema => ({
    ...schema,
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, value]) => [name, visit(value, name)]),
      ),
    }),
    ...(schema.items && { items: visit(schema.items, property) }),
  });
  return enter(schema);
}
