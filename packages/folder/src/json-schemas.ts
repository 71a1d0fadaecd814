import { createParseContext } from '@foyer/gateway';
import {
  elementOf,
  type FieldForm,
  type FolderSource,
  formOf,
  ITEM_NAME,
  type Kind,
  kinds,
  type ParseContext,
  shapeOf,
  WALL_CLOCK,
  WITH_OFFSET,
} from '@foyer/model';
import * as z from 'zod';
import { fieldText } from './field-texts.ts';
import { UNTRANSLATED } from './unknown-files.ts';

/*
 * JSON Schemas (draft 7, which editors' programs know best) of the files in a content folder, made from the kinds' own
 * schemas. They say what an editor writes: the site accepts a little more, as "7" for a number.
 */

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What the files of a kind in a content folder hold. */
export interface ContentSchema {
  kind: string;
  /** `markdown`: the schema is that of the front matter, and the text below it is the field `description`. */
  layout: FolderSource['layout'];
  /** The files: `notice/*.md`, `faq.yaml`. */
  files: string;
  schema: JsonSchema;
  /** Of the files beside them in another language, in which nothing is required; none if there are no such files. */
  translation?: JsonSchema;
  /** Beside each file lies one with the rows of its table. */
  hasTable?: true;
}

/** For a program that builds a form or a widget from a field: its FieldForm. */
const FORM = 'x-foyer';
/** Our own API sends it in lists. */
const ANSWER_ONLY = 'description_text';
const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';

/** The schemas of all files of a content folder. */
export function contentSchemas(): ContentSchema[] {
  return Object.entries(kinds).flatMap(([kind, { folder }]: [string, Kind]) =>
    folder ? [contentSchema(kind, folder)] : [],
  );
}

function contentSchema(kind: string, { layout, schema: schemaOf, hasTable }: FolderSource): ContentSchema {
  const files = layout === 'markdown' ? `${kind}/*.md` : `${kind}.yaml`;
  const item = withDescriptions(convertSchema(schemaOf(strictContext), EDITORS), [kind], fieldText);
  const properties = Object.entries(item.properties ?? {})
    // The text of a Markdown file is below its front matter.
    .filter(([name]) => name !== 'description' || layout !== 'markdown')
    .map(([name, value]) => [name, { ...asSchema(value), ...(NAMES.includes(name) && { pattern: ITEM_NAME.source }) }]);
  if (layout !== 'single') properties.push(['draft', { ...ofForm('flag'), description: fieldText([kind, 'draft']) }]);
  const fields = { ...item, properties: Object.fromEntries(properties) };
  // The name of a Markdown file is the default of both.
  const required = (item.required ?? []).filter((name) => layout !== 'markdown' || !NAMES.includes(name));
  const fileOf = (title: string, fields: JsonSchema): JsonSchema => ({
    $schema: DRAFT_7,
    title,
    ...(layout === 'list' ? { type: ['array', 'null'], items: fields } : fields),
  });
  return {
    kind,
    layout,
    files,
    hasTable,
    schema: fileOf(files, { ...fields, required }),
    translation: UNTRANSLATED.has(files)
      ? undefined
      : fileOf(`${files} in another language`, { ...fields, required: [] }),
  };
}

/** Fields that stand in addresses. */
const NAMES = ['id', 'slug'];

/** In which a schema is read: as a content folder's, which is what it is without the tolerance for a CMS. */
export const strictContext: ParseContext = {
  ...createParseContext({ timeZone: 'UTC', videoOrigins: [], onDropped: () => {} }),
  strict: true,
};

/** What each form accepts. An empty text counts as missing, so a pattern accepts it: `minLength` rejects it where it must not be. */
const FORMS: Record<FieldForm, JsonSchema> = {
  text: { type: ['string', 'number'] },
  number: { type: 'number' },
  flag: { type: 'boolean' },
  markdown: { type: ['string', 'number'] },
  date: {
    type: 'string',
    pattern: `^$|${WALL_CLOCK.source}|${WITH_OFFSET.source}`,
    // VS Code shows it in place of the pattern.
    patternErrorMessage: 'Expected a date: 2027-01-15, or with a time: 2027-01-15 10:00',
    examples: ['2027-01-15', '2027-01-15 10:00:00'],
  },
  location: { type: 'string', examples: ['/media/picture.jpg', '/media/documents/form.pdf'] },
  link: {
    type: 'string',
    examples: ['/contact', 'https://example.org/', 'mailto:info@example.org', 'tel:+97715550100'],
  },
  colour: { type: 'string', examples: ['#1f4b5c'] },
  reference: { type: ['string', 'number'] },
};

