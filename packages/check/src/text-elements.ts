import { HtmlTooComplex, ID_PREFIX, lossOf, nodeText, parseHtml, shownForm, walk } from '@foyer/gateway';
import GithubSlugger from 'github-slugger';
import type { Element, Nodes, Root } from 'hast';

/** Where an element begins in the text that it comes from; undefined if that is not known. */
interface Located {
  at?: number;
}

/** What the rules look at in a text. */
export interface TextElements {
  headings: (Located & { level: number; name: string })[];
  links: (Located & { href: string; name: string })[];
  /** `alt` is undefined if there is none; `width` is in pixels. */
  images: (Located & { src: string; alt?: string; width?: number })[];
  /** Links and pictures of Markdown that are none, because their address has a space. */
  spaced: (Located & { address: string })[];
  tables: (Located & { hasHeader: boolean; columns: number })[];
  /** What pages do not show as it is written, and where the link in its place leads. */
  lost: (Located & { message: string; href?: string })[];
  /** The ids to which a link in the text can lead, without the sanitiser's prefix. */
  ids: ReadonlySet<string>;
}

/** The attribute with the place of an element. */
export const PLACE_ATTRIBUTE = 'data-at';
/** The attribute of an element without an href, in the place of a link or picture that is none. */
export const SPACED_ADDRESS_ATTRIBUTE = 'data-spaced-address';

/** The attribute of an element that is there to say what is lost of the Markdown. */
export const LOST_ATTRIBUTE = 'data-lost';

const HEADING = /^h([1-6])$/;

const hrefOf = ({ properties: { href } }: Element) => (typeof href === 'string' ? { href } : {});

/** The elements of an HTML text; none for a text that exceeds the parser's bounds, which is shown as plain text. */
export function elementsOf(html: string, videoOrigins: readonly string[] = []): TextElements {
  const elements: TextElements = {
    headings: [],
    links: [],
    images: [],
    spaced: [],
    tables: [],
    lost: [],
    ids: new Set(),
  };
  const ids = new Set<string>();
  const slugger = new GithubSlugger();
  walk(treeOf(html), (element) => {
    const { tagName, properties } = element;
    const { id, href, src, alt, width, dataAt, dataSpacedAddress, dataLost } = properties;
    const at = dataAt === undefined ? {} : { at: Number(dataAt) };
    if (typeof id === 'string') ids.add(withoutPrefix(id));
    const kept = shownForm(element);
    const loss = kept.type === 'element' ? lossOf(kept, videoOrigins) : undefined;
    if (loss) elements.lost.push({ message: loss.message, ...(loss.link && hrefOf(loss.link)), ...at });
    if (typeof dataLost === 'string') elements.lost.push({ message: dataLost, ...at });
    const level = HEADING.exec(tagName)?.[1];
    if (level) {
      elements.headings.push({ level: Number(level), name: nameOf(element), ...at });
      // The sanitiser gives the same id.
      if (id === undefined) ids.add(slugger.slug(nodeText(element).trim()));
    }
    if (tagName === 'a' && typeof href === 'string') elements.links.push({ href, name: nameOf(element), ...at });
    if (typeof dataSpacedAddress === 'string') elements.spaced.push({ address: dataSpacedAddress, ...at });
    if (tagName === 'img')
      elements.images.push({
        src: String(src ?? ''),
        ...(typeof alt === 'string' && { alt }),
        ...(typeof width === 'number' && { width }),
        ...at,
      });
    if (tagName === 'table') elements.tables.push({ ...tableOf(element), ...at });
  });
  return { ...elements, ids };
}

function treeOf(html: string): Root {
  try {
    return parseHtml(html);
  } catch (error) {
    if (!(error instanceof HtmlTooComplex)) throw error;
    return { type: 'root', children: [] };
  }
}

/** The text of a heading or a link, with the alternative texts of its images. */
function nameOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'element' && node.tagName === 'img') return ` ${node.properties.alt ?? ''} `;
  return 'children' in node ? node.children.map(nameOf).join('') : '';
}

/** Whether a cell with a text is a header, and the cells of the longest row. */
function tableOf(table: Element): { hasHeader: boolean; columns: number } {
  let hasHeader = false;
  let columns = 0;
  walk(table, (element) => {
    if (element.tagName === 'th') hasHeader ||= nameOf(element).trim() !== '';
    if (element.tagName === 'tr') columns = Math.max(columns, element.children.filter(isCell).length);
  });
  return { hasHeader, columns };
}

const isCell = (node: Nodes): boolean => node.type === 'element' && /^t[hd]$/.test(node.tagName);

/** An id as the editor writes it: the sanitiser adds the prefix, unless it is there. */
export const withoutPrefix = (id: string): string => (id.startsWith(ID_PREFIX) ? id.slice(ID_PREFIX.length) : id);
