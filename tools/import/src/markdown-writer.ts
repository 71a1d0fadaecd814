import { strikethrough, tables } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';

/* HTML to Markdown as an editor would write it. What Markdown has no signs for stays an HTML element among them. */

/** Inline elements without a sign in Markdown; text inside them is Markdown again. */
const INLINE_HTML = 'abbr cite ins kbd mark q samp small span sub sup time u'.split(' ');

/** Returns a function that converts HTML to Markdown. The result may say something else: html-to-markdown.ts compares. */
export function createMarkdownWriter(): (html: string) => string {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    br: '\\',
  });
  service.use([tables, strikethrough]);
  const escapeMarkdown = service.escape.bind(service);
  service.escape = (text) => escapeForGfm(escapeMarkdown(text));
  service.addRule('listItem', { filter: 'li', replacement: listItem });
  service.addRule('figure', { filter: isCaptionedPicture, replacement: (_, node) => `\n\n${picture(node)}\n\n` });
  // In a paragraph, Markdown's own sign would become a figure.
  service.addRule('inlineHtml', {
    filter: (node) => node.nodeName === 'IMG' || INLINE_HTML.includes(node.nodeName.toLowerCase()),
    replacement: (content, node) => {
      const outer = node.outerHTML.replaceAll('\n', ' ');
      if (node.nodeName === 'IMG') return outer;
      return `${outer.slice(0, outer.indexOf('>') + 1)}${content}</${node.nodeName.toLowerCase()}>`;
    },
  });
  return (html) => service.turndown(html);
}

/** Escapes what turndown leaves: elements, character references, and addresses that would become links by themselves. */
const escapeForGfm = (text: string): string =>
  text
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/~/g, '\\~')
    .replace(/\b(https?|ftp):\/\//gi, '$1:\\/\\/')
    .replace(/\bwww\./gi, (match) => `${match.slice(0, -1)}\\.`)
    .replace(/(?<=[\w.+-])@(?=[\w-])/g, '\\@');

const BEFORE_ITEM = /(?<!\s)\s+(?=(?:[-*]|\d+\.) )/g;

interface List {
  places: ReadonlyMap<Element, number>;
  /** A blank line between the items makes their texts paragraphs. */
  isLoose: boolean;
}
/** What all items of a list have in common, until the list is forgotten. */
const lists = new WeakMap<Element, List>();

function listOf(list: Element): List {
  const known = lists.get(list);
  if (known) return known;
  const items = childrenOf(list);
  const read = {
    places: new Map(items.map((item, index) => [item, index])),
    isLoose: items.some((item) => childrenOf(item).some(({ nodeName }) => nodeName === 'P')),
  };
  lists.set(list, read);
  return read;
}

function listItem(content: string, node: HTMLElement): string {
  const list = node.parentElement;
  const { places, isLoose } = list ? listOf(list) : { places: new Map<Element, number>(), isLoose: false };
  const place = places.get(node) ?? -1;
  const start = Number(list?.getAttribute('start') ?? 1);
  const sign = list?.nodeName === 'OL' ? `${start + place}. ` : '- ';
  const text = content.replace(/^\n+/, '').trimEnd();
  const inner = isLoose ? text : text.replace(BEFORE_ITEM, (space) => space.replaceAll('\n\n', '\n'));
  const isLast = place === places.size - 1;
  return sign + inner.replace(/\n(?=[^\n])/g, `\n${' '.repeat(sign.length)}`) + (isLast ? '' : isLoose ? '\n\n' : '\n');
}

/** Whether an element is a figure of a picture, and of a caption in plain text. */
function isCaptionedPicture(figure: HTMLElement): boolean {
  const [image, caption, ...others] = childrenOf(figure);
  if (figure.nodeName !== 'FIGURE' || image?.nodeName !== 'IMG' || others.length > 0) return false;
  return caption === undefined || (caption.nodeName === 'FIGCAPTION' && caption.children.length === 0);
}

function picture(figure: HTMLElement): string {
  const [image, caption] = childrenOf(figure);
  const [alt, src] = ['alt', 'src'].map((name) => image?.getAttribute(name)?.replaceAll('\n', ' ') ?? '');
  const title = caption?.textContent?.replace(/\s+/g, ' ').trim();
  const address = /[\s()<>]/.test(src ?? '') ? `<${src}>` : src;
  return `![${alt?.replace(/[[\]\\]/g, '\\$&')}](${address}${title ? ` "${title.replace(/["\\]/g, '\\$&')}"` : ''})`;
}

/** The DOM of turndown has lists that cannot be spread. */
const childrenOf = (node: Element | null): Element[] => Array.from(node?.children ?? []);
