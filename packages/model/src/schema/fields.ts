import * as z from 'zod';
import { contactIssue } from '../contact-address.ts';
import { Dated } from './dated.ts';
import { explain, rawIssues, unknownKeys, unusable } from './issues.ts';
import { drop, guess, type ParseContext } from './parse-context.ts';
import { field, formOf, withShape } from './reads.ts';

/** A string that HTML carries unchanged: without lone surrogates, which UTF-8 cannot encode, and without NUL, which the HTML parser drops. Hydration would find other text than it expects. */
export const wellFormed = z.string().overwrite((value) => value.toWellFormed().replaceAll('\0', ''));
const anyText = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), wellFormed.trim().min(1));
/** Characters of a name, a summary or an address. A page contains each several times. */
const MAX_TEXT_CHARACTERS = 10_000;
export const text = field('text', anyText.pipe(z.string().max(MAX_TEXT_CHARACTERS)));
/** What is written for telephones or mailboxes. What a CMS sends that is none is shown as text. */
export const contactText = (ctx: ParseContext, kind: 'phone' | 'mail') =>
  field(
    'text',
    text.transform((value) => {
      const issue = ctx.strict ? undefined : contactIssue(value, kind);
      if (issue !== undefined) guess(ctx, '', `${issue}: shown as text`);
      return value;
    }),
  );
/** An empty one says something, too. */
const textOrNone = field('text', wellFormed.trim().pipe(z.string().max(MAX_TEXT_CHARACTERS)));
/** The alternative text of a picture that may have none: with an empty one it is decorative. */
export const altText = (ctx: ParseContext) => optional(ctx, textOrNone, (value) => value === null);
export const number = field(
  'number',
  z.preprocess((value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value), z.number()),
);
/** Databases write 1 and 0. */
export const flag = field(
  'flag',
  z.preprocess(
    (value) =>
      value === 1 || value === '1' || value === 'true'
        ? true
        : value === 0 || value === '0' || value === 'false'
          ? false
          : value,
    z.boolean(),
  ),
);
export const html = (ctx: ParseContext) =>
  field(
    'markdown',
    anyText.transform((value, context) => ctx.html(value) || unusable(context, value, 'HTML with something to show')),
  );
/** Characters of a date's text in Bikram Sambat. */
const MAX_BS_CHARACTERS = 100;
const bsText = field('text', anyText.pipe(z.string().max(MAX_BS_CHARACTERS)));
const DATE = 'a date: 2027-02-01, or with a time: 2027-02-01 09:00:00';
export const date = (ctx: ParseContext) => dateField(ctx, 'date');
export const until = (ctx: ParseContext) => dateField(ctx, 'until');
/** What databases write for no date. */
const NO_DATE = /^0\d{3}-/;
/**
 * The date before which an item is hidden. Of an answer, one that cannot be read leaves the item out, unless its year has passed, and
 * one that is too far ahead to be meant stays: without it, the item would be published before its time.
 */
export const gate = (ctx: ParseContext, name: string) => {
  const date = dateField(ctx, 'date', !ctx.strict);
  if (ctx.strict) return optional(ctx, date);
  const read = (value: unknown, context: z.RefinementCtx): Dated | undefined => {
    if (isMissing(value)) return undefined;
    const { error, data } = date.safeParse(value);
    if (!error) return data;
    const written = String(value);
    if (NO_DATE.test(written) || ctx.isLongPast?.(written)) drop(ctx, name, explain(error) + received(value));
    else context.issues.push(...rawIssues(error, []));
    return undefined;
  };
  return field('date', z.unknown().transform(read).optional());
};

const dateField = (ctx: ParseContext, parser: 'date' | 'until', mayBeFarAhead = false) =>
  field(
    'date',
    text.transform((value, context) => {
      const read = ctx[parser](value);
      if (!read) return notADate(ctx, value, context);
      const reason = mayBeFarAhead ? undefined : ctx.farAhead?.(read.iso);
      return reason === undefined ? read : unusable(context, value, `a date within fifty years: ${reason}`);
    }),
  );
function notADate(ctx: ParseContext, value: string, context: z.RefinementCtx) {
  const fault = ctx.dateFault?.(value);
  // Of a CMS's value, what was received is said with each fault.
  if (fault === undefined) return unusable(context, value, ctx.strict ? `${DATE}, not ${quoted(value)}` : DATE);
  context.addIssue({ code: 'custom', input: value, message: `Expected a date that exists: this one ${fault}` });
  return z.NEVER;
}

/** `C:\\pictures\\a.jpg`. */
export const OF_COMPUTER = /^(?:[a-z]:[\\/]|file:|\\\\)/i;
export const INTO_MEDIA = ', not a file of this computer: put it into media/, and write /media/ and its name';

export const location = (ctx: ParseContext) =>
  field(
    'location',
    text.transform(
      (value, context) =>
        (OF_COMPUTER.test(value) ? undefined : ctx.location(value)) ??
        unusable(context, value, `an http(s) or site-relative address${OF_COMPUTER.test(value) ? INTO_MEDIA : ''}`),
    ),
  );
export const link = (ctx: ParseContext) =>
  field(
    'link',
    text.transform(
      (value, context) =>
        ctx.link(value) ?? unusable(context, value, 'an http(s), mailto, tel or site-relative address'),
    ),
  );

/**
 * An object. Unknown fields of a CMS are ignored; those of a content folder are faults with a suggestion. Beside each date may
 * stand its text in Bikram Sambat, `created_at_bs`, which replaces the one that was computed.
 */
