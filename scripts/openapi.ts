import type { JsonSchema } from '@foyer/folder';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE, ROWS_PER_PAGE } from '@foyer/gateway';
import { type CallPath, callPaths, calls, ITEM_NAME, listCallOf, MAX_TABLE_ROWS } from '@foyer/model';
import { dataSchema, namedSchema, schemaNames } from './answer-schemas.ts';
import type { ExampleAnswer } from './example-answers.ts';

/* The OpenAPI document of the content API: its calls, with their parameters, answers, and an example of each. */

/** A part of the document. */
type Json =
  | string
  | number
  | boolean
  | null
  | JsonSchema
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

const DESCRIPTION =
  `What Foyer asks of a CMS, and serves itself at /frontapi/{locale}/. The form is the one in which Foyer serves it:
a CMS that answers the same is right. Foyer reads more from a CMS than this document allows, such as numbers for ids,
and adds fields for its pages, such as created_at_text: docs/content-api.md has both.`.replaceAll('\n', ' ');

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });
const response = (name: string) => ({ $ref: `#/components/responses/${name}` });
const schemaOf = (name: string): string => `#/components/schemas/${name}`;

/** Headers that Foyer sends with each call. OpenAPI leaves Accept and Authorization out of them. */
const SENT_HEADERS = ['X-Requested-With', 'X-Request-Id', 'X-Preview', 'X-Preview-At'];
const FAILURES: Readonly<Record<string, string>> = {
  400: 'InvalidParameter',
  404: 'NotFound',
  429: 'TooManyCalls',
  502: 'Failed',
  503: 'Paused',
  504: 'NoAnswerInTime',
};

/** The document. @param examples an answer of each call */
export function openApi(examples: Record<CallPath, ExampleAnswer>): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'The content API of Foyer',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/frontapi/{locale}', variables: { locale: { default: 'en', enum: ['en', 'ne'] } } }],
    security: [{}, { authorization: [] }],
    paths: Object.fromEntries(callPaths.map((path) => [`/${path}`, { get: operation(path, examples[path]) }])),
    components: {
      schemas: {
        ...Object.fromEntries(schemaNames.map((name) => [name, namedSchema(name, schemaOf)])),
        failure: {
          type: 'object',
          properties: {
            error: { const: true },
            message: { type: 'string', description: 'For the log of the operator: visitors do not see it.' },
          },
          required: ['error', 'message'],
        },
      },
      parameters: PARAMETERS,
      headers: {
        'Retry-After': { description: 'The seconds until the next call.', schema: { type: 'integer', minimum: 0 } },
        ETag: { description: 'Of the answer. Foyer sends it.', schema: { type: 'string' } },
      },
      responses: RESPONSES,
      securitySchemes: {
        authorization: {
          type: 'http',
          scheme: 'bearer',
          description: 'FRONTAPI_AUTHORIZATION as it is set: Foyer sends it to a CMS, and asks for none itself.',
        },
      },
    },
  };
}

function operation(path: CallPath, example: ExampleAnswer): Json {
  const { kind } = calls[path];
  return {
    operationId: path.replace(/[/{}-]+(\w?)/g, (_, letter: string) => letter.toUpperCase()),
    summary: summary(path),
    tags: [kind],
    parameters: [...pathParameters(path), ...queryParameters(path), ...SENT_HEADERS.map(parameter)],
    responses: {
      200: {
        description: 'The content.',
        headers: { ETag: { $ref: '#/components/headers/ETag' } },
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { error: { const: false }, data: dataSchema(path, schemaOf) },
              required: ['error', 'data'],
            },
            example: JSON.parse(JSON.stringify(example)),
          },
        },
      },
      ...Object.fromEntries(Object.entries(FAILURES).map(([status, name]) => [status, response(name)])),
    },
  };
}

function summary(path: CallPath): string {
  const { name, list, folderAnswer, itemId } = calls[path];
  if (list)
    return `${list.unpaged ? 'All' : 'A page of'} ${name}, ${list.order === 'received' ? 'in their own order' : 'the newest first'}`;
  if (folderAnswer === 'all') return `All ${name}`;
  return path.includes('{')
    ? `The ${name} with this id or slug`
    : `The ${name}${itemId ? ` with the slug ${itemId}` : ''}`;
}

const pathParameters = (path: CallPath) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameter(name));

