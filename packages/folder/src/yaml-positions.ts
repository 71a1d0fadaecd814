import { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE } from 'js-yaml';
import { misreadNumber, YAML_OPTIONS } from './parse-yaml.ts';

/** A value in a YAML text. */
interface YamlNode {
  /** The index of its first character. */
  offset: number;
  /** The elements of a list by their index, or the fields of a mapping by their name. */
  children?: Map<string, YamlNode>;
  /** Of a number that YAML changes or divides: what to write instead. */
  misread?: string;
}

/** A text that YAML takes for another number, or for several. */
export interface Misread {
  path: string[];
  message: string;
}

/**
 * Returns a function that finds the index of the character at which the value at a path begins. If there is no value at
 * the path, it is the index of the nearest value around it. A text that is not YAML is located up to its first error.
 */
export function createYamlLocator(text: string): (path: readonly PropertyKey[]) => number {
  const root = parseNodes(text);
  return (path) => {
    let node = root;
    for (const name of path) {
      const child = node.children?.get(String(name));
      if (!child) break;
      node = child;
    }
    return node.offset;
  };
}

/** The texts that YAML takes for other numbers, in order. */
export function misreadIn(text: string): Misread[] {
  const found: Misread[] = [];
  const visit = ({ misread, children }: YamlNode, path: string[]) => {
    if (misread !== undefined) found.push({ path, message: misread });
    for (const [name, child] of children ?? []) visit(child, [...path, name]);
  };
  visit(parseNodes(text), []);
  return found;
}

/** Where each value without quotes ends in a YAML text. */
export function plainValueEnds(text: string): number[] {
  try {
    return parseEvents(text, YAML_OPTIONS).flatMap((event) =>
      event.type === EVENT_ID.SCALAR && event.style === SCALAR_STYLE.PLAIN && event.valueEnd > 0
        ? [event.valueEnd]
        : [],
    );
  } catch {
    // The text is not YAML, which is a fault.
    return [];
  }
}

function parseNodes(text: string): YamlNode {
  const root: YamlNode = { offset: 0 };
  // The lists and mappings that have not ended yet; in a mapping, `name` is the field whose value comes next.
  const open: { node: YamlNode; isList: boolean; name?: string; divided?: DividedNumber }[] = [];
  let lastOffset = 0;
  const add = (start: number, text?: string): YamlNode => {
    // An empty value has no start (-1): it gets that of the value before it.
    const offset = start < 0 ? lastOffset : start;
    lastOffset = offset;
    const parent = open.at(-1);
    if (!parent) {
      root.offset = offset;
      return root;
    }
    parent.node.children ??= new Map();
    const { children } = parent.node;
    if (parent.isList) return addChild(children, String(children.size), offset);
    if (parent.name === undefined) {
      parent.name = text ?? '';
      return { offset };
    }
    const { name } = parent;
    parent.name = undefined;
    return addChild(children, name, offset);
  };
  try {
    for (const event of parseEvents(text, YAML_OPTIONS)) {
      if (event.type === EVENT_ID.SCALAR) {
        const isQuoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
        const value = getScalarValue(text, event);
        const node = add(event.valueStart - (isQuoted ? 1 : 0), value);
        if (event.style !== SCALAR_STYLE.PLAIN || event.tagStart >= 0) continue;
        const number = misreadNumber(value);
        if (number !== undefined)
          node.misread = `YAML takes ${value} for the number ${number}: put it in quotes: "${value}"`;
        const parent = open.at(-1);
        if (parent?.isList) parent.divided = dividedNumber(text, event, node, parent.divided);
      } else if (event.type === EVENT_ID.ALIAS) add(event.anchorStart - 1);
      else if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING) {
        open.push({ node: add(event.start), isList: event.type === EVENT_ID.SEQUENCE });
      } else if (event.type === EVENT_ID.POP) open.pop();
    }
  } catch {
    // The text is not YAML: the values before the error are located.
  }
  return root;
}

/** The parts of a number with commas, `[3,900]`, which YAML takes for several. */
const FIRST_PART = /^[+-]?\d{1,3}$/;
const NEXT_PART = /^\d\d$/;
const LAST_PART = /^\d{3}(?:\.\d+)?$/;
/** A number has fewer. */
const MAX_PARTS = 8;

interface DividedNumber {
  parts: YamlNode[];
  start: number;
  /** The end of the last part. */
  end: number;
}

/** The number of which an element of a list may be the first part, or is another one. @param last of the element before */
function dividedNumber(
  text: string,
  { valueStart, valueEnd }: { valueStart: number; valueEnd: number },
  node: YamlNode,
  last: DividedNumber | undefined,
): DividedNumber | undefined {
  const part = text.slice(valueStart, valueEnd);
  const isLast = LAST_PART.test(part);
  if (
    last &&
    last.parts.length < MAX_PARTS &&
    text.slice(last.end, valueStart) === ',' &&
    (isLast || NEXT_PART.test(part))
  ) {
    const whole = text.slice(last.start, valueEnd);
    const [first = node, ...others] = [...last.parts, node];
    if (isLast) {
      first.misread = `YAML divides ${whole} at its comma: put it in quotes: "${whole}"`;
      for (const other of others) other.misread = undefined;
    }
    return { parts: [first, ...others], start: last.start, end: valueEnd };
  }
  return FIRST_PART.test(part) ? { parts: [node], start: valueStart, end: valueEnd } : undefined;
}

function addChild(children: Map<string, YamlNode>, name: string, offset: number): YamlNode {
  const node = { offset };
  children.set(name, node);
  return node;
}