export function object<Shape extends z.core.$ZodLooseShape>(
  ctx: ParseContext,
  shape: Shape,
): z.ZodType<z.output<z.ZodObject<Shape>>> {
  const dates = Object.keys(shape).filter((name) => isDateField(shape[name]));
  const known = naming(ctx, {
    ...shape,
    ...Object.fromEntries(dates.map((name) => [`${name}_bs`, optional(ctx, bsText)])),
  });
  const schema = ctx.strict
    ? z.strictObject(known, { error: (issue) => unknownKeys(issue, Object.keys(known), { hasGates: true }) })
    : z.object(known);
  // Whether an edition shows the text that a content folder has is decided where its answer is read.
  return schema.transform((fields) => {
    reportDoubts(ctx, fields, dates);
    return withGivenBsTexts(fields, dates, ctx.strict) as z.output<z.ZodObject<Shape>>;
  });
}

/** The fields of a CMS's object: an invalid value of an optional one is dropped with its name, and plain texts are decoded. */
function naming(ctx: ParseContext, shape: z.core.$ZodLooseShape): z.core.$ZodLooseShape {
  if (ctx.strict) return shape;
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, decoding(ctx, name, optionals.get(schema)?.(name) ?? schema)]),
  );
}

const CHARACTER_REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;

/** A plain text of a CMS without what `CHARACTER_REFERENCE` finds. */
export const decoded = (ctx: ParseContext, value: string): string =>
  !ctx.strict && CHARACTER_REFERENCE.test(value) ? (ctx.decoded?.(value) ?? value) : value;

/** WordPress and others send names as in HTML: Company&#8217;s AGM &amp; dividend. */
function decoding<Schema extends z.core.$ZodType>(ctx: ParseContext, name: string, schema: Schema) {
  if (!ctx.decoded || formOf(schema) !== 'text') return schema;
  const asPlain = (value: unknown) => {
    if (typeof value !== 'string') return value;
    const plain = decoded(ctx, value);
    if (plain !== value)
      guess(ctx, name, `written as in HTML: read as ${JSON.stringify(plain.slice(0, QUOTED_CHARACTERS))}`);
    return plain;
  };
  return field('text', z.preprocess(asPlain, schema));
}

/** A plain text that is an element of a list. */
export const textElement = (ctx: ParseContext) => (ctx.strict ? text : decoding(ctx, '', text));

/** The dates of a CMS that may be other days. */
function reportDoubts(ctx: ParseContext, fields: Record<string, unknown>, dates: string[]): void {
  for (const name of ctx.strict ? [] : dates) {
    const date = fields[name];
    const doubt = date instanceof Dated ? ctx.dateDoubt?.(date.iso) : undefined;
    if (doubt !== undefined) guess(ctx, name, doubt);
  }
}

const isDateField = (schema: unknown): boolean => schema instanceof z.ZodType && formOf(schema) === 'date';

/** Moves the given Bikram Sambat texts into their dates. A text without its date is left out. */
function withGivenBsTexts(
  fields: Record<string, unknown>,
  dates: string[],
  isAlwaysShown: boolean,
): Record<string, unknown> {
  if (dates.length === 0) return fields;
  const result = { ...fields };
  for (const name of dates) {
    const { [name]: date, [`${name}_bs`]: bs } = fields;
    delete result[`${name}_bs`];
    if (date instanceof Dated && typeof bs === 'string') result[name] = date.withOwnBs(bs, isAlwaysShown);
  }
  return result;
}

/** An optional field of a CMS by its name. */
const optionals = new WeakMap<object, (name: string) => z.ZodType>();

const isMissing = (value: unknown): boolean => value === null || value === '';

/** A field that may be missing. null and '' count as missing; from a CMS, an invalid value is dropped. */
export const optional = <T extends z.ZodType>(ctx: ParseContext, schema: T, isNone = isMissing) => {
  const present = z.preprocess((value) => (isNone(value) ? undefined : value), schema.optional());
  const form = formOf(schema);
  const inForm = <Value extends z.ZodType>(value: Value) => (form ? field(form, value) : value);
  if (ctx.strict) return inForm(present);
  const named = (name: string) =>
    inForm(
      present.catch(({ error, value }) => {
        drop(ctx, name, explain(error) + received(value));
        return undefined;
      }),
    );
  const unnamed = named('');
  optionals.set(unnamed, named);
  return unnamed;
};

/** Characters of a value that are quoted. */
const QUOTED_CHARACTERS = 60;
const quoted = (value: unknown): string => JSON.stringify(value).slice(0, QUOTED_CHARACTERS);
const received = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? `, received ${quoted(value)}`
    : '';

/** A block of a page that may be missing. A block that does not fit is dropped like an item of a list. */
export const block = <T extends z.ZodType>(ctx: ParseContext, name: string, schema: T) =>
  withShape(
    z
      .unknown()
      .optional()
      .transform((value, context): z.output<T> | undefined => {
        if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return undefined;
        const result = schema.safeParse(value);
        if (result.success) return result.data;
        if (ctx.strict) context.issues.push(...rawIssues(result.error, []));
        else drop(ctx, name, explain(result.error));
        return undefined;
      }),
    schema.optional(),
  );

/** An object of which a CMS may send one field alone, as `"/forms/kyc.pdf"` for `{location: "/forms/kyc.pdf"}`. */
export const fromText = <T extends z.ZodType>(ctx: ParseContext, field: string, schema: T) => {
  if (ctx.strict) return schema;
  const read = (value: unknown) => {
    if (typeof value !== 'string' || value === '') return value;
    guess(ctx, '', `a text: read as {${field}}`);
    return { [field]: value };
  };
  return z.preprocess(read, schema);
};
