import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parseFragment, type TreeAdapter } from 'parse5';

/** Levels of elements. Editors nest some twenty (a list in a table in a quote). Functions over the tree recurse, and the stack holds some thousand levels. */
const MAX_DEPTH = 100;
/**
 * Steps of the parser per character, and in total. Well-formed HTML needs less than one per character. Unclosed formatting
 * elements are copied into every following block (HTML, 13.2.6.4.7): a few kilobytes become millions of nodes.
 */
const STEPS_PER_CHARACTER = 2;
const MIN_STEPS = 1_000;
const MAX_STEPS = 400_000;
/** Some steps search all siblings. One second is a hundred times what a long text takes. */
const MAX_MS = 1_000;
const STEPS_PER_CLOCK_CHECK = 256;

/** HTML that exceeds the bounds of memory, time or stack. */
export class HtmlTooComplex extends Error {
  override readonly name = 'HtmlTooComplex';
}

/** Parses a fragment of untrusted HTML. Throws HtmlTooComplex as soon as a bound is exceeded. */
export function parseHtml(html: string): Root {
  const fragment = parseFragment(html, { treeAdapter: countingAdapter(html.length) });
  if (isDeep(fragment)) throw new HtmlTooComplex(`nested deeper than ${MAX_DEPTH}`);
  const tree = fromParse5(fragment);
  return tree.type === 'root' ? tree : { type: 'root', children: [] };
}

/** parse5's default tree, with a count of the parser's operations on it. */
function countingAdapter(length: number): TreeAdapter<DefaultTreeAdapterMap> {
  let left = Math.min(MAX_STEPS, MIN_STEPS + length * STEPS_PER_CHARACTER);
  const deadline = performance.now() + MAX_MS;
  const step = <Parameters extends unknown[], Result>(work: (...parameters: Parameters) => Result) =>
    function counted(...parameters: Parameters): Result {
      left -= 1;
      if (left < 0) throw new HtmlTooComplex('more elements than its length accounts for');
      if (left % STEPS_PER_CLOCK_CHECK === 0 && performance.now() > deadline)
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
