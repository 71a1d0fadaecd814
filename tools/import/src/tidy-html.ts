import { parseHtml } from '@foyer/gateway';
import type { Element, ElementContent, Root, RootContent } from 'hast';
import { toHtml } from 'hast-util-to-html';

/*
 * Sanitised HTML in one form, for texts that say the same: editors of a CMS write `<div>` around everything, `<b>` for
 * `<strong>`, empty paragraphs for a distance, and text without a paragraph. Markdown has one form for each.
 */

type Parent = Root | Element;

const INLINE = new Set(
  'a abbr b br cite code del em i img ins kbd mark picture q s samp small span strong sub sup time u'.split(' '),
);
export const isInlineName = (tagName: string): boolean => INLINE.has(tagName);
const SAME = new Map(Object.entries({ b: 'strong', i: 'em', s: 'del' }));
/** Elements that mean nothing without attributes. */
const WRAPPERS = new Set(['div', 'span']);
/** Elements whose text has its white space as it is. */
const PREFORMATTED = new Set(['pre']);
const WHITE_SPACE = /[ \t\r\n\f]+/g;

/** The tree of sanitised HTML in that form. */
export function tidyTree(html: string): Root {
  const tree = parseHtml(html);
  undecorate(tree);
  unwrap(tree);
  trimBlocks(tree, true);
  tree.children = inParagraphs(tree.children);
  trimBlocks(tree, true);
  return tree;
}

/** Two sanitised texts with the same canonical form look and mean the same. @param sizeOf the dimensions that a picture has by itself */
export function canonicalHtml(html: string, sizeOf: (src: string) => object | undefined = () => undefined): string {
  const tree = tidyTree(html);
  canonicalise(tree, sizeOf);
  return toHtml(tree);
}

