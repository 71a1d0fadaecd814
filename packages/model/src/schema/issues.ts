import leven from 'leven';
import * as z from 'zod';
import { gateMessage } from './gates.ts';

/* The faults that schemas find, in plain words. */

export const rawIssues = (error: z.ZodError, base: PropertyKey[]): z.core.$ZodRawIssue[] =>
  issuesOf(error).map(({ path, message }) => ({ code: 'custom', input: undefined, path: [...base, ...path], message }));

const ANY_FIELDS = '{ name: … }';

/** Fields for files. */
const FILES: ReadonlySet<unknown> = new Set(['files', 'documents', 'logo', 'logo_dark', 'favicon', 'picture']);

/** The names that zod has for types, as editors know them. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  null: 'nothing',
  number: 'a number',
  object: `fields such as ${ANY_FIELDS}`,
  record: `fields such as ${ANY_FIELDS}`,
  string: 'a text',
};

function inPlainWords(message: string): string {
  const [, expected = '', received = ''] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? [];
  if (received === 'undefined') return 'is missing';
  if (/^Too small: expected string/.test(message)) return 'is empty';
  if (!received)
    return message.replace(/^Too big: expected string to have <=(\d+) characters$/, 'expected at most $1 characters');
  if (received === 'NaN') return 'expected a number of digits alone, without a comma or a unit: 1200';
  // `name: true`.
  const remedy = expected === 'string' && received === 'boolean' ? ': put it in quotes' : '';
  return `expected ${TYPE_WORDS[expected] ?? expected}, not ${TYPE_WORDS[received] ?? received}${remedy}`;
}

/** The faults that a schema has found, with their paths; an unknown field is a fault at that field. */
export function issuesOf(error: Pick<z.ZodError, 'issues'>): { path: PropertyKey[]; message: string }[] {
  return error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') {
      const message = inPlainWords(issue.message);
      return [{ path: issue.path, message: message.replace(ANY_FIELDS, exampleAt(issue.path)) }];
    }
    const messages = issue.message.split('\n');
    return issue.keys.map((key, index) => ({ path: [...issue.path, key], message: messages[index] ?? '' }));
  });
}

/** What to write for a value with fields: all of them at once, or who writes one is told of the next. */
function exampleAt(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string');
  if (name === 'category') return '{ slug: prices, name: Prices }';
  return FILES.has(name) ? '{ location: /media/a.jpg, alt: What it shows }' : ANY_FIELDS;
}

export const explain = (error: Pick<z.ZodError, 'issues'>): string =>
  issuesOf(error)
    .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
    .join('; ');

/**
 * A line for each unknown key; undefined for other faults, which have a message already.
 * @param hasGates whether a field that looks like a gate hides the object
 */
export function unknownKeys(
  issue: z.core.$ZodRawIssue,
  known: string[],
  { hasGates = false } = {},
): string | undefined {
  if (issue.code !== 'unrecognized_keys') return undefined;
  const values = typeof issue.input === 'object' && issue.input !== null ? issue.input : {};
  return issue.keys
    .map((key, index) => {
      const isShort = key.length <= MAX_KEY_CHARACTERS;
      const mayBeMisspelt = index < MAX_SUGGESTIONS;
      const gate =
        hasGates && isShort ? gateMessage(key, Reflect.get(values, key), known, { mayBeMisspelt }) : undefined;
      return gate ?? `not a known field${mayBeMisspelt ? suggestion(key, known) : ''}`;
    })
    .join('\n');
}

/** Typing errors up to which a known key is suggested. */
const MAX_TYPING_ERRORS = 3;
/** Unknown keys of one object that get a suggestion: a broken file may have 100,000. */
const MAX_SUGGESTIONS = 50;
/** A longer key gets no suggestion: the comparison takes time in proportion to its length. */
const MAX_KEY_CHARACTERS = 50;

/** Fields as other programs call them. */
const FAMILIAR: Readonly<Record<string, readonly string[]>> = {
  date: ['created_at', 'published_at'],
  title: ['name'],
  headline: ['name'],
  image: ['files'],
  picture: ['files'],
  photo: ['files'],
  thumbnail: ['files'],
  attachment: ['files'],
  author: ['created_by'],
  excerpt: ['summary'],
  language: ['lang'],
};
const DATES =
  'write created_at for the day on which it was written, or published_at for the time from which it is shown';

function suggestion(key: string, known: string[]): string {
  const familiar = Object.hasOwn(FAMILIAR, key.toLowerCase()) ? (FAMILIAR[key.toLowerCase()] ?? []) : [];
  const [meant, other] = familiar.filter((name) => known.includes(name));
  if (meant !== undefined) return other === undefined ? `: write ${meant}` : `: ${DATES}`;
  // Of `{ amount: 1,200 }` YAML makes two fields.
  if (/^\d{2,3}(?:\.\d+)?$/.test(key)) return ': a number with a comma needs quotes: "1,200"';
  const expected = `: expected one of ${known.join(', ')}`;
  if (key.length > MAX_KEY_CHARACTERS) return expected;
  const [nearest] = known
    .map((name) => ({ name, distance: leven(key.toLowerCase(), name) }))
    .sort((a, b) => a.distance - b.distance);
  if (!nearest || nearest.distance > Math.min(MAX_TYPING_ERRORS, key.length / 2)) return expected;
  return `: did you mean ${nearest.name}?`;
}

/** Adds the issue of a value that is not what a field expects. @returns the result of a transform that has failed */
export function unusable(context: z.RefinementCtx, input: unknown, expected: string) {
  context.addIssue({ code: 'custom', input, message: `Expected ${expected}` });
  return z.NEVER;
}
