import { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE } from 'js-yaml';
import { YAML_OPTIONS } from './parse-yaml.ts';

/** A value in a YAML text. */
interface YamlNode {
  /** The index of its first character. */
  offset: number;
  /** The elements of a list by their index, or the fields of a mapping by their name. */
  children?: Map<string, YamlNode>;
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

function parseNodes(text: string): YamlNode {
  const root: YamlNode = { offset: 0 };
  // The lists and mappings that have not ended yet; in a mapping, `name` is the field whose value comes next.
  const open: { node: YamlNode; isList: boolean; name?: string }[] = [];
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
        add(event.valueStart - (isQuoted ? 1 : 0), getScalarValue(text, event));
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

function addChild(children: Map<string, YamlNode>, name: string, offset: number): YamlNode {
  const node = { offset };
  children.set(name, node);
  return node;
}
