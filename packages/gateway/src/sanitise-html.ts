import { drawFigure, isChartFigure, MAX_CHARTS } from '@foyer/charts';
import type { Locale } from '@foyer/messages';
import { textLocale } from '@foyer/model';
import GithubSlugger from 'github-slugger';
import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { allowed } from './allowed-html.ts';
import { shownAt } from './elsewhere.ts';
import { lineOf, nodeText, plainText } from './html-text.ts';
import { type Loss, replaceUnshown } from './lost-elements.ts';
import { HtmlTooComplex, parseHtml } from './parse-html.ts';

/** What an answer may still have. */
export interface HtmlBudget {
  /** Characters of HTML. */
  left: number;
  charts: number;
}

/** Of an answer that is not read yet. */
export const newBudget = (): HtmlBudget => ({ left: MAX_HTML_CHARACTERS, charts: MAX_CHARTS });

interface SanitiserOptions {
  location(value: string): string | undefined;
  link(value: string): string | undefined;
  /** Origins of pages that an iframe may show. */
  videoOrigins: readonly string[];
  /** Of the words and dates of charts and tables whose text has no letters; English if it is missing. */
  locale?: Locale;
  /** Of the texts of one answer; without it, each text has a budget of its own. */
  budget?: HtmlBudget;
  /** Called with the caption of a chart that cannot be drawn, and the reason: its table is shown. */
  onUndrawn?(caption: string, reason: string): void;
  /** Called with what is not shown as it is, once for each reason in a text. */
  onLost?(loss: Loss): void;
  /** Called with HTML that exceeds the parser's bounds, and the reason: only its plain text is shown. */
  onPlainText(html: string, reason: string): void;
}

/** In front of every id in an editor's text: it must not shadow an id of the page. */
export const ID_PREFIX = 'text-';
/** HTML that was sanitised before stays the same. */
const prefixed = (id: string) => (id.startsWith(ID_PREFIX) ? id : ID_PREFIX + id);
/** A text starts below the page's h1. */
const TOP_HEADING = 2;
const HEADING = /^h[1-6]$/;

/**
 * Characters of HTML in one answer, sanitised: usually of one text. Whatever thread has read it, the event loop serialises,
 * renders and sends it: 40 ms for a million characters. A long text of a real site has 100,000.
 */
export const MAX_HTML_CHARACTERS = 400_000;
/** The most characters of an escaped one: `&#x26;`. */
const CHARACTERS_ESCAPED = 6;
/** Characters that are shown of a text beyond the bounds. */
export const MAX_PLAIN_CHARACTERS = 60_000;
/** Characters that are shown of each text once the others have used the answer's budget. */
const MIN_PLAIN_CHARACTERS = 100;

/** Sanitises HTML for a page: allowed elements and attributes, safe addresses, headings below the page's h1, scrollable tables. */
export function sanitiser({
  location,
  link,
  videoOrigins,
  locale = 'en',
  budget: budgetOfAnswer,
  onPlainText,
  onUndrawn,
  onLost,
}: SanitiserOptions): (html: string) => string {
  return (html) => {
    const budget = budgetOfAnswer ?? newBudget();
    try {
      const parsed = parseHtml(html);
      const losses = new Map<string, Loss>();
      replaceUnshown(parsed, videoOrigins, (loss) => losses.set(loss.message, loss));
      const tree = sanitize(parsed, allowed) as Root;
      prepare(tree, budget);
      const safe = inBudget(stableHtml(toHtml(tree)), budget);
      for (const loss of losses.values()) onLost?.(loss);
      return safe;
    } catch (error) {
      if (!(error instanceof HtmlTooComplex)) throw error;
      onPlainText(html, error.message);
      const text = textOf(plainBeginning(html, budget));
      const plain = toHtml({ type: 'element', tagName: 'p', properties: {}, children: [text] });
      budget.left -= plain.length;
      return plain;
    }
  };

  function inBudget(html: string, budget: HtmlBudget): string {
    if (html.length > budget.left)
      throw new HtmlTooComplex(`longer than ${MAX_HTML_CHARACTERS.toLocaleString('en')} characters of HTML`);
    budget.left -= html.length;
    return html;
  }

  /** The beginning of the text of HTML beyond the bounds. */
  function plainBeginning(html: string, budget: HtmlBudget): string {
    const left = Math.floor(budget.left / CHARACTERS_ESCAPED);
    const length = Math.max(MIN_PLAIN_CHARACTERS, Math.min(MAX_PLAIN_CHARACTERS, left));
    const text = plainText(html.slice(0, MAX_HTML_CHARACTERS));
    if (text.length <= length) return text;
    // Not half a character at the end.
    return `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`;
  }

  function prepare(tree: Root, budget: HtmlBudget): void {
    const shift = headingShift(tree);
    const slugger = new GithubSlugger();
    removeUnsafe(tree);
    walk(tree, (element) => {
      removeUnsafe(element);
      const { properties, tagName } = element;
      if (HEADING.test(tagName)) {
        element.tagName = `h${Math.min(6, Number(tagName[1]) + shift)}`;
        properties.id ??= slugger.slug(nodeText(element).trim());
      }
      if (typeof properties.id === 'string') properties.id = prefixed(properties.id);
      if (tagName === 'a') safeLink(element, link);
      // Its sign is its bullet.
      if (tagName === 'li' && TASK.test(beginningOf(element))) properties.dataTask = '';
      // An empty header cell is no header.
      if (tagName === 'th' && element.children.length === 0) element.tagName = 'td';
    });
    markElsewhere(tree);
    drawCharts(tree, budget);
    scrollTables(tree, locale);
  }

  function drawCharts(parent: Root | Element, budget: HtmlBudget): void {
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      if (!isChartFigure(child) || !isDrawn(child, budget)) drawCharts(child, budget);
    }
  }

  function isDrawn(figure: Element, budget: HtmlBudget): boolean {
    const { caption, reason } = drawFigure(figure, { textOf: lineOf, locale, chartsLeft: budget.charts });
    budget.charts -= 1;
    if (reason !== undefined) onUndrawn?.(caption, reason);
    return reason === undefined;
  }

  /** All children at once: removing them one by one takes quadratic time. */
  function removeUnsafe(parent: Root | Element): void {
    const children: RootContent[] = parent.children;
    parent.children = children.filter((child) => child.type !== 'element' || isSafe(child)) as ElementContent[];
  }

  function isSafe(element: Element): boolean {
    if (element.tagName === 'img') return safePicture(element, location);
    return element.tagName !== 'iframe' || safeVideo(element, videoOrigins);
  }
}

