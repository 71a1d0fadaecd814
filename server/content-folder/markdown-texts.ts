import { SUMMARY_LIMIT } from '../../shared/text.ts';
import { MarkdownError } from './bounded-markdown.ts';
import type { Fault } from './faults.ts';
import { plainTextToHtml, stripTags } from './plain-text.ts';
import { positionAt } from './text-position.ts';

/** The gateway's excerpt needs at most this many characters of a text without its tags, in any script. */
const EXCERPT_CHARS = SUMMARY_LIMIT * 4;
/** This much Markdown usually contains EXCERPT_CHARS of text. */
const EXCERPT_MARKDOWN_CHARS = EXCERPT_CHARS * 1.25;
/** HTML elements and link definitions: the beginning of a text may depend on a later part of it. */
const DEPENDS_ON_REST = /<|^ {0,3}\[(?:\\.|[^[\]\\])+\]:/m;
/** HTML of one item in a list. Fifty complete long texts would exceed UPSTREAM_MAX_BYTES. */
const LISTED_HTML_CHARS = 20_000;

interface MarkdownText {
  /** A Buffer, because the garbage collector does not scan its content. */
  markdown: Buffer;
  file: string;
  /** The line of the file on which the text begins. */
  line: number;
}

/**
 * The Markdown of the items that are files of their own. A text is converted to HTML each time an answer needs it, and the
 * HTML is not stored: there may be very many items, and an answer shows few of them.
 */
export class MarkdownTexts {
  readonly #toHtml: (markdown: string) => string;
  readonly #texts = new WeakMap<object, MarkdownText>();
  /** For each item whose text could not be converted. */
  readonly #faults = new WeakMap<object, Fault>();

  /** @param toHtml throws a MarkdownError for a text that cannot be converted */
  constructor(toHtml: (markdown: string) => string) {
    this.#toHtml = toHtml;
  }

  /** Sets the text of an item. @param line the line of `file` on which the text begins */
  set(item: object, markdown: string, { file = '', line = 1 } = {}): void {
    this.#texts.set(item, { markdown: Buffer.from(markdown), file, line });
  }

  /** The HTML of an item's text; undefined if the item has no text here. A text that cannot be converted becomes plain text. */
  htmlOf(item: object): string | undefined {
    const text = this.#texts.get(item);
    return text && this.#convert(item, text, text.markdown.toString());
  }

  /** Why an item's text is shown as plain text; undefined until the text has been converted, and if that succeeded. */
  faultOf(item: object): Fault | undefined {
    return this.#faults.get(item);
  }

  /** The item as its detail call answers it: with its complete text. */
  forDetail<Item extends object>(item: Item): Item & { description?: string } {
    const description = this.htmlOf(item);
    return description === undefined ? item : { ...item, description };
  }

  /** The item as a list answers it: with at least as much of its text as the gateway's excerpt needs. */
  forList<Item extends object>(item: Item): Item & { description?: string } {
    const text = this.#texts.get(item);
    if (!text) return item;
    const markdown = text.markdown.toString();
    if (this.#faults.has(item)) {
      return { ...item, description: plainTextToHtml(markdown.slice(0, EXCERPT_MARKDOWN_CHARS)) };
    }
    const end = DEPENDS_ON_REST.test(markdown) ? -1 : markdown.indexOf('\n\n', EXCERPT_MARKDOWN_CHARS);
    if (end >= 0) {
      const description = this.#convert(item, text, markdown.slice(0, end));
      // With long link addresses, the Markdown may contain less text than expected.
      if (stripTags(description).length >= EXCERPT_CHARS) return { ...item, description };
    }
    const html = this.#convert(item, text, markdown);
    const cut = html.slice(0, LISTED_HTML_CHARS);
    return { ...item, description: stripTags(cut).length >= EXCERPT_CHARS ? cut : html };
  }

  #convert(item: object, { file, line }: MarkdownText, markdown: string): string {
    if (this.#faults.has(item)) return plainTextToHtml(markdown);
    try {
      return this.#toHtml(markdown);
    } catch (error) {
      if (!(error instanceof MarkdownError)) throw error;
      const position = positionAt(markdown.replace(/\r\n?/g, '\n'), error.offset);
      const fault = { file, line: line + position.line - 1, column: position.column, message: error.faultMessage };
      this.#faults.set(item, fault);
      return plainTextToHtml(markdown);
    }
  }
}
