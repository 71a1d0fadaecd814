import type { CallMapping, Mapping } from '@foyer/config';
import {
  type CallPath,
  COLUMN_TYPES,
  callPaths,
  dateFormatFault,
  FREQUENCIES,
  issuesOf,
  unknownKeys,
} from '@foyer/model';
import { compile } from '@jmespath-community/jmespath';
import * as z from 'zod';
import { fieldsOfCall } from './call-fields.ts';

/* What may stand in mapping.yaml. */

/** Fields of an item that no page shows: drafts are left out. */
const STATUS_FIELDS = ['status', 'draft'];

const expression = z.string().transform((source, context) => checked(source, context, expressionFault(source)));
const dateFormat = z.string().transform((format, context) => checked(format, context, dateFormatFault(format)));
const path = z
  .union([z.string(), z.array(z.string()).min(1)], { error: 'expected a path, or a list of paths' })
  .transform((value, context) => {
    const fault = [value].flat().flatMap((each) => pathFault(each) ?? [])[0];
    if (fault === undefined) return value;
    context.addIssue({ code: 'custom', input: value, message: fault });
    return z.NEVER;
  });
/** Names as HTTP allows them, and one line of visible characters. */
const headers = z.record(
  z.string().regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'expected the name of a header'),
  z.string().regex(/^[\t\x20-\x7e]*$/, 'expected one line of ASCII characters'),
);
const parameters = z.record(z.string(), z.string().min(1).nullable());
const values = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])));

function checked(value: string, context: z.RefinementCtx, fault: string | undefined): string {
  if (fault === undefined) return value;
  context.addIssue({ code: 'custom', input: value, message: fault });
  return z.NEVER;
}

function expressionFault(source: string): string | undefined {
  try {
    compile(source);
    return undefined;
  } catch (error) {
    return `not a JMESPath expression: ${error instanceof Error ? error.message : error}`;
  }
}

const pathFault = (value: string): string | undefined =>
  value === '' || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(value)
    ? 'expected a path below FRONTAPI_URL, or from its root with a leading /, without a host'
    : undefined;

/** An object of which every key is known; an unknown one is a fault with a suggestion. */
const known = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, { error: (issue) => unknownKeys(issue, Object.keys(shape)) });

function callMapping(call: CallPath): z.ZodType<CallMapping | 'none'> {
  const names = [...fieldsOfCall(call).fields.map(({ name }) => name), ...STATUS_FIELDS];
  const object = known({
    path: path.optional(),
    data: expression.optional(),
    content: expression.optional(),
    fields: known(Object.fromEntries(names.map((name) => [name, expression.optional()]))).optional(),
    values: values.optional(),
    dates: z.array(dateFormat).optional(),
    parameters: parameters.optional(),
  });
  return z.unknown().transform((value, context): CallMapping | 'none' => {
    if (value === 'none') return value;
    const result = object.safeParse(value ?? {});
    if (result.success) return result.data as CallMapping;
    for (const { path, message } of issuesOf(result.error))
      context.issues.push({ code: 'custom', input: undefined, path: [...path], message });
    return z.NEVER;
  });
}

const texts = z.union([z.string(), z.record(z.string(), z.string())]);
const group = known({ slug: z.string(), name: texts });
const datasetColumn = known({
  key: z.string(),
  value: expression,
  label: texts.optional(),
  type: z.enum(COLUMN_TYPES).optional(),
  unit: texts.optional(),
  align: z.enum(['left', 'right']).optional(),
  calendar: z.enum(['ad', 'bs']).optional(),
  formats: z.array(dateFormat).optional(),
});
const singlePath = z.string().transform((value, context) => checked(value, context, pathFault(value)));
const dataset = known({
  name: texts,
  summary: texts.optional(),
  each: known({ path: singlePath, rows: expression.optional(), fields: z.record(z.string(), expression) }).optional(),
  path: singlePath,
  since: z
    .string()
    .regex(/^\d{4}(-\d{2})?(-\d{2})?$/, 'expected a year, a month or a day: 2019, 2019-04 or 2019-04-14')
    .optional(),
  pages: expression.optional(),
  rows: expression,
  columns: z.array(datasetColumn).min(1),
  chart: known({ kind: z.enum(['line', 'bar']), x: z.string(), y: z.array(z.string()).min(1) }).optional(),
  filters: z.array(z.string()).optional(),
  unique_by: z.array(z.string()).optional(),
  order: z.enum(['newest', 'given']).optional(),
  frequency: z.enum(FREQUENCIES).optional(),
  subject: group.optional(),
  category: group.optional(),
  refresh: z.number().min(1).optional(),
});

/** The schema of mapping.yaml. */
export const mappingSchema = (): z.ZodType<Mapping> =>
  known({
    headers: headers.optional(),
    parameters: parameters.optional(),
    dates: z.array(dateFormat).optional(),
    data: expression.optional(),
    datasets: z.record(z.string(), dataset).optional(),
    subjects: z.array(known({ slug: z.string(), name: texts, known_as: z.array(z.string()).optional() })).optional(),
    calls: known(Object.fromEntries(callPaths.map((call) => [call, callMapping(call).optional()]))).optional(),
  }) as z.ZodType<Mapping>;