/** Removes what the sanitiser adds to every text, so that it can be added again. */
function undecorate(parent: Parent): void {
  const children: RootContent[] = [];
  for (const child of parent.children as RootContent[]) {
    if (child.type === 'comment') continue;
    if (child.type !== 'element') {
      children.push(child);
      continue;
    }
    const { properties, tagName } = child;
    for (const name of ['rel', 'loading', 'decoding', 'download', 'dataControl']) delete properties[name];
    if (typeof properties.id === 'string') properties.id = properties.id.replace(/^text-/, '');
    if (typeof properties.href === 'string') properties.href = properties.href.replace(/^#text-/, '#');
    if (tagName === 'div' && properties.role === 'group') child.properties = {};
    if (tagName === 'figure' && 'dataChart' in properties) withoutDrawing(child);
    child.tagName = SAME.get(tagName) ?? tagName;
    undecorate(child);
    children.push(child);
  }
  setChildren(parent, children);
}

/** Removes the picture of a chart, and what the server adds to its table. Links to its data stay. */
function withoutDrawing(figure: Element): void {
  withoutCellAttributes(figure);
  figure.children = figure.children.flatMap((child) => {
    if (child.type !== 'element' || child.tagName === 'svg') return [];
    return child.tagName === 'details' ? child.children.filter(isNoSummary) : [child];
  });
}

const isNoSummary = (node: ElementContent) => node.type === 'element' && node.tagName !== 'summary';

function withoutCellAttributes({ children }: Element): void {
  for (const child of children) {
    if (child.type !== 'element') continue;
    for (const name of ['align', 'scope']) delete child.properties[name];
    withoutCellAttributes(child);
  }
}

/** Replaces wrappers without attributes by their content. */
function unwrap(parent: Parent): void {
  const children = (parent.children as RootContent[]).flatMap((child): RootContent[] => {
    if (child.type !== 'element') return [child];
    unwrap(child);
    const isWrapper = WRAPPERS.has(child.tagName) && Object.keys(child.properties).length === 0;
    if (!isWrapper) return [child];
    // Its text must not join that of its neighbours.
    return child.tagName === 'div' && isBlockParent(parent) ? inParagraphs(child.children) : child.children;
  });
  setChildren(parent, children);
}

const isBlockParent = (parent: Parent) => parent.type === 'root' || parent.tagName === 'div';

/** Puts text and inline elements that stand between blocks into paragraphs, and leaves out empty paragraphs. */
function inParagraphs(nodes: readonly RootContent[]): ElementContent[] {
  const blocks: ElementContent[] = [];
  let line: ElementContent[] = [];
  const endLine = () => {
    if (line.some((node) => !isBlank(node))) blocks.push(element('p', line));
    line = [];
  };
  for (const node of nodes) {
    if (node.type === 'text' || (node.type === 'element' && isInline(node))) line.push(node);
    else if (node.type === 'element') {
      endLine();
      if (node.tagName !== 'p' || node.children.some((child) => !isBlank(child))) blocks.push(node);
    }
  }
  endLine();
  return blocks;
}

const isInline = (node: ElementContent): boolean =>
  node.type !== 'element' || (isInlineName(node.tagName) && node.children.every(isInline));

/** Whether a node shows nothing: a line break, a space, also one that does not break. */
const isBlank = (node: ElementContent): boolean =>
  node.type === 'text' ? node.value.trim() === '' : node.type === 'element' && node.tagName === 'br';

/** Collapses white space as a browser does: to one space, and none at the edges of a block. */
function trimBlocks(parent: Parent, isBlock: boolean): void {
  const children: RootContent[] = [];
  const nodes = parent.children as RootContent[];
  for (const [index, node] of nodes.entries()) {
    if (node.type === 'element' && !PREFORMATTED.has(node.tagName)) trimBlocks(node, !isInlineName(node.tagName));
    if (node.type !== 'text') {
      children.push(node);
      continue;
    }
    const before = nodes[index - 1];
    const after = nodes[index + 1];
    let value = node.value.replace(WHITE_SPACE, ' ');
    if (isEdge(before, isBlock)) value = value.replace(/^ /, '');
    if (isEdge(after, isBlock)) value = value.replace(/ $/, '');
    if (value !== '') children.push({ type: 'text', value });
  }
  setChildren(parent, children);
}

/** Whether white space beside a node is not shown. @param isInBlock whether the parent is a block, for a node that is not there */
const isEdge = (node: RootContent | undefined, isInBlock: boolean): boolean =>
  node === undefined ? isInBlock : node.type === 'element' && (node.tagName === 'br' || !isInlineName(node.tagName));

function canonicalise(parent: Parent, sizeOf: (src: string) => object | undefined): void {
  const children = (parent.children as RootContent[]).flatMap((child): RootContent[] => {
    if (child.type !== 'element') return [child];
    canonicalise(child, sizeOf);
    const { tagName, properties } = child;
    // A row of headers is one in a `thead` or without it.
    if (tagName === 'thead' || tagName === 'tbody') return child.children;
    if (tagName === 'pre') trimEnd(child);
    if (tagName === 'img') withoutOwnSize(child, sizeOf);
    child.properties = Object.fromEntries(Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1)));
    return [child];
  });
  setChildren(parent, children);
}

/** The converter of Markdown writes a line break behind the last line of code. */
function trimEnd(parent: Element): void {
  const last = parent.children.at(-1);
  if (last?.type === 'text') last.value = last.value.replace(/(?<!\n)\n+$/, '');
  else if (last?.type === 'element') trimEnd(last);
}

function withoutOwnSize({ properties }: Element, sizeOf: (src: string) => object | undefined): void {
  const own = sizeOf(String(properties.src)) ?? {};
  const isOwn = (name: 'width' | 'height') =>
    properties[name] === undefined || Number(properties[name]) === Reflect.get(own, name);
  if (!isOwn('width') || !isOwn('height')) return;
  delete properties.width;
  delete properties.height;
}

const element = (tagName: string, children: ElementContent[]): Element => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});

/** The children of a root may be those of an element, without doctype. */
function setChildren(parent: Parent, children: readonly RootContent[]): void {
  parent.children = children.filter((child): child is ElementContent => child.type !== 'doctype');
}
