import leven from 'leven';
import { z } from 'zod';

/** A date of an answer: ISO 8601 with the site zone's offset, and the text that pages show. */
export class Dated {
  constructor(
    readonly iso: string,
    readonly text: string,
  ) {}
}

/** The parsers that the schemas use. The server supplies them (server/content-api/field-parsers.ts). */
export interface ParseContext {
  /** True for a content folder: every fault is reported to its editor. False for a CMS: what does not fit is dropped and logged. */
  strict: boolean;
  /** ISO 8601, or a wall-clock time of the site's zone. */
  date(value: string): Dated | undefined;
  /** Sanitised HTML. */
  html(value: string): string;
  /** The end of a period: a date without a time means the end of that day. */
  until(value: string): Dated | undefined;
  /** The plain text of HTML, cut to so many graphemes. */
  excerpt(html: string, graphemes: number): string;
  /** The h2 headings of a sanitised text, with their ids. */
  headings(html: string): { id: string; name: string }[];
  /** The address of a file, absolute or from the site's root; undefined for an unsafe one. */
  location(value: string): string | undefined;
  /** The target of a link; also mailto: and tel:. */
  link(value: string): string | undefined;
  /** Called for each part of an answer that was dropped because it does not fit. */
  onDropped(path: string, reason: string): void;
}

/** A string that HTML carries unchanged: without lone surrogates, which UTF-8 cannot encode, and without NUL, which the HTML parser drops. Hydration would find other text than it expects. */
export const wellFormed = z.string().overwrite((value) => value.toWellFormed().replaceAll('\0', ''));
const anyText = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), wellFormed.trim().min(1));
/** Characters of a name, a summary or an address. A page contains each several times. */
const MAX_TEXT_CHARACTERS = 10_000;
export const text = anyText.pipe(z.string().max(MAX_TEXT_CHARACTERS));
export const number = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
  z.number(),
);
/** Databases write 1 and 0. */
export const flag = z.preprocess(
  (value) =>
    value === 1 || value === '1' || value === 'true'
      ? true
      : value === 0 || value === '0' || value === 'false'
        ? false
        : value,
  z.boolean(),
);
export const html = (ctx: ParseContext) =>
  anyText.transform((value, context) => ctx.html(value) || unusable(context, value, 'HTML with something to show'));
const DATE = 'a date: ISO 8601 or YYYY-MM-DD';
export const date = (ctx: ParseContext) =>
  text.transform((value, context) => ctx.date(value) ?? unusable(context, value, DATE));
export const until = (ctx: ParseContext) =>
  text.transform((value, context) => ctx.until(value) ?? unusable(context, value, DATE));
export const location = (ctx: ParseContext) =>
  text.transform(
    (value, context) => ctx.location(value) ?? unusable(context, value, 'an http(s) or site-relative address'),
  );
export const link = (ctx: ParseContext) =>
  text.transform(
    (value, context) => ctx.link(value) ?? unusable(context, value, 'an http(s), mailto, tel or site-relative address'),
  );

function unusable(context: z.RefinementCtx, input: unknown, expected: string) {
  context.addIssue({ code: 'custom', input, message: `Expected ${expected}` });
  return z.NEVER;
}

/** An object. Unknown fields of a CMS are ignored; those of a content folder are faults with a suggestion. */
export const object = <Shape extends z.core.$ZodLooseShape>(ctx: ParseContext, shape: Shape) =>
  ctx.strict ? z.strictObject(shape, { error: (issue) => unknownKeys(issue, Object.keys(shape)) }) : z.object(shape);

/** A line for each unknown key; undefined for other faults, which have a message already. */
function unknownKeys(issue: z.core.$ZodRawIssue, known: string[]): string | undefined {
  if (issue.code !== 'unrecognized_keys') return undefined;
  return issue.keys
    .map((key, index) => `not a known field${index < MAX_SUGGESTIONS ? suggestion(key, known) : ''}`)
    .join('\n');
}

/** Typing errors up to which a known key is suggested. */
const MAX_TYPING_ERRORS = 3;
/** Unknown keys of one object that get a suggestion: a broken file may have 100,000. */
const MAX_SUGGESTIONS = 50;
/** A longer key gets no suggestion: the comparison takes time in proportion to its length. */
const MAX_KEY_CHARACTERS = 50;

function suggestion(key: string, known: string[]): string {
  const expected = `: expected one of ${known.join(', ')}`;
  if (key.length > MAX_KEY_CHARACTERS) return expected;
  const [nearest] = known
    .map((name) => ({ name, distance: leven(key.toLowerCase(), name) }))
    .sort((a, b) => a.distance - b.distance);
  if (!nearest || nearest.distance > Math.min(MAX_TYPING_ERRORS, key.length / 2)) return expected;
  return `: did you mean ${nearest.name}?`;
}

