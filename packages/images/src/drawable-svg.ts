import sax from 'sax';

/*
 * librsvg cannot be interrupted, and a document may name things in more ways than one. So a document of an editor is read here, and
 * what is drawn is written anew from what was read: shapes, gradients and one clip path. Whatever draws a part of the document
 * again, for each element, level or dash, is refused. What takes long even so is ended (svg-process.ts).
 */

/** The largest SVG document that becomes an icon. */
const MAX_SVG_BYTES = 10_000;
/** Elements within each other: each may take a picture of its own in memory. */
const MAX_SVG_DEPTH = 32;
const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const GRADIENTS = new Set(['linearGradient', 'radialGradient']);
const DRAWN = new Set([
  ...GRADIENTS,
  ...['svg', 'g', 'defs', 'style', 'stop', 'clipPath', 'text', 'tspan'],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
]);
/** What an icon loses nothing without: none of it is drawn, moves included. Elements of editors' programs are left out, too. */
const LEFT_OUT = new Set([
  'title',
  'desc',
  'metadata',
  'script',
  'animate',
  'animateTransform',
  'animateMotion',
  'set',
  'view',
]);
/** Properties, as attributes or in styles, with which something is drawn several times. */
const REPEATING =
  /^(?:(?:-inkscape-)?filter|backdrop-filter|mask(?:-.*)?|marker(?:-.*)?|stroke-dasharray|mix-blend-mode)$/;
/** A name in CSS and its value. Escapes and comments, by which a name could be written otherwise, are refused. */
const PROPERTY = /(?<![\w-])([\w-]+)\s*:(?=([^;{}]*))/g;
const DISGUISED = /\\|\/\*|<!--/;

/** The document as it is drawn. Throws an Error that names what could take longer than its size tells. */
export function drawableSvg(bytes: Buffer): string {
  if (bytes.length > MAX_SVG_BYTES)
    throw new Error(`an SVG document of ${bytes.length} bytes, more than ${MAX_SVG_BYTES}`);
  const written = new SvgWriter();
  const parser = sax.parser(true, { xmlns: true, strictEntities: true });
  parser.onerror = (error) => {
    throw new Error(`no SVG document that can be read: ${error.message.split('\n')[0]}`);
  };
  parser.onprocessinginstruction = ({ name, body }) => {
    if (name === 'xml' && /encoding\s*=\s*["'](?!utf-8["'])/i.test(body))
      throw new Error('an SVG document that is not in UTF-8');
  };
  parser.ondoctype = (doctype) => {
    if (doctype.includes('[')) throw new Error('an SVG document with entities');
  };
  parser.onopentag = (element) => written.open(element);
  parser.onclosetag = () => written.close();
  parser.ontext = parser.oncdata = (text) => written.text(text);
  parser.write(decoded(bytes)).close();
  return written.document;
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('an SVG document that is not in UTF-8');
  }
}

class SvgWriter {
  document = '';
  readonly #open: string[] = [];
  /** Elements that are open within one that is left out, itself included. */
  #leftOut = 0;
  #clips = 0;
  /** The text of a style sheet so far: a name in it may come in pieces. */
  #style = '';

  open({ uri, local, attributes }: sax.Element): void {
    if (this.#leftOut > 0 || uri !== SVG || LEFT_OUT.has(local) || this.#open.at(-1) === 'style') {
      this.#leftOut += 1;
      return;
    }
    if (!DRAWN.has(local)) throw repeating(local);
    if (this.#open.length >= MAX_SVG_DEPTH)
      throw new Error(`an SVG document with more than ${MAX_SVG_DEPTH} levels of elements`);
    const root = this.#open.length === 0 ? ` xmlns="${SVG}" xmlns:xlink="${XLINK}"` : '';
    const own = Object.values(attributes).flatMap((attribute) => this.#attribute(local, attribute));
    this.document += `<${local}${root}${own.join('')}>`;
    this.#open.push(local);
  }

  close(): void {
    if (this.#leftOut > 0) {
      this.#leftOut -= 1;
      return;
    }
    const local = this.#open.pop();
    if (local === 'style') {
      this.#checkStyle(this.#style, true);
      this.document += escaped(this.#style);
      this.#style = '';
    }
    this.document += `</${local}>`;
  }

  text(text: string): void {
    if (this.#leftOut > 0 || this.#open.length === 0) return;
    if (this.#open.at(-1) === 'style') this.#style += text;
    else this.document += escaped(text);
  }

  #attribute(element: string, { uri, local, value }: sax.Attribute): string[] {
    const isLink = local === 'href' && (uri === '' || uri === XLINK);
    // A gradient may have the colours of another one.
    if (isLink) return GRADIENTS.has(element) && /^\s*#/.test(value) ? [` xlink:href="${escaped(value)}"`] : [];
    if (uri !== '' || local.startsWith('on') || !/^[a-z][\w-]*$/i.test(local)) return [];
    if (local === 'style') this.#checkStyle(value, false);
    else this.#checkProperty(local, value, false);
    return [` ${local}="${escaped(value)}"`];
  }

  #checkStyle(css: string, isSheet: boolean): void {
    if (DISGUISED.test(css)) throw new Error('an SVG document with escapes or comments in its styles');
    for (const [, name = '', value = ''] of css.matchAll(PROPERTY)) this.#checkProperty(name, value, isSheet);
  }

  /** @param isOfMany whether it may apply to several elements */
  #checkProperty(name: string, value: string, isOfMany: boolean): void {
    const property = name.toLowerCase();
    if (/^\s*none\s*(?:!\s*important\s*)?$/i.test(value)) return;
    if (REPEATING.test(property)) throw repeating(property);
    if (property !== 'clip-path') return;
    // One that is applied once is common in the files of drawing programs.
    this.#clips += 1;
    if (isOfMany || this.#clips > 1) throw repeating('several uses of clip-path');
  }
}

const repeating = (what: string) => new Error(`an SVG document with ${what}, which may take any time to draw`);

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};
const escaped = (text: string): string => text.replace(/[&<>"\n\r\t]/g, (character) => ESCAPES[character] ?? '');
