import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parseFragment, type TreeAdapter } from 'parse5';

/**
 * Levels of elements. Editors nest some twenty (a list in a table in a quote); whatever goes through the tree calls itself
 * for each level, and the stack ends at some thousands.
 */
const MAX_DEPTH = 100;
/**
 * Steps of the parser for each character, and in all. Well-formed HTML takes less than one a character; unclosed formatting
 * elements are copied into every block that follows (HTML, 13.2.6.4.7), so that a few kilobytes become millions of nodes.
 */
const STEPS_PER_CHARACTER = 2;
const MIN_STEPS = 1_000;
const MAX_STEPS = 400_000;
/** Some steps look through all their siblings. A second is a hundred times what a long text takes. */
const MAX_MS = 1_000;
const STEPS_BETWEEN_CLOCKS = 256;

/** HTML that would take more memory, time or stack than a text is worth. */
export class HtmlTooComplex extends Error {
  override readonly name = 'HtmlTooComplex';
}

/** Parses a fragment of HTML from outside. Throws HtmlTooComplex, soon, for what goes beyond the bounds. */
export function parseHtml(html: string): Root {
  const fragment = parseFragment(html, { treeAdapter: counting(html.length) });
  if (isDeep(fragment)) throw new HtmlTooComplex(`nested deeper than ${MAX_DEPTH}`);
  const tree = fromParse5(fragment);
  return tree.type === 'root' ? tree : { type: 'root', children: [] };
}

/** The usual tree, with a count of what is done to it. */
function counting(length: number): TreeAdapter<DefaultTreeAdapterMap> {
  let left = Math.min(MAX_STEPS, MIN_STEPS + length * STEPS_PER_CHARACTER);
  const deadline = performance.now() + MAX_MS;
  const step = <Parameters extends unknown[], Result>(work: (...parameters: Parameters) => Result) =>
    function counted(...parameters: Parameters): Result {
      left -= 1;
      if (left < 0) throw new HtmlTooComplex('more elements than its length accounts for');
      if (left % STEPS_BETWEEN_CLOCKS === 0 && performance.now() > deadline)
        throw new HtmlTooComplex(`more than ${MAX_MS} ms to parse`);
      return work(...parameters);
    };
  return {
    ...defaultTreeAdapter,
    createElement: step(defaultTreeAdapter.createElement),
    appendChild: step(defaultTreeAdapter.appendChild),
    insertBefore: step(defaultTreeAdapter.insertBefore),
    insertTextBefore: step(defaultTreeAdapter.insertTextBefore),
    detachNode: step(defaultTreeAdapter.detachNode),
  };
}

function isDeep(fragment: DefaultTreeAdapterMap['documentFragment']): boolean {
  let level: DefaultTreeAdapterMap['childNode'][] = fragment.childNodes;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((node) => [
      ...('childNodes' in node ? node.childNodes : []),
      ...('content' in node ? node.content.childNodes : []),
    ]);
  }
  return false;
}
