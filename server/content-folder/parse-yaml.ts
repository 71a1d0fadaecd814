import { EVENT_ID, getScalarValue, loadAll, parseEvents, SCALAR_STYLE, YAMLException } from 'js-yaml';
import { isOutOfTime, withTimeLimit } from './time-limit.ts';

/** Levels of nesting: content needs six, and what goes through a value later calls itself for each level. */
export const YAML_DEPTH = 32;
/** Aliases (`*name`) in one file. */
const YAML_ALIASES = 100;
/** Values in one file, each alias counted with all that it stands for: ten lines of aliases can stand for 10^10 values. */
const YAML_VALUES = 500_000;
/** A file of FILE_BYTES takes 0.2 s. This bounds a fault of the parser, in texts that are not short: a watchdog costs 0.1 ms. */
const YAML_TIME_LIMIT_MS = 5_000;
const SHORT_YAML_CHARS = 10_000;

const BOUNDS = { maxDepth: YAML_DEPTH, maxAliases: YAML_ALIASES };

/** Why a text is not YAML, and where, in words for an editor. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
  constructor(
    message: string,
    /** Characters from the beginning. */
    readonly offset: number,
  ) {
    super(message);
  }
}

/** The value of a YAML text; undefined where there is none in it. Throws a YamlError: one, however many lines are wrong. */
export function parseYaml(text: string): unknown {
  let documents: unknown[];
  try {
    const load = () => loadAll(text, BOUNDS);
    documents = text.length <= SHORT_YAML_CHARS ? load() : withTimeLimit(YAML_TIME_LIMIT_MS, load);
  } catch (error) {
    throw yamlError(error, text);
  }
  if (documents.length > 1) throw new YamlError('not YAML: a second "---": expected only one', secondDocument(text));
  if (!isBounded(documents[0])) {
    throw new YamlError(`aliases (*) that stand for too much: expected at most ${YAML_VALUES} values`, 0);
  }
  return documents[0];
}

/** Whether there are at most so many values in a value. An alias may stand for a value that it is itself a part of: that is endless. */
export function isBounded(value: unknown, values = { left: YAML_VALUES }, depth = YAML_DEPTH): boolean {
  values.left -= 1;
  if (values.left < 0 || depth < 0) return false;
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every((element) => isBounded(element, values, depth - 1));
}

/** The parser's words that an editor does not understand, and ours. */
const WORDS: [pattern: RegExp, message: string][] = [
  [/exceeded maxDepth/, `nested deeper than ${YAML_DEPTH} levels`],
  [/exceeded maxAliases/, `more than ${YAML_ALIASES} aliases (*)`],
  [/duplicated mapping key/, 'not YAML: this field is there twice'],
  [/null byte/, 'not YAML: a null byte: not a text file, or not UTF-8'],
  [/bad indentation of a mapping entry/, 'not YAML: wrong indentation, or a value that holds a colon and needs quotes'],
  [
    /within a (?:double|single) quoted scalar|deficient indentation/,
    'not YAML: a quote that is not closed, or a line of a value that is not indented',
  ],
];

function yamlError(error: unknown, text: string): YamlError {
  if (isOutOfTime(error)) return new YamlError('cannot be read in time', 0);
  if (!(error instanceof YAMLException)) return new YamlError(`not YAML: ${error}`, 0);
  const offset = error.mark?.position ?? 0;
  const tab = tabBefore(text, offset);
  if (tab !== undefined) return new YamlError('not YAML: a tab: YAML is indented with spaces', tab);
  const known = WORDS.find(([pattern]) => pattern.test(error.reason));
  const hint = /alias|anchor/.test(error.reason) ? '; a value that begins with * or & needs quotes' : '';
  return new YamlError(known?.[1] ?? `not YAML: ${error.reason}${hint}`, offset);
}

/** A tab in the indentation of a line, or of the line before it. The parser often finds the fault only behind it. */
function tabBefore(text: string, offset: number): number | undefined {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  const before = line === 0 ? 0 : text.lastIndexOf('\n', line - 2) + 1;
  for (const start of new Set([before, line])) {
    let at = start;
    while (text[at] === ' ') at += 1;
    if (text[at] === '\t') return at;
  }
  return undefined;
}

function secondDocument(text: string): number {
  const [first, second] = text.matchAll(/^---/gm);
  return (second ?? first)?.index ?? 0;
}

interface Place {
  offset: number;
  /** Of a list or of fields: the place of each part, by its index or name. */
  parts?: Map<string, Place>;
}

/** Where the value at a path stands in a YAML text, in characters, or else the nearest part around it. */
export function placesIn(text: string): (path: readonly PropertyKey[]) => number {
  const root = placesOf(text);
  return (path) => {
    let place = root;
    for (const name of path) {
      const part = place.parts?.get(String(name));
      if (!part) break;
      place = part;
    }
    return place.offset;
  };
}

function placesOf(text: string): Place {
  const root: Place = { offset: 0 };
  // Of each collection that is open: its place, and of fields the name whose value comes next.
  const open: { place: Place; isList: boolean; name?: string }[] = [];
  // An empty value has no place: it is behind what came before.
  let before = 0;
  const add = (given: number, value?: string): Place => {
    const offset = given < 0 ? before : given;
    before = offset;
    const around = open.at(-1);
    if (!around) {
      root.offset = offset;
      return root;
    }
    around.place.parts ??= new Map();
    const { parts } = around.place;
    if (around.isList) return put(parts, String(parts.size), offset);
    if (around.name === undefined) {
      around.name = value ?? '';
      return { offset };
    }
    const { name } = around;
    around.name = undefined;
    return put(parts, name, offset);
  };
  try {
    for (const event of parseEvents(text, BOUNDS)) {
      if (event.type === EVENT_ID.SCALAR) {
        const quotes = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
        add(event.valueStart - (quotes ? 1 : 0), getScalarValue(text, event));
      } else if (event.type === EVENT_ID.ALIAS) add(event.anchorStart - 1);
      else if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING) {
        open.push({ place: add(event.start), isList: event.type === EVENT_ID.SEQUENCE });
      } else if (event.type === EVENT_ID.POP) open.pop();
    }
  } catch {
    // The text is not YAML: what was read before the fault has a place.
  }
  return root;
}

function put(parts: Map<string, Place>, name: string, offset: number): Place {
  const place = { offset };
  parts.set(name, place);
  return place;
}
