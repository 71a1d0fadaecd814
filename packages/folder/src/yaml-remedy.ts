import { load } from 'js-yaml';

/** A longer line is not repeated in a message. */
const MAX_LINE_CHARS = 300;
/** What stands before the value in `name: value` or `- value`. */
const BEFORE_VALUE = /^ *(?:- +)*(?:[\p{L}\p{M}\p{N}_]+: +)?/u;
/** They have a meaning in YAML where a value begins. */
const SIGN = /^(?:[@`%&*!>|,[{]|[?-](?= ))/;
const BRACKETS: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

interface Remedy {
  message: string;
  /** The index of the value. */
  offset: number;
}

/** What is wrong with the value in the line of an error, or in the one before, and what to write; undefined if it is something else. */
export function remedyFor(text: string, offset: number): Remedy | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const own = remedyOfLine(text, start);
  if (own || start === 0) return own;
  // The parser finds out on the next line that a value has not ended, or that a line was none of a field.
  const startBefore = text.lastIndexOf('\n', start - 2) + 1;
  const expected = withColon(text.slice(startBefore, start - 1));
  if (expected !== undefined) return { message: `expected ${expected}`, offset: startBefore };
  const before = remedyOfLine(text, startBefore);
  return before && BRACKETS[text[before.offset] ?? ''] !== undefined ? before : undefined;
}

function remedyOfLine(text: string, start: number): Remedy | undefined {
  const end = text.indexOf('\n', start);
  const line = text.slice(start, end < 0 ? undefined : end).trimEnd();
  if (line.length > MAX_LINE_CHARS || isYaml(line)) return undefined;
  const [before = ''] = BEFORE_VALUE.exec(line) ?? [];
  const written = line.slice(before.length);
  const comment = written.indexOf(' #');
  const value = (comment < 0 ? written : written.slice(0, comment)).trimEnd();
  const offsetOfValue = start + before.length;
  if (isClosed(value))
    return {
      message: `a value within ${value[0]} ${BRACKETS[value[0] ?? '']} that begins with a sign, or holds a colon, needs quotes`,
      offset: offsetOfValue,
    };
  const cause = causeOf(value);
  const remedy = before + inQuotes(value);
  return cause === undefined || !isYaml(remedy)
    ? undefined
    : { message: `${cause} needs quotes around all of it: ${remedy.trim()}`, offset: offsetOfValue };
}

function causeOf(value: string): string | undefined {
  if (/^(["']).*\1./.test(value)) return 'a value with text behind a closing quote';
  const [sign] = SIGN.exec(value) ?? [];
  if (sign !== undefined) return `a value that begins with ${sign}`;
  return /:(?: |$)/.test(value) && !/^["']/.test(value) ? 'a value that holds a colon' : undefined;
}

/** `name Ten` and `name:Ten` as they should be; undefined for any other line. */
function withColon(line: string): string | undefined {
  const [, name, value] = /^([a-z_]+)(?::| +)([^\s:].*)$/.exec(line) ?? [];
  return name === undefined || /:(?: |$)/.test(line) || line.length > MAX_LINE_CHARS ? undefined : `${name}: ${value}`;
}

const isClosed = (value: string): boolean => {
  const end = BRACKETS[value[0] ?? ''];
  return end !== undefined && value.endsWith(end) && value.indexOf(end) === value.length - 1;
};

const inQuotes = (value: string): string => (/["\\]/.test(value) ? `'${value.replaceAll("'", "''")}'` : `"${value}"`);

function isYaml(line: string): boolean {
  try {
    load(line);
    return true;
  } catch {
    return false;
  }
}
