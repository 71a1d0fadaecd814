import type { Element, Nodes } from 'hast';
import { HtmlTooComplex, parseHtml } from './parse-html.ts';

/** Elements that allowed-html.ts removes with their content. They are here so that who needs a text alone loads no sanitiser. */
export const STRIPPED = ['script', 'style', 'template', 'noscript', 'object', 'svg', 'math'];
/** Elements whose content is not shown as text. */
const WITHOUT_TEXT = new Set([...STRIPPED, 'iframe']);
/** The words around a chart's table are no words of the text, either. */
const isWithoutText = ({ tagName, properties }: Element) => WITHOUT_TEXT.has(tagName) || 'dataControl' in properties;
const BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 li dt dd blockquote pre figcaption tr td th br div table details summary'.split(' '),
);
const TAG = /<[^<>]*>/g;

/** The text of HTML on one line. */
export const plainText = (html: string): string => onOneLine(textIn(html));

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
/** The text of a node on one line. */
export const lineOf = (node: Nodes) => onOneLine(nodeText(node));

function textIn(html: string): string {
  try {
    return nodeText(parseHtml(html));
  } catch (error) {
    if (!(error instanceof HtmlTooComplex)) throw error;
    // Without tags it is flat: the parser only decodes character references.
    return nodeText(parseHtml(html.replace(TAG, ' ').replaceAll('<', '&lt;')));
  }
}

/** The text of HTML, with spaces around its blocks. */
export function nodeText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node) || (node.type === 'element' && isWithoutText(node))) return '';
  const text = node.children.map(nodeText).join('');
  return node.type === 'element' && BLOCKS.has(node.tagName) ? ` ${text} ` : text;
}

/** Characters of HTML that are parsed for the beginning of a text: usually the first number suffices. */
const FIRST_SLICE = 4_000;
const MAX_SLICE = 64_000;

/** The beginning of the plain text of HTML. @param characters its shortest length, unless the text is shorter */
export function textBeginning(html: string, characters: number): string {
  for (let length = FIRST_SLICE; ; length *= 4) {
    const text = plainText(html.slice(0, length));
    if (html.length <= length || text.length >= characters || length >= MAX_SLICE) return text;
  }
}
