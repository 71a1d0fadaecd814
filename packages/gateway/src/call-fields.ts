import { type CallPath, calls, elementOf, type FieldForm, formOf, shapeOf } from '@foyer/model';
import * as z from 'zod';
import { createParseContext } from './field-parsers.ts';

/* What the contract knows of each call, read from its schema. */

export interface CallField {
  name: string;
  isRequired: boolean;
  /** Of the value, or of each element of a list. */
  form?: FieldForm;
  isList: boolean;
  /** Of an object, or of each element of a list of objects. */
  fields: readonly CallField[];
  /** The only values that are read. */
  values?: readonly (string | number)[];
}

export interface CallFields {
  /** `parts`: `data` itself has the fields, as that of the home page. */
  holds: 'list' | 'item' | 'parts';
  fields: readonly CallField[];
}

const ctx = createParseContext({ timeZone: 'UTC', videoOrigins: [], onDropped: () => {} });
const known = new Map<CallPath, CallFields>();

/** The fields of the call's item, of an item of its list, or of its parts. */
export function fieldsOfCall(path: CallPath): CallFields {
  const fields = known.get(path) ?? readFields(path);
  known.set(path, fields);
  return fields;
}

function readFields(path: CallPath): CallFields {
  const { name, data } = calls[path];
  const parts = partsOf(data(ctx));
  const content = parts.map((part) => propertiesOf(part)[name]).find((found) => found !== undefined);
  if (!content) return { holds: 'parts', fields: parts.flatMap(fieldsIn) };
  const element = elementIn(content);
  return element ? { holds: 'list', fields: fieldsIn(element) } : { holds: 'item', fields: fieldsIn(content) };
}

const fieldsIn = (schema: z.ZodType): CallField[] =>
  Object.entries(propertiesOf(schema)).map(([name, field]) => {
    const element = elementIn(field);
    const value = element ?? field;
    return {
      name,
      isRequired: !field.safeParse(undefined).success,
      form: formIn(value),
      isList: element !== undefined,
      fields: fieldsIn(value),
      values: valuesIn(value),
    };
  });

/** The parts of an intersection. */
const partsOf = (schema: z.ZodType): z.ZodType[] =>
  schema instanceof z.ZodIntersection ? [schema.def.left, schema.def.right].filter(isType).flatMap(partsOf) : [schema];

/** The fields of an object. */
function propertiesOf(schema: z.ZodType): Record<string, z.ZodType> {
  if (schema instanceof z.ZodObject) return schema.shape;
  const inner = innerOf(schema);
  return inner ? propertiesOf(inner) : {};
}

/** The schema of the elements of a list; undefined for anything else. */
function elementIn(schema: z.ZodType): z.ZodType | undefined {
  const inner = innerOf(schema);
  return elementOf(schema) ?? (inner && elementIn(inner));
}

function formIn(schema: z.ZodType): FieldForm | undefined {
  const inner = innerOf(schema);
  return formOf(schema) ?? (inner && formIn(inner));
}

/** The values of an enumeration; undefined for anything else. */
function valuesIn(schema: z.ZodType): (string | number)[] | undefined {
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodPipe && schema.def.out instanceof z.ZodLiteral)
    return [...schema.def.out.values].filter((value) => typeof value === 'string' || typeof value === 'number');
  const inner = innerOf(schema);
  return inner && valuesIn(inner);
}

/** What a schema reads before it transforms it. */
function innerOf(schema: z.ZodType): z.ZodType | undefined {
  const shape = shapeOf(schema);
  if (shape) return shape;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodCatch) return ofType(schema.def.innerType);
  if (!(schema instanceof z.ZodPipe)) return undefined;
  return ofType(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in);
}

const isType = (schema: z.core.$ZodType): schema is z.ZodType => schema instanceof z.ZodType;
const ofType = (schema: z.core.$ZodType): z.ZodType | undefined => (isType(schema) ? schema : undefined);
