import type { Element, ElementContent, Root, RootContent } from 'hast';
import { pageOfEmbedded } from './elsewhere.ts';

/* What pages do not show of an editor's HTML: it has another form, or a link stands in its place, and the editor is told. */

/** An element that pages do not show as it is, and the link in its place. */
export interface Loss {
  message: string;
  link?: Element;
}

/** Attributes in which scripts for late loading keep the address of a picture. */
const LAZY_SOURCES = ['dataSrc', 'dataLazySrc', 'dataOriginal', 'dataLazy'] as const;
/** Attributes with a list of addresses and sizes. */
const SOURCE_SETS = ['srcSet', 'dataSrcset', 'dataSrcSet'] as const;
/** Elements whose address leads to what they show. */
const EMBEDDED = new Set(
  'video audio object embed applet bgsound portal oembed area amp-img amp-video amp-audio amp-iframe'.split(' '),
);
/** Elements that show something by themselves. The text in others stays, and a script is none: what it embeds has a text or a link beside it. */
const LOST = new Set(['svg', 'math', 'canvas', 'select', 'textarea', 'input']);
/** Addresses to which a link can lead. */
const LINKABLE = /^(?:https?:|[^:]*$|[^:]*[/?#])/i;
const PASTED = /^\s*data:/i;
const OTHER_SCHEME = /^\s*(?!https?:)[a-z][a-z\d+.-]*:/i;

/** What pages do not show of an element in the form that `shownForm` gives to it; undefined if they show it. */
export function lossOf(element: Element, videoOrigins: readonly string[]): Loss | undefined {
  const { tagName, properties } = element;
  const address = addressOf(element);
  if (tagName === 'iframe') {
    const origin = URL.canParse(address) ? new URL(address).origin : undefined;
    if (origin !== undefined && videoOrigins.includes(origin)) return undefined;
    return linked(element, `the iframe of ${origin ?? quoted(address)}: expected an origin of VIDEO_ORIGINS`);
  }
  if (EMBEDDED.has(tagName)) return linked(element, `the <${tagName}> of ${quoted(address)}`);
  if (tagName === 'img') {
    if (PASTED.test(address))
      return leftOut('a picture that is pasted into the text (data:…): save it as a file and name that');
    return OTHER_SCHEME.test(address) || address.trim() === ''
      ? leftOut(`a picture whose address is ${quoted(address)}`)
      : undefined;
  }
  const isHidden = tagName === 'input' && textOf(properties.type).toLowerCase() === 'hidden';
  return LOST.has(tagName) && !isHidden ? leftOut(`the <${tagName}>`) : undefined;
}

const leftOut = (what: string): Loss => ({ message: `${what}: left out` });

function linked(element: Element, what: string): Loss {
  const href = pageOfEmbedded(addressOf(element).trim());
  if (href === '' || !LINKABLE.test(href)) return leftOut(what);
  const { title, alt } = element.properties;
  const value = textOf(title).trim() || textOf(alt).trim() || href;
  const link: Element = { type: 'element', tagName: 'a', properties: { href }, children: [{ type: 'text', value }] };
  return { message: `${what}: a link stands in its place`, link };
}

/** Gives elements the form in which pages show them, and puts links in the place of what is embedded. */
export function replaceUnshown(
  parent: Root | Element,
  videoOrigins: readonly string[],
  onLoss: (loss: Loss) => void,
): void {
  const children: RootContent[] = parent.children;
  parent.children = children.map((child) => {
    const kept = child.type === 'element' ? shownForm(child) : child;
    // A chart that was drawn before is drawn again.
    if (kept.type !== 'element' || 'dataChart' in kept.properties) return kept;
    const loss = lossOf(kept, videoOrigins);
    if (loss) onLoss(loss);
    if (loss?.link) return loss.link;
    replaceUnshown(kept, videoOrigins, onLoss);
    return kept;
  }) as ElementContent[];
}

/** An element with the address that is meant: late pictures have it in another attribute. A box of a task list is a sign. */
export function shownForm(element: Element): ElementContent {
  const { tagName, properties } = element;
  if (tagName === 'input' && textOf(properties.type).toLowerCase() === 'checkbox')
    return { type: 'text', value: properties.checked ? '☑' : '☐' };
  if (tagName !== 'img') return element;
  const late = lateAddressOf(element) ?? (properties.src ? undefined : firstOfSet(element));
  if (late === undefined || PASTED.test(late)) return element;
  return { ...element, properties: { ...properties, src: late } };
}

const lateAddressOf = ({ properties }: Element): string | undefined =>
  LAZY_SOURCES.map((name) => textOf(properties[name])).find((address) => address.trim() !== '');
const firstOfSet = ({ properties }: Element): string | undefined =>
  SOURCE_SETS.map(
    (name) =>
      String(properties[name] ?? '')
        .trim()
        .split(/[\s,]/, 1)[0],
  ).find(Boolean);

/** Where an element shows something from; empty if it does not say. */
const addressOf = (element: Element): string => {
  const { properties, children, tagName } = element;
  const own = [properties.src, properties.data, properties.url, tagName === 'area' && properties.href];
  return [...own, lateAddressOf(element), ...children.map(sourceOf)].map(textOf).find(Boolean) ?? '';
};
const sourceOf = (node: ElementContent): unknown =>
  node.type === 'element' && node.tagName === 'source' ? node.properties.src : undefined;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Characters of an address that are quoted. */
const QUOTED_CHARACTERS = 100;
const quoted = (address: string): string =>
  `"${address.length > QUOTED_CHARACTERS ? `${address.slice(0, QUOTED_CHARACTERS)}…` : address}"`;
