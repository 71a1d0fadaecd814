import leven from 'leven';
import { z } from 'zod';

/** A moment as the API gives it: ISO 8601 with the site zone's offset, and its text as shown. */
export class Dated {
  constructor(
    readonly iso: string,
    readonly text: string,
  ) {}
}

/** What reading an upstream's answer needs to know of its surroundings; the server supplies it (server/content-api/field-parsers.ts). */
export interface Reading {
  /** Our own editors are told of every fault; an upstream, which is not ours to mend, is read tolerantly. */
  strict: boolean;
  /** ISO 8601, or a wall-clock time of the site's zone. */
  date(value: string): Dated | undefined;
  /** Sanitised HTML. */
  html(value: string): string;
  /** The moment until which something holds: of a date without a time, that day's end. */
  until(value: string): Dated | undefined;
  /** The plain text of HTML, cut to so many graphemes. */
  excerpt(html: string, graphemes: number): string;
  /** The main headings of a sanitised text, with the ids that they have there. */
  contents(html: string): { id: string; name: string }[];
  /** Where a file is, absolute or from the site's root; undefined where it may not be used. */
  location(value: string): string | undefined;
  /** Where a link leads, likewise; it may also be a mail address or a telephone number. */
  link(value: string): string | undefined;
  /** Told of each item that was left out because it does not fit. */
  dropped(path: string, reason: string): void;
}

/** A string that HTML carries unchanged: UTF-8 has no lone surrogates, and the parser drops NUL. React would find other text than it expects. */
export const wellFormed = z.string().overwrite((value) => value.toWellFormed().replaceAll('\0', ''));
export const text = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  wellFormed.trim().min(1),
);
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
export const html = (read: Reading) =>
  text.transform((value, context) => read.html(value) || unusable(context, value, 'HTML with something to show'));
const DATE = 'a date: ISO 8601 or YYYY-MM-DD';
export const date = (read: Reading) =>
  text.transform((value, context) => read.date(value) ?? unusable(context, value, DATE));
export const until = (read: Reading) =>
  text.transform((value, context) => read.until(value) ?? unusable(context, value, DATE));
export const location = (read: Reading) =>
  text.transform(
    (value, context) => read.location(value) ?? unusable(context, value, 'an http(s) or site-relative address'),
  );
export const link = (read: Reading) =>
  text.transform(
    (value, context) =>
      read.link(value) ?? unusable(context, value, 'an http(s), mailto, tel or site-relative address'),
  );

function unusable(context: z.RefinementCtx, input: unknown, expected: string) {
  context.addIssue({ code: 'custom', input, message: `Expected ${expected}` });
  return z.NEVER;
}

/** An object: of an upstream's, unknown fields are ignored; an editor is asked what they were meant to be. */
export const object = <Shape extends z.core.$ZodLooseShape>(read: Reading, shape: Shape) =>
  read.strict ? z.strictObject(shape, { error: (issue) => unknownKeys(issue, Object.keys(shape)) }) : z.object(shape);

/** A line for each unknown key; other faults keep their own words. */
function unknownKeys(issue: z.core.$ZodRawIssue, known: string[]): string | undefined {
  if (issue.code !== 'unrecognized_keys') return undefined;
  return issue.keys
    .map((key, index) => `not a known field${index < SUGGESTIONS ? suggestion(key, known) : ''}`)
    .join('\n');
}

const MISTYPED = 3;
/** Unknown keys of one object that are compared with the known ones: a broken file has 100,000. */
const SUGGESTIONS = 50;
/** Characters of a key that may be a known one, mistyped: the comparison takes as long as the key. */
const KEY_CHARS = 50;

function suggestion(key: string, known: string[]): string {
  const expected = `: expected one of ${known.join(', ')}`;
  if (key.length > KEY_CHARS) return expected;
  const [nearest] = known
    .map((name) => ({ name, distance: leven(key.toLowerCase(), name) }))
    .sort((a, b) => a.distance - b.distance);
  if (!nearest || nearest.distance > Math.min(MISTYPED, key.length / 2)) return expected;
  return `: did you mean ${nearest.name}?`;
}

/** A field that may be missing. Upstreams write null or '' for nothing, and nothing is also what an unusable value of theirs is worth. */
export const optional = <T extends z.ZodType>(read: Reading, schema: T) => {
  const field = z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional());
  return read.strict ? field : field.catch(undefined);
};

/** One block of a page, or nothing: a block that does not fit is left out like an item of a list. */
export const block = <T extends z.ZodType>(read: Reading, name: string, schema: T) =>
  z
    .unknown()
    .optional()
    .transform((value, context): z.output<T> | undefined => {
      if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return undefined;
      const result = schema.safeParse(value);
      if (result.success) return result.data;
      if (read.strict) context.issues.push(...rawIssues(result.error, []));
      else read.dropped(name, explain(result.error));
      return undefined;
    });

/** A list in any form an upstream of this family gives (CONTRACT.md, Envelope and calls); items that do not fit are left out. */
export const list = <T extends z.ZodType>(read: Reading, name: string, item: T) =>
  z
    .unknown()
    .optional()
    .transform((value, context): z.output<T>[] => {
      const elements = elementsOf(value);
      if (!elements) return unusable(context, value, 'a list');
      const ids = new Set<unknown>();
      return elements.flatMap((element, index) => {
        const result = item.safeParse(element);
        if (result.success && !read.strict && isAgain(ids, result.data)) {
          read.dropped(`${name}[${index}]`, 'id: was there before');
          return [];
        }
        if (result.success) return [result.data];
        if (read.strict) context.issues.push(...rawIssues(result.error, [index]));
        else read.dropped(`${name}[${index}]`, explain(result.error));
        return [];
      });
    });

/** Of two items with one id the first is meant: the other could not be told from it. */
function isAgain(ids: Set<unknown>, item: unknown): boolean {
  if (typeof item !== 'object' || item === null || !('id' in item) || item.id === undefined) return false;
  // A category's items are of several types.
  const id = 'type' in item ? `${item.type} ${item.id}` : item.id;
  return ids.size === ids.add(id).size;
}

const rawIssues = (error: z.ZodError, base: PropertyKey[]): z.core.$ZodRawIssue[] =>
  issuesOf(error).map(({ path, message }) => ({ code: 'custom', input: undefined, path: [...base, ...path], message }));

/** What a schema found wrong, and where; an unknown field is a finding at that field. */
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
