import {
  CORE_SCHEMA,
  floatCoreTag,
  intCoreTag,
  loadAll,
  NOT_RESOLVED,
  type ScalarTagDefinition,
  YAMLException,
} from 'js-yaml';
import { isTimeLimitError, withTimeLimit } from './time-limit.ts';
import { isWithinBounds } from './value-bounds.ts';
import { remedyFor } from './yaml-remedy.ts';

/** Levels of nesting in a YAML file. Content needs six; functions that walk a value later recurse once for each level. */
export const MAX_YAML_DEPTH = 32;
/** Aliases (`*name`) in one file. */
const MAX_YAML_ALIASES = 100;
/** Values in one file, with aliases expanded: ten lines of aliases can stand for 10^10 values. */
const MAX_YAML_VALUES = 500_000;
/** A file of MAX_FILE_BYTES takes 0.2 s. The limit only ends a parser that loops because of a fault of its own. */
const YAML_TIME_LIMIT_MS = 5_000;
/** Texts up to this length are parsed without the time limit, which costs 0.1 ms each time. */
const UNLIMITED_YAML_CHARS = 10_000;

/** Whether the text that is being parsed has a number that is read as it is written. */
let hasMisread = false;

/**
 * A number that is not written as it is printed, as `+977…`, `007`, `12.50` or one of 19 digits, is a text as it is written: only
 * the field knows which of both it wants.
 */
const asWritten = (tag: ScalarTagDefinition): ScalarTagDefinition => ({
  ...tag,
  resolve(source, isExplicit, tagName) {
    const value = tag.resolve(source, isExplicit, tagName);
    if (isExplicit || value === NOT_RESOLVED || String(value) === source) return value;
    hasMisread = true;
    return NOT_RESOLVED;
  },
});
export const YAML_OPTIONS = {
  maxDepth: MAX_YAML_DEPTH,
  maxAliases: MAX_YAML_ALIASES,
  schema: CORE_SCHEMA.withTags(asWritten(intCoreTag), asWritten(floatCoreTag)),
};

/** The number for which every other program takes a scalar that is read as it is written here; undefined for any other scalar. */
export function misreadNumber(source: string): number | undefined {
  const value = [intCoreTag, floatCoreTag]
    .map((tag) => tag.resolve(source, false, tag.tagName))
    .find((resolved) => typeof resolved === 'number');
  return typeof value !== 'number' || String(value) === source ? undefined : value;
}

/** A text is not YAML, or exceeds a bound. The message says why, in words for the editor. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
  constructor(
    message: string,
    /** The index of the character at which the error is. */
    readonly offset: number,
  ) {
    super(message);
  }
}

/** The value of a YAML text; undefined if the text is empty. Throws a YamlError for the first error in the text. */
export const parseYaml = (text: string): unknown => readYaml(text).value;

/** A number with commas, which are those of a list in brackets. */
const DIVIDED = /\d,\d{3}/;

/** The value of a YAML text, and whether YAML may take a text in it for another number. Throws a YamlError. */
export function readYaml(text: string): { value: unknown; mayBeMisread: boolean } {
  hasMisread = false;
  const value = parseAnyYaml(text);
  return { value, mayBeMisread: hasMisread || (text.includes('[') && DIVIDED.test(text)) };
}

function parseAnyYaml(text: string): unknown {
  let documents: unknown[];
  try {
    const load = () => loadAll(text, YAML_OPTIONS);
    documents = text.length <= UNLIMITED_YAML_CHARS ? load() : withTimeLimit(YAML_TIME_LIMIT_MS, load);
  } catch (error) {
    throw toYamlError(error, text);
  }
  if (documents.length > 1) throw new YamlError('not YAML: a second "---": expected only one', secondDocument(text));
  if (!isWithinBounds(documents[0], { maxValues: MAX_YAML_VALUES, maxDepth: MAX_YAML_DEPTH })) {
    throw new YamlError(`aliases (*) that stand for too much: expected at most ${MAX_YAML_VALUES} values`, 0);
  }
  return documents[0];
}

/** For messages of the parser that an editor cannot be expected to understand: ours instead. */
const MESSAGES: [pattern: RegExp, message: string][] = [
  [/exceeded maxDepth/, `nested deeper than ${MAX_YAML_DEPTH} levels`],
  [/exceeded maxAliases/, `more than ${MAX_YAML_ALIASES} aliases (*)`],
  [/duplicated mapping key/, 'not YAML: this field is there twice'],
  [/null byte/, 'not YAML: a null byte: not a text file, or not UTF-8'],
  [/bad indentation of a mapping entry/, 'not YAML: wrong indentation, or a value that holds a colon and needs quotes'],
  [/hexadecimal|escape sequence/, 'not YAML: a \\ within double quotes: put the value in single quotes'],
  [
    /within a (?:double|single) quoted scalar|deficient indentation/,
    'not YAML: a quote that is not closed, or a line of a value that is not indented',
  ],
  [/end of the stream/, 'not YAML: expected a line "name: value" for each field, all of them indented alike'],
];

function toYamlError(error: unknown, text: string): YamlError {
  if (isTimeLimitError(error)) return new YamlError('cannot be read in time', 0);
  if (!(error instanceof YAMLException)) return new YamlError(`not YAML: ${error}`, 0);
  const offset = error.mark?.position ?? 0;
  const tab = tabBefore(text, offset);
  if (tab !== undefined) return new YamlError('not YAML: a tab: YAML is indented with spaces', tab);
  const known = MESSAGES.find(([pattern]) => pattern.test(error.reason));
  const remedy = /exceeded|duplicated|null byte/.test(error.reason) ? undefined : remedyFor(text, offset);
  if (remedy) return new YamlError(`not YAML: ${remedy.message}`, remedy.offset);
  return new YamlError(known?.[1] ?? `not YAML: ${error.reason}`, offset);
}

/** The index of a tab in the indentation of the line at `offset`, or of the line before: the parser often stops one line late. */
function tabBefore(text: string, offset: number): number | undefined {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  const previous = line === 0 ? 0 : text.lastIndexOf('\n', line - 2) + 1;
  for (const start of new Set([previous, line])) {
    let at = start;
    while (text[at] === ' ') at += 1;
    if (text[at] === '\t') return at;
  }
  return undefined;
}

/** The index of the `---` that begins the second document. */
function secondDocument(text: string): number {
  const [first, second] = text.matchAll(/^---/gm);
  return (second ?? first)?.index ?? 0;
}
