import GithubSlugger from 'github-slugger';
import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast';
import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { HtmlTooComplex, parseHtml } from './parse-html.ts';

interface SanitiserOptions {
  location(value: string): string | undefined;
  link(value: string): string | undefined;
  /** Origins whose pages may stand in an iframe. */
  videoOrigins: readonly string[];
  /** Called with what could not be taken as HTML, and why: its text alone is shown. */
  simplified(html: string, reason: string): void;
}

const TAGS =
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote q cite pre code kbd samp a em strong b i u s del ins mark small sub sup abbr time span div figure figcaption img picture table caption thead tbody tfoot tr th td iframe'.split(
    ' ',
  );

const allowed: Schema = {
  ...defaultSchema,
  tagNames: TAGS,
  clobber: [],
  attributes: {
    '*': ['lang', 'dir', 'title', 'id'],
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start', 'reversed', 'type'],
    th: ['colSpan', 'rowSpan', 'scope', 'align'],
    td: ['colSpan', 'rowSpan', 'align'],
    time: ['dateTime'],
    iframe: ['src', 'width', 'height', 'title'],
  },
  protocols: {},
  // A part of a list without its list would close the element of the page that it stands in.
  ancestors: { ...defaultSchema.ancestors, li: ['ol', 'ul'], dt: ['dl'], dd: ['dl'] },
  strip: ['script', 'style', 'template', 'noscript', 'object', 'svg', 'math'],
};

/** Words of an editor, not of a script: an id from outside may not shadow one of the page's own. */
const ID_PREFIX = 'text-';
/** What has been through here before stays as it is. */
const prefixed = (id: string) => (id.startsWith(ID_PREFIX) ? id : ID_PREFIX + id);
/** A text stands below its page's h1. */
const TOP_HEADING = 2;
const HEADING = /^h[1-6]$/;

/** Makes HTML from elsewhere fit to stand in a page: an allow-list, safe addresses, headings below the page's own, tables that scroll. */
export function sanitiser({ location, link, videoOrigins, simplified }: SanitiserOptions): (html: string) => string {
  return (html) => {
    try {
      const tree = sanitize(parseHtml(html), allowed) as Root;
      prepare(tree);
      return settled(toHtml(tree));
    } catch (error) {
      if (!(error instanceof HtmlTooComplex)) throw error;
      simplified(html, error.message);
      return toHtml({ type: 'element', tagName: 'p', properties: {}, children: [textOf(plainText(html))] });
    }
  };

  function prepare(tree: Root): void {
    const shift = headingShift(tree);
    const slugger = new GithubSlugger();
    keepSafe(tree);
    walk(tree, (element) => {
      keepSafe(element);
      const { properties, tagName } = element;
      if (HEADING.test(tagName)) {
        element.tagName = `h${Math.min(6, Number(tagName[1]) + shift)}`;
        properties.id ??= slugger.slug(words(element).trim());
      }
      if (typeof properties.id === 'string') properties.id = prefixed(properties.id);
      if (tagName === 'a') safeLink(element, link);
      // The empty corner of a table heads nothing.
      if (tagName === 'th' && element.children.length === 0) element.tagName = 'td';
    });
    scrollTables(tree);
  }

  /** At once for all children: to take them out one by one costs the square of their number. */
  function keepSafe(parent: Root | Element): void {
    const children: RootContent[] = parent.children;
    parent.children = children.filter((child) => child.type !== 'element' || isSafe(child)) as ElementContent[];
  }

  function isSafe(element: Element): boolean {
    if (element.tagName === 'img') return safePicture(element, location);
    return element.tagName !== 'iframe' || safeVideo(element, videoOrigins);
  }
}

/** Passes that broken HTML needs, at most. */
const MAX_PASSES = 4;

/**
 * HTML that a browser parses as it is written. An element that is left out may leave others where HTML does not allow them
 * (`<li><button><li>`): a browser would end elements there, the page's own among them.
 */
function settled(html: string): string {
  let text = html;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const again = toHtml(parseHtml(text));
    if (again === text) return text;
    text = again;
  }
  throw new HtmlTooComplex('never the same when it is parsed');
}

/** Visits the elements below a node, from the outside in. (unist-util-visit looks each one up among its siblings.) */
function walk(node: Root | Element, visit: (element: Element) => void): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    visit(child);
    walk(child, visit);
  }
}

