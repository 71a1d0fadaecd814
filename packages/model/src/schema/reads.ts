import * as z from 'zod';

/* What schemas read, which zod alone does not show. */

/** What an author writes into a field. `markdown` is the HTML of a CMS; `location` names a file, `reference` an item. */
export type FieldForm = 'text' | 'number' | 'flag' | 'markdown' | 'date' | 'location' | 'link' | 'colour' | 'reference';
/** A schema that is derived by a check has the form of the one before. */
const forms = z.registry<{ form: FieldForm }>();
/** Names what a schema reads: zod alone does not show it, because most fields are transformed. */
export function field<T extends z.ZodType>(form: FieldForm, schema: T): T {
  forms.add(schema, { form });
  return schema;
}
export const formOf = (schema: z.core.$ZodType): FieldForm | undefined => forms.get(schema)?.form;
/** The schemas of lists' elements. */
const elementSchemas = new WeakMap<object, z.ZodType>();
export function withElement<T extends z.ZodType>(schema: T, element: z.ZodType): T {
  elementSchemas.set(schema, element);
  return schema;
}
export const elementOf = (schema: z.core.$ZodType): z.ZodType | undefined => elementSchemas.get(schema);
/** What else a schema reads that zod shows as any value, because a function parses it. */
const shapes = new WeakMap<object, z.ZodType>();
export function withShape<T extends z.ZodType>(schema: T, shape: z.ZodType): T {
  shapes.set(schema, shape);
  return schema;
}
export const shapeOf = (schema: z.core.$ZodType): z.ZodType | undefined => shapes.get(schema);