/** Broken HTML is stable after a few passes. */
const MAX_PASSES = 4;

/**
 * HTML that a browser parses to the same tree. A removed element may leave others where HTML does not allow them
 * (`<li><button><li>`): a browser would close elements there, including those of the page.
 */
function stableHtml(html: string): string {
  let text = html;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const again = toHtml(parseHtml(text));
    if (again === text) return text;
    text = again;
  }
  throw new HtmlTooComplex('not stable after several passes of the parser');
}

/** Visits the elements below a node, parents first. (unist-util-visit takes quadratic time: it searches each element among its siblings.) */
export function walk(node: Root | Element, visit: (element: Element) => void): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    visit(child);
    walk(child, visit);
  }
}

/** A line of a task list (lost-elements.ts). */
const TASK = /^\s*[☐☑]/;

/** The first text within an element. */
function beginningOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  const first = 'children' in node && node.children.find((child) => child.type !== 'text' || child.value.trim() !== '');
  return first ? beginningOf(first) : '';
}

/** Wraps each table in a focusable group, so that a wide one can be scrolled by keyboard. */
function scrollTables(parent: Root | Element, edition: Locale): void {
  const isAlone = parent.type === 'element' && parent.tagName === 'div' && parent.children.length === 1;
  for (const [index, child] of parent.children.entries()) {
    if (child.type !== 'element') continue;
    if (child.tagName !== 'table') {
      scrollTables(child, edition);
      continue;
    }
    const properties = { ...SCROLLS, ariaLabel: TABLE_LABELS[textLocale(nodeText(child), edition)] };
    if (isAlone) parent.properties = properties;
    else parent.children[index] = { type: 'element', tagName: 'div', properties, children: [child] };
  }
}

const SCROLLS = { className: ['table'], role: 'group', tabIndex: 0 };
const TABLE_LABELS: Record<Locale, string> = { en: 'Table', ne: 'तालिका' };

/** The number of levels by which headings move down, so that the highest one is an h2. */
function headingShift(tree: Root): number {
  let top = 7;
  walk(tree, ({ tagName }) => {
    if (HEADING.test(tagName)) top = Math.min(top, Number(tagName[1]));
  });
  return TOP_HEADING - Math.min(top, TOP_HEADING);
}

/** Blocks that may hold a single link. */
const BLOCKS_OF_LINK = new Set(['p', 'div', 'figure']);

/** Marks the links to films and maps that stand by themselves: they are cards, which name the site that they open. */
function markElsewhere(parent: Root | Element): void {
  const children = parent.children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  // Beside blocks alone, what was a frame stands by itself.
  const isAlone =
    parent.type === 'root'
      ? children.every((child) => child.type === 'element')
      : BLOCKS_OF_LINK.has(parent.tagName) && children.length === 1;
  for (const child of children) {
    if (child.type !== 'element') continue;
    const address = isAlone && child.tagName === 'a' ? String(child.properties.href ?? '') : '';
    const shown = shownAt(address);
    if (shown) child.properties.dataElsewhere = `${shown === 'video' ? '▶ ' : ''}${new URL(address).host}`;
    else markElsewhere(child);
  }
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

const textOf = (value: string) => ({ type: 'text', value }) as const;

/** The h2 headings of a sanitised text, and its plain text. */
export function outlineOf(html: string): { headings: { id: string; name: string }[]; text: string } {
  const headings: { id: string; name: string }[] = [];
  const tree = parseHtml(html);
  walk(tree, (element) => {
    const { id } = element.properties;
    if (element.tagName === `h${TOP_HEADING}` && typeof id === 'string') {
      headings.push({ id, name: lineOf(element) });
    }
  });
  return { headings, text: lineOf(tree) };
}