/** A named group that takes the focus around each table: one that is wider than a phone scrolls by keyboard too. */
function scrollTables(parent: Root | Element): void {
  const isAlone = parent.type === 'element' && parent.tagName === 'div' && parent.children.length === 1;
  for (const [index, child] of parent.children.entries()) {
    if (child.type !== 'element') continue;
    if (child.tagName !== 'table') scrollTables(child);
    else if (isAlone) parent.properties = { ...SCROLLS };
    else parent.children[index] = { type: 'element', tagName: 'div', properties: { ...SCROLLS }, children: [child] };
  }
}

const SCROLLS = { className: ['table'], role: 'group', tabIndex: 0, ariaLabel: 'Table' };

/** How far headings move down so that the highest one stands right below the page's h1. */
function headingShift(tree: Root): number {
  let top = 7;
  walk(tree, ({ tagName }) => {
    if (HEADING.test(tagName)) top = Math.min(top, Number(tagName[1]));
  });
  return TOP_HEADING - Math.min(top, TOP_HEADING);
}

function safeLink(node: Element, link: SanitiserOptions['link']): void {
  const { href } = node.properties;
  if (typeof href !== 'string') return;
  const safe = href.startsWith('#') ? `#${prefixed(href.slice(1))}` : link(href);
  if (safe === undefined) delete node.properties.href;
  else node.properties.href = safe;
  if (safe && /^https?:/.test(safe)) node.properties.rel = ['external', 'noopener'];
}

function safePicture(node: Element, location: SanitiserOptions['location']): boolean {
  const { src } = node.properties;
  const safe = typeof src === 'string' ? location(src) : undefined;
  if (!safe) return false;
  const alt = node.properties.alt ?? '';
  node.properties = { ...node.properties, src: safe, alt, loading: 'lazy', decoding: 'async' };
  return true;
}

function safeVideo(node: Element, origins: readonly string[]): boolean {
  const { src } = node.properties;
  if (typeof src !== 'string' || !URL.canParse(src) || !origins.includes(new URL(src).origin)) return false;
  node.properties = { ...node.properties, title: node.properties.title ?? 'Video', loading: 'lazy' };
  node.children = [];
  return true;
}

/** Elements whose content is no text of the page. */
const SILENT = new Set([...(allowed.strip ?? []), 'iframe']);
const BLOCKS = new Set('p h1 h2 h3 h4 h5 h6 li dt dd blockquote pre figcaption tr td th br div table'.split(' '));
const TAG = /<[^<>]*>/g;

/** The words of a piece of HTML on one line. */
export const plainText = (html: string): string => wordsIn(html).replace(/\s+/g, ' ').trim();

function wordsIn(html: string): string {
  try {
    return words(parseHtml(html));
  } catch (error) {
    if (!(error instanceof HtmlTooComplex)) throw error;
    // Without its tags it is flat; only its character references are left to be read.
    return words(parseHtml(html.replace(TAG, ' ').replaceAll('<', '&lt;')));
  }
}

function words(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node) || (node.type === 'element' && SILENT.has(node.tagName))) return '';
  const inside = node.children.map(words).join('');
  return node.type === 'element' && BLOCKS.has(node.tagName) ? ` ${inside} ` : inside;
}

const textOf = (value: string) => ({ type: 'text', value }) as const;

/** Characters of HTML that nearly always hold the beginning of a text, and how many of them are looked at in the end. */
const BEGINNING = 4_000;
const LONGEST_BEGINNING = 64_000;

/** The beginning of a text's words: at least so many characters of them, where it has them. */
export function beginningOf(html: string, characters: number): string {
  for (let length = BEGINNING; ; length *= 4) {
    const text = plainText(html.slice(0, length));
    if (html.length <= length || text.length >= characters || length >= LONGEST_BEGINNING) return text;
  }
}

/** The main headings of a sanitised text. */
export function contents(html: string): { id: string; name: string }[] {
  const headings: { id: string; name: string }[] = [];
  walk(parseHtml(html), (element) => {
    const { id } = element.properties;
    if (element.tagName === `h${TOP_HEADING}` && typeof id === 'string') {
      headings.push({ id, name: words(element).replace(/\s+/g, ' ').trim() });
    }
  });
  return headings;
}
