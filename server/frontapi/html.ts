import GithubSlugger from 'github-slugger';
import type { Element, Nodes, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { SKIP, visit } from 'unist-util-visit';
import type { Reading } from '../../shared/contract/fields.ts';
import { srcSet } from '../../shared/picture.ts';

interface SanitiserOptions {
  location(value: string): string | undefined;
  link(value: string): string | undefined;
  picture?: Reading['picture'];
  /** Origins whose pages may stand in an iframe. */
  videoOrigins: readonly string[];
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
  strip: ['script', 'style', 'template', 'noscript', 'object', 'svg', 'math'],
};

/** A text's column (shared/ui/RichText.module.css). */
const TEXT_SIZES = '(min-width: 60rem) 42rem, 100vw';

/** Words of an editor, not of a script: an id from outside may not shadow one of the page's own. */
const ID_PREFIX = 'text-';
/** What has been through here before stays as it is. */
const prefixed = (id: string) => (id.startsWith(ID_PREFIX) ? id : ID_PREFIX + id);
/** A text stands below its page's h1. */
const TOP_HEADING = 2;
const HEADING = /^h[1-6]$/;

/** Makes HTML from elsewhere fit to stand in a page: an allow-list, safe addresses, headings below the page's own, tables that scroll. */
export function sanitiser({ location, link, picture, videoOrigins }: SanitiserOptions): (html: string) => string {
  return (html) => {
    const tree = sanitize(fromHtml(html, { fragment: true }), allowed) as Root;
    const shift = headingShift(tree);
    const slugger = new GithubSlugger();
    visit(tree, 'element', (node, index, parent) => {
      if (!parent || index === undefined) return undefined;
      const { properties, tagName } = node;
      if (HEADING.test(tagName)) {
        node.tagName = `h${Math.min(6, Number(tagName[1]) + shift)}`;
        properties.id ??= slugger.slug(words(node).trim());
      }
      if (typeof properties.id === 'string') properties.id = prefixed(properties.id);
      if (tagName === 'a') safeLink(node, link);
      // The empty corner of a table heads nothing.
      if (tagName === 'th' && node.children.length === 0) node.tagName = 'td';
      const unsafe =
        (tagName === 'img' && !safePicture(node, location, picture)) ||
        (tagName === 'iframe' && !safeVideo(node, videoOrigins));
      if (!unsafe) return undefined;
      parent.children.splice(index, 1);
      return index;
    });
    visit(tree, 'element', (node, index, parent) => {
      if (node.tagName !== 'table' || !parent || index === undefined) return undefined;
      // A named group that takes the focus: a table wider than a phone scrolls by keyboard too.
      const properties = { className: ['table'], role: 'group', tabIndex: 0, ariaLabel: 'Table' };
      if (parent.type === 'element' && parent.tagName === 'div' && parent.children.length === 1) {
        parent.properties = properties;
        return SKIP;
      }
      parent.children[index] = { type: 'element', tagName: 'div', properties, children: [node] };
      return SKIP;
    });
    return toHtml(tree);
  };
}

/** How far headings move down so that the highest one stands right below the page's h1. */
function headingShift(tree: Root): number {
  let top = 7;
  visit(tree, 'element', (node) => {
    if (HEADING.test(node.tagName)) top = Math.min(top, Number(node.tagName[1]));
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

function safePicture(
  node: Element,
  location: SanitiserOptions['location'],
  picture: SanitiserOptions['picture'],
): boolean {
  const { src } = node.properties;
  const safe = typeof src === 'string' ? location(src) : undefined;
  if (!safe) return false;
  const { scaled, width, height } = picture?.(safe, {}) ?? {};
  node.properties = {
    ...(width && height && { width, height }),
    ...node.properties,
    // As it was given: what has been through here is read again where it was stored. No browser of today loads it.
    src: safe,
    alt: node.properties.alt ?? '',
    ...(scaled && { srcSet: srcSet(scaled, 'webp', { width }), sizes: TEXT_SIZES }),
    loading: 'lazy',
    decoding: 'async',
  };
  return true;
}

function safeVideo(node: Element, origins: readonly string[]): boolean {
  const { src } = node.properties;
  if (typeof src !== 'string' || !URL.canParse(src) || !origins.includes(new URL(src).origin)) return false;
  node.properties = { ...node.properties, title: node.properties.title ?? 'Video', loading: 'lazy' };
  node.children = [];
  return true;
}

const BLOCKS = new Set('p h1 h2 h3 h4 h5 h6 li dt dd blockquote pre figcaption tr td th br div table'.split(' '));

/** The words of a piece of HTML on one line. */
export const plainText = (html: string): string =>
  words(fromHtml(html, { fragment: true }))
    .replace(/\s+/g, ' ')
    .trim();

function words(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  const inside = node.children.map(words).join('');
  return node.type === 'element' && BLOCKS.has(node.tagName) ? ` ${inside} ` : inside;
}

/** The main headings of a sanitised text. */
export function contents(html: string): { id: string; name: string }[] {
  const headings: { id: string; name: string }[] = [];
  visit(fromHtml(html, { fragment: true }), 'element', (node) => {
    const { id } = node.properties;
    if (node.tagName === `h${TOP_HEADING}` && typeof id === 'string') {
      headings.push({ id, name: words(node).replace(/\s+/g, ' ').trim() });
    }
  });
  return headings;
}