/** Of a list: those that the call reads. */
function queryParameters(path: CallPath): Json[] {
  const list = listCallOf(path);
  if (calls[path].isTable) return TABLE_PARAMETERS;
  if (!list) return [];
  const { filters, flags, sorts, searchParameter, near, unpaged } = list;
  const orders = Object.keys(sorts).flatMap((name) => [name, `-${name}`]);
  return [
    ...(unpaged ? [] : [parameter('page'), parameter('per_page')]),
    parameter(searchParameter),
    ...filters.map((name) => query(name, TEXT, `Only items with this ${name}, one of the values in filters.${name}.`)),
    ...(orders.length > 0
      ? [query('sort', { type: 'string', enum: orders }, 'The order; with - before it, reversed.')]
      : []),
    ...(near ? [parameter('near')] : []),
    ...flags.map((name) => query(name, { const: '1' }, 'A short answer, for suggestions while a visitor types.')),
  ];
}

const query = (name: string, schema: JsonSchema, description: string) => ({ name, in: 'query', description, schema });
const header = (name: string, schema: JsonSchema, description: string) => ({ name, in: 'header', description, schema });
const inPath = (name: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string', pattern: ITEM_NAME.source },
});

const DAY: JsonSchema = { type: 'string', format: 'date' };
const TABLE_PARAMETERS: Json[] = [
  query('page', { type: 'integer', minimum: 1, default: 1 }, 'A page after the last is 404.'),
  query(
    'per_page',
    { type: 'integer', minimum: 1, maximum: MAX_TABLE_ROWS, default: ROWS_PER_PAGE },
    'Rows of a page.',
  ),
  query('search', { type: 'string', maxLength: 100 }, 'Only rows with all of these words.'),
  query('filter', { type: 'string', maxLength: 100 }, 'A column and one of its values in choices: state:open.'),
  query('from', DAY, 'Only rows from this day on.'),
  query('to', DAY, 'Only rows up to this day.'),
  query('sort', { type: 'string' }, 'The key of a column; with - before it, reversed.'),
];

const TEXT: JsonSchema = { type: 'string', maxLength: 100 };
const WORDS = 'Only items with all of these words.';
const PARAMETERS = {
  id: inPath('id', 'The id or the slug of the item; the id wins.'),
  slug: inPath('slug', 'The slug, or the id.'),
  page: query('page', { type: 'integer', minimum: 1, default: 1 }, 'A page after the last is 404.'),
  per_page: query(
    'per_page',
    { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE, default: DEFAULT_PER_PAGE },
    'Items of a page.',
  ),
  search: query('search', TEXT, WORDS),
  q: query('q', TEXT, WORDS),
  near: query(
    'near',
    TEXT,
    'A district of Nepal, one of its towns, or a postcode: the nearest first. A CMS gets the English name of the district, of a guess with ~ before it, and may ignore it.',
  ),
  'X-Requested-With': header('X-Requested-With', { const: 'XMLHttpRequest' }, 'Foyer sends it with every call.'),
  'X-Request-Id': header(
    'X-Request-Id',
    { type: 'string' },
    "The id of the visitor's request, if a visitor waits for the call.",
  ),
  'X-Preview': header(
    'X-Preview',
    { const: '1' },
    'The call is of the preview, and asks for drafts, scheduled and expired items too.',
  ),
  'X-Preview-At': header(
    'X-Preview-At',
    { type: 'string', format: 'date-time' },
    'In the preview: what the public gets at that time.',
  ),
};

const failed = (description: string, message: string, headers?: Json) => ({
  description,
  headers,
  content: {
    'application/json': { schema: { $ref: schemaOf('failure') }, example: { error: true, message } },
  },
});
const RETRY = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };
const RESPONSES = {
  InvalidParameter: failed(
    'A parameter is out of range, or occurs twice.',
    `per_page: expected a whole number from 1 to ${MAX_PER_PAGE}`,
  ),
  NotFound: failed('There is no such item, page or call.', 'no such content'),
  TooManyCalls: failed('Too many calls: Foyer pauses all calls to a CMS that answers so.', 'too many requests', RETRY),
  Failed: failed('The CMS has failed. Foyer repeats a call once for any 5xx of a CMS.', 'content is not available'),
  Paused: failed('Calls to the CMS are paused, or too many wait.', 'content is not available', RETRY),
  NoAnswerInTime: failed('The CMS has not answered in time.', 'content is not available'),
};
