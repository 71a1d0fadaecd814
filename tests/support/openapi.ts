import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as z from 'zod';

/* docs/openapi.json, as a client reads it. */

const reference = z.strictObject({ $ref: z.string() });
const parameter = z.strictObject({
  name: z.string(),
  in: z.enum(['query', 'path', 'header']),
  required: z.literal(true).optional(),
  description: z.string(),
  schema: z.record(z.string(), z.unknown()),
});
const content = z.strictObject({
  'application/json': z.strictObject({ schema: z.record(z.string(), z.unknown()), example: z.unknown() }),
});
const header = z.strictObject({ description: z.string(), schema: z.record(z.string(), z.unknown()) });
const response = z.strictObject({
  description: z.string(),
  headers: z.record(z.string(), z.union([reference, header])).optional(),
  content,
});
const operation = z.strictObject({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  parameters: z.array(z.union([reference, parameter])),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), z.union([reference, response])),
});
/** As much of OpenAPI 3.1 as the document uses. */
const openApi = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d$/),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    description: z.string(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(
    z.strictObject({
      url: z.string(),
      variables: z.record(z.string(), z.strictObject({ default: z.string(), enum: z.array(z.string()) })),
    }),
  ),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  paths: z.record(z.string().startsWith('/'), z.strictObject({ get: operation })),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), z.record(z.string(), z.unknown())),
    parameters: z.record(z.string(), parameter),
    headers: z.record(z.string(), header),
    responses: z.record(z.string(), response),
    securitySchemes: z.record(
      z.string(),
      z.strictObject({ type: z.literal('http'), scheme: z.string(), description: z.string() }),
    ),
  }),
});

export const openApiText = readFileSync('docs/openapi.json', 'utf8');
export const openApiDocument = openApi.parse(JSON.parse(openApiText));

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const URI_CHARACTERS = /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/;
const formats = {
  'date-time': (value: string) => DATE_TIME.test(value) && !Number.isNaN(Date.parse(value)),
  'uri-reference': (value: string) => URI_CHARACTERS.test(value) && URL.canParse(value, 'http://site.invalid'),
};

/** Reads JSON Schema 2020-12. */
export const newAjv = () => new Ajv2020({ allErrors: true, formats });

const ajv = newAjv()
  .addVocabulary(['openapi', 'info', 'servers', 'security', 'paths', 'components'])
  .addSchema(JSON.parse(openApiText), 'openapi.json');

/** The getter of a part of the document: `['paths', '/notice', 'get']`. */
const pointer = (path: readonly string[]): string =>
  path.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** What does not fit an answer's schema. @param call its path in the document: `notice/{id}` */
export function faultsOf(call: string, body: unknown): string[] {
  const at = ['paths', `/${call}`, 'get', 'responses', '200', 'content', 'application/json', 'schema'];
  const validate = ajv.getSchema(`openapi.json#${pointer(at)}`);
  if (!validate) throw new Error(`no schema of ${call}`);
  void validate(body);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
