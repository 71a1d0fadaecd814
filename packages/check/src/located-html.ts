import { createBoundedConverter, escapeHtml } from '@foyer/folder';
import { Marked, Renderer, type Token } from 'marked';
import { LOST_ATTRIBUTE, PLACE_ATTRIBUTE, SPACED_ADDRESS_ATTRIBUTE } from './text-elements.ts';

/** The parts of a token's `raw`, each a line, and where they are in the text: quotes and lists are without their marks in `raw`. */
type Place = { inRaw: number; inText: number }[];

/** The beginning of an element that has a place. Inside a comment it stays without effect. */
const TAG =
  /<(?:a|img|h[1-6]|table|iframe|video|audio|object|embed|applet|bgsound|portal|oembed|area|amp-[a-z]+|svg|math|canvas|select|textarea|input)(?=[\s/>])/gi;
/** What is meant as a link or a picture with a title or without. Markdown ends an address at a space, and shows all of it as text. */
const SPACED = /!?\[[^[\]]{0,500}\]\(([^()<>"\s]{1,500} [^()<>"\n]{0,500})(?:"[^"\n]{0,500}")?\)/g;
/** Words in brackets behind others in brackets are no address. */
const IS_ADDRESS = /^(?:\/|\.\.?\/|https?:|media\/)|\.[a-z\d]{2,5}$/i;
/** A mark of a footnote, which Markdown as it is read here does not know. */
const FOOTNOTE = /\[\^[^\s[\]]{1,100}\]/g;
const NO_FOOTNOTES = 'footnotes are shown as they are written: put the note in brackets where it belongs';
/** A line of a token begins soon after the one before it: marks of quotes and lists, or a row of hyphens, are between them. */
const GAP_CHARS = 2_000;

/**
 * Returns a function that converts Markdown to HTML without its code, in which headings, links, images and tables say where they
 * begin in the Markdown: the index of a character, with each line break counted as one. It throws a MarkdownError.
 */
export function createLocatedConverter(): (markdown: string) => string {
  let places = new Map<Token, Place>();
  const at = (token: Token, index = 0) => ` ${PLACE_ATTRIBUTE}="${indexInText(places.get(token), index)}"`;
  const marked = new Marked({
    gfm: true,
    renderer: {
      code: (token) => {
        const fence = unclosedFence(token.raw);
        return fence === undefined
          ? ''
          : lost(`the code that begins here has no end: close it with ${fence}`, at(token));
      },
      text(token) {
        const html = Renderer.prototype.text.call(this, token);
        if ('tokens' in token && token.tokens) return html;
        const spaced = [...token.raw.matchAll(SPACED)]
          .map(({ 1: address = '', index }) => ({ address: address.trim(), index }))
          .filter(({ address }) => IS_ADDRESS.test(address))
          .map(
            ({ address, index }) => `<a ${SPACED_ADDRESS_ATTRIBUTE}="${escapeHtml(address)}"${at(token, index)}></a>`,
          );
        const notes = [...token.raw.matchAll(FOOTNOTE)].map(({ 0: mark, index }) =>
          lost(`${mark}: ${NO_FOOTNOTES}`, at(token, index)),
        );
        return html + spaced.join('') + notes.join('');
      },
      heading(token) {
        return `<h${token.depth}${at(token)}>${this.parser.parseInline(token.tokens)}</h${token.depth}>`;
      },
      link(token) {
        return `<a href="${escapeHtml(token.href)}"${at(token)}>${this.parser.parseInline(token.tokens)}</a>`;
      },
      image(token) {
        // Markdown cannot say that an image is decorative: an empty text is a forgotten one.
        const alt = token.text.trim() ? ` alt="${escapeHtml(token.text)}"` : '';
        return `<img src="${escapeHtml(token.href)}"${alt}${at(token)}>`;
      },
      table(token) {
        return Renderer.prototype.table.call(this, token).replace('<table', `<table${at(token)}`);
      },
      html(token) {
        return token.raw.replace(TAG, (tag, index: number) => tag + at(token, index));
      },
    },
  });
  return createBoundedConverter(marked, (tokens, text) => {
    places = placesOf(marked, tokens, text);
  });
}

const lost = (message: string, place: string) => `<a ${LOST_ATTRIBUTE}="${escapeHtml(message)}"${place}></a>`;

/** The fence of a block of code that nothing closes: it takes in the rest of the text. */
function unclosedFence(raw: string): string | undefined {
  const [, fence] = /^ {0,3}(`{3,}|~{3,})/.exec(raw) ?? [];
  const lines = raw.trimEnd().split('\n');
  const last = lines.at(-1)?.trim() ?? '';
  const isClosed =
    fence !== undefined && lines.length > 1 && last.startsWith(fence) && last === last.charAt(0).repeat(last.length);
  return isClosed ? undefined : fence;
}

/** Tokens do not have their places: they are searched in their order. */
function placesOf(marked: Marked, tokens: Token[], text: string): Map<Token, Place> {
  const places = new Map<Token, Place>();
  let position = 0;
  const find = (line: string): number => {
    const found = text.slice(position, position + line.length + GAP_CHARS).indexOf(line);
    return found < 0 ? position : position + found;
  };
  marked.walkTokens(tokens, (token) => {
    const lines = linesOf(token.raw);
    const place = (isParent(token) ? lines.slice(0, 1) : lines).map(({ line, inRaw }) => {
      const inText = find(line);
      position = isParent(token) ? inText : inText + line.length;
      return { inRaw, inText };
    });
    places.set(token, place);
  });
  return places;
}

const isParent = (token: Token): boolean => 'tokens' in token || 'items' in token || 'rows' in token;

/** The lines that are not blank, without the spaces around them. */
function linesOf(raw: string): { line: string; inRaw: number }[] {
  return [...raw.matchAll(/\S(?:[^\n]*\S)?/g)].map(({ 0: line, index }) => ({ line, inRaw: index }));
}

function indexInText(place: Place = [], index: number): number {
  const line = place.findLast(({ inRaw }) => inRaw <= index) ?? place[0] ?? { inRaw: 0, inText: 0 };
  return line.inText + Math.max(index - line.inRaw, 0);
}