/** A field that may be missing. null and '' count as missing; from a CMS, an invalid value does too. */
export const optional = <T extends z.ZodType>(ctx: ParseContext, schema: T) => {
  const field = z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional());
  return ctx.strict ? field : field.catch(undefined);
};

/** A block of a page that may be missing. A block that does not fit is dropped like an item of a list. */
export const block = <T extends z.ZodType>(ctx: ParseContext, name: string, schema: T) =>
  z
    .unknown()
    .optional()
    .transform((value, context): z.output<T> | undefined => {
      if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return undefined;
      const result = schema.safeParse(value);
      if (result.success) return result.data;
      if (ctx.strict) context.issues.push(...rawIssues(result.error, []));
      else ctx.onDropped(name, explain(result.error));
      return undefined;
    });

/** Elements of a list that a page shows as a whole: pictures of an album, members of a board. Four hundred pictures take 40 ms to render. */
export const MAX_ELEMENTS = 400;

/**
 * A list in any form that upstreams send: array, Laravel's paginator, PHP's map, null (docs/content-api.md). Items that do
 * not fit are dropped, and those beyond the bound.
 */
export const list = <T extends z.ZodType>(
  ctx: ParseContext,
  name: string,
  item: T,
  { maxElements = MAX_ELEMENTS } = {},
) =>
  z
    .unknown()
    .optional()
    .transform((value, context): z.output<T>[] => {
      const elements = elementsOf(value);
      if (!elements) return unusable(context, value, 'a list');
      const ids = new Set<unknown>();
      const beyond = Math.max(0, elements.length - maxElements);
      const message = `more than ${maxElements} elements`;
      if (!ctx.strict && beyond > 0) ctx.onDropped(name, `${message}: ${beyond} left out`);
      for (let index = elements.length - beyond; ctx.strict && index < elements.length; index += 1)
        context.issues.push({ code: 'custom', input: undefined, path: [index], message });
      return elements.slice(0, maxElements).flatMap((element, index) => {
        const result = item.safeParse(element);
        if (result.success && !ctx.strict && isDuplicate(ids, result.data)) {
          ctx.onDropped(`${name}[${index}]`, 'id: already used by an earlier item');
          return [];
        }
        if (result.success) return [result.data];
        if (ctx.strict) context.issues.push(...rawIssues(result.error, [index]));
        else ctx.onDropped(`${name}[${index}]`, explain(result.error));
        return [];
      });
    });

/** Whether an item has the id of an earlier one: their addresses would be the same. */
function isDuplicate(ids: Set<unknown>, item: unknown): boolean {
  if (typeof item !== 'object' || item === null || !('id' in item) || item.id === undefined) return false;
  // The items of a category are of several types, each with its own ids.
  const id = 'type' in item ? `${item.type} ${item.id}` : item.id;
  return ids.size === ids.add(id).size;
}

const rawIssues = (error: z.ZodError, base: PropertyKey[]): z.core.$ZodRawIssue[] =>
  issuesOf(error).map(({ path, message }) => ({ code: 'custom', input: undefined, path: [...base, ...path], message }));

/** The faults that a schema has found, with their paths; an unknown field is a fault at that field. */
export function issuesOf(error: z.ZodError): { path: PropertyKey[]; message: string }[] {
  return error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') {
      return [{ path: issue.path, message: issue.message.replace(/^.*received undefined$/, 'is missing') }];
    }
    const messages = issue.message.split('\n');
    return issue.keys.map((key, index) => ({ path: [...issue.path, key], message: messages[index] ?? '' }));
  });
}

export const explain = (error: z.ZodError): string =>
  issuesOf(error)
    .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
    .join('; ');

function elementsOf(value: unknown): unknown[] | undefined {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object') return undefined;
  if ('data' in value && 'current_page' in value) return elementsOf(value.data);
  return Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : undefined;
}

type Flat<T> = {
  [K in keyof T]: T[K] extends Dated | undefined ? string | undefined : T[K];
} & {
  [K in keyof T as T[K] extends Dated | undefined ? `${K & string}_text` : never]?: string;
};

/** Puts each date beside its text: `created_at`, `created_at_text`. */
export function withDateTexts<T extends object>(value: T): Flat<T> {
  const flat: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    if (field instanceof Dated) {
      flat[key] = field.iso;
      flat[`${key}_text`] = field.text;
    } else {
      flat[key] = field;
    }
  }
  return flat as Flat<T>;
}