const ofForm = (form: FieldForm): JsonSchema => ({ ...FORMS[form], [FORM]: form });

/** How JSON Schemas are written: for those who write the files of a content folder, or the answers of an API. */
export interface SchemaStyle {
  target: 'draft-7' | 'draft-2020-12';
  form(form: FieldForm): JsonSchema;
  /** Of an answer: other fields may stand beside those of an object. In YAML they are mistakes, and a field without a value, `summary:`, is null. */
  isAnswer: boolean;
}

const EDITORS: SchemaStyle = { target: 'draft-7', form: ofForm, isAnswer: false };

/** The JSON Schema of what is written for a zod schema. */
export function convertSchema(schema: z.ZodType, style: SchemaStyle): JsonSchema {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, {
    target: style.target,
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const form = formOf(zodSchema);
      if (form && jsonSchema[FORM] !== form) Object.assign(jsonSchema, style.form(form));
      const shape = shapeRead(zodSchema, style);
      const element = elementOf(zodSchema);
      if (shape) {
        // What zod shows may be a part of it alone.
        for (const name of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, name);
        Object.assign(jsonSchema, convertSchema(shape, style));
      } else if (element) {
        Object.assign(jsonSchema, { type: 'array', items: convertSchema(element, style) });
        if (!style.isAnswer) acceptNull(jsonSchema);
      }
      if (zodSchema instanceof z.ZodPipe && zodSchema.def.out instanceof z.ZodLiteral)
        jsonSchema.enum = [...zodSchema.def.out.values].filter(
          (value) => typeof value !== 'bigint' && value !== undefined,
        );
      if (zodSchema instanceof z.ZodPipe && zodSchema.def.out instanceof z.ZodNumber)
        Object.assign(jsonSchema, convertSchema(zodSchema.def.out, style));
      if (zodSchema instanceof z.ZodObject) jsonSchema.required = requiredIn(zodSchema);
      if (zodSchema instanceof z.ZodObject && style.isAnswer) delete jsonSchema.additionalProperties;
      if (zodSchema instanceof z.ZodOptional && !style.isAnswer) acceptNull(jsonSchema);
    },
  });
  return converted;
}

/** What a schema reads that zod does not show. An answer has the name of what an item refers to. */
function shapeRead(schema: z.core.$ZodType, { isAnswer }: SchemaStyle): z.ZodType | undefined {
  const shape = shapeOf(schema);
  const [first, second] = isAnswer && shape instanceof z.ZodUnion ? shape.options : [];
  return first && formOf(first) === 'reference' && second instanceof z.ZodType ? second : shape;
}

const requiredIn = ({ shape }: z.ZodObject): string[] =>
  Object.entries<z.ZodType>(shape).flatMap(([name, schema]) => (schema.safeParse(undefined).success ? [] : [name]));

function acceptNull(schema: JsonSchema) {
  if (schema.type) schema.type = [...new Set([schema.type, 'null' as const].flat())];
  if (schema.enum) schema.enum = [...schema.enum, null];
  if (schema.anyOf) schema.anyOf = [...schema.anyOf, { type: 'null' }];
  delete schema.minLength;
}

/** @param path the kind, and the fields that lead to the schema @param textOf the words for a field */
export function withDescriptions(
  schema: JsonSchema,
  path: readonly string[],
  textOf: (path: readonly string[]) => string | undefined,
): JsonSchema {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => name !== ANSWER_ONLY);
  const properties = fields.map(([name, value]) => {
    const at = [...path, name];
    return [name, { ...withDescriptions(asSchema(value), at, textOf), description: textOf(at) }];
  });
  return {
    ...schema,
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map((each) => withDescriptions(asSchema(each), path, textOf)) }),
    ...(schema.items && { items: withDescriptions(asSchema(schema.items), path, textOf) }),
  };
}

/** A part of a schema, which may also be true or false: a copy. */
export const asSchema = (value: unknown): JsonSchema =>
  typeof value === 'object' && value !== null ? { ...value } : {};
