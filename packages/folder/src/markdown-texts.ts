import { SUMMARY_LIMIT } from '@foyer/model';
import { MarkdownError } from './bounded-markdown.ts';
import { copiedItem } from './copied-item.ts';
import type { Fault } from './faults.ts';
import { plainTextToHtml, stripTags } from './plain-text.ts';
import { digestOf, type StoredTexts } from './stored-texts.ts';
import { positionAt } from './text-position.ts';

/** The gateway's excerpt needs at most this many characters of a text without its tags, in any script. */
const EXCERPT_CHARS = SUMMARY_LIMIT * 4;
/** This much Markdown usually contains EXCERPT_CHARS of text. */
const EXCERPT_MARKDOWN_CHARS = EXCERPT_CHARS * 1.25;
/** HTML elements and link definitions: the beginning of a text may depend on a later part of it. */
const DEPENDS_ON_REST = /<|^ {0,3}\[(?:\\.|[^[\]\\])+\]:/m;
/** HTML of one item in a list. Fifty complete long texts would exceed UPSTREAM_MAX_BYTES. */
const LISTED_HTML_CHARS = 20_000;

export interface MarkdownText {
  /** In memory until it is stored; a Buffer, because the garbage collector does not scan its content. */
  markdown: Buffer | { stored: StoredTexts; offset: number };
  /** Its length. */
  bytes: number;
  digest: string;
  /** From which it was read, relative to the content folder. */
  file: string;
  /** The line of the file on which the text begins. */
  line: number;
  /** A digest of the data files that the text shows. */
  data: string;
}

export interface MarkdownTextsOptions {
  /** Throws a MarkdownError for a text that cannot be converted. */
  toHtml: (markdown: string) => string;
  /** The text of a file as it is now, for one that cannot be read where it is stored. */
  readFile: (file: string) => string;
  onUnreadable: (error: unknown, file: string) => void;
}

/**
 * The Markdown of the items that are files of their own. A text is converted to HTML each time an answer needs it, and the
 * HTML is not stored: there may be very many items, and an answer shows few of them.
 */
export class MarkdownTexts {
  readonly #options: MarkdownTextsOptions;
  readonly #texts = new WeakMap<object, MarkdownText>();
  /** For each text that could not be converted. */
  readonly #faults = new WeakMap<MarkdownText, Fault>();

  constructor(options: MarkdownTextsOptions) {
    this.#options = options;
  }

  /** Sets the text of an item. @param line the line of `file` on which the text begins @param data a digest of the data that it shows */
  set(item: object, markdown: string, { file = '', line = 1, data = '' } = {}): void {
    const bytes = Buffer.from(markdown);
    this.#texts.set(item, { markdown: bytes, bytes: bytes.length, digest: digestOf(bytes), file, line, data });
  }

  /** Sets the text of an item that an earlier process has stored. */
  restore(item: object, text: MarkdownText): void {
    this.#texts.set(item, text);
  }

  /** The HTML of an item's text; undefined if the item has no text here. A text that cannot be converted becomes plain text. */
  htmlOf(item: object): string | undefined {
    const text = this.sourceOf(item);
    return text && this.#convert(text, this.#markdownOf(text));
  }

  /** The Markdown of an item's text; undefined if the item has no text here. */
  markdownOf(item: object): string | undefined {
    const text = this.sourceOf(item);
    return text && this.#markdownOf(text);
  }

  /** Where the Markdown of an item's text is; undefined if the item has no text here. */
  sourceOf(item: object): MarkdownText | undefined {
    return this.#texts.get(copiedItem(item));
  }

  /** Whether an item's text can be read, if it has one here. */
  isReadable(item: object): boolean {
    const text = this.sourceOf(item);
    return !text || this.#readableBytesOf(text) !== undefined;
  }

  /** The Markdown of a text. Throws if it cannot be read where it is stored, and its file has another one now. */
  bytesOf(text: MarkdownText): Buffer {
    const { markdown, bytes, digest, file } = text;
    if (Buffer.isBuffer(markdown)) return markdown;
    try {
      return markdown.stored.read({ offset: markdown.offset, bytes, digest });
    } catch (error) {
      this.#options.onUnreadable(error, file);
      const again = Buffer.from(this.#options.readFile(file));
      // Another version of the file has other fields, too: its text alone is not shown.
      if (digestOf(again) !== digest) throw error;
      text.markdown = again;
      return again;
    }
  }

  /** Why an item's text is shown as plain text; undefined until the text has been converted, and if that succeeded. */
  faultOf(item: object): Fault | undefined {
    const text = this.sourceOf(item);
    return text && this.#faults.get(text);
  }

  /** The item as its detail call answers it: with its complete text. */
  forDetail<Item extends object>(item: Item): Item & { description?: string } {
    const description = this.htmlOf(item);
    return description === undefined ? item : { ...item, description };
  }

  /** The item as a list answers it: with at least as much of its text as the gateway's excerpt needs. */
  forList<Item extends object>(item: Item): Item & { description?: string } {
    const text = this.sourceOf(item);
    // A text that cannot be read must not take the others of its list with it.
    const bytes = text && this.#readableBytesOf(text);
    if (!text || !bytes) return item;
    const markdown = bytes.toString();
    if (this.#faults.has(text)) {
      return { ...item, description: plainTextToHtml(markdown.slice(0, EXCERPT_MARKDOWN_CHARS)) };
    }
    const end = DEPENDS_ON_REST.test(markdown) ? -1 : markdown.indexOf('\n\n', EXCERPT_MARKDOWN_CHARS);
    if (end >= 0) {
      const description = this.#convert(text, markdown.slice(0, end));
      // With long link addresses, the Markdown may contain less text than expected.
      if (stripTags(description).length >= EXCERPT_CHARS) return { ...item, description };
    }
    const html = this.#convert(text, markdown);
    const cut = html.slice(0, LISTED_HTML_CHARS);
    return { ...item, description: stripTags(cut).length >= EXCERPT_CHARS ? cut : html };
  }

  #markdownOf(text: MarkdownText): string {
    return this.bytesOf(text).toString();
  }

  #readableBytesOf(text: MarkdownText): Buffer | undefined {
    try {
      return this.bytesOf(text);
    } catch {
      // It has been reported.
      return undefined;
    }
  }

  #convert(text: MarkdownText, markdown: string): string {
    if (this.#faults.has(text)) return plainTextToHtml(markdown);
    try {
      return this.#options.toHtml(markdown);
    } catch (error) {
      if (!(error instanceof MarkdownError)) throw error;
      const position = positionAt(markdown.replace(/\r\n?/g, '\n'), error.offset);
      const { file, line } = text;
      const fault = { file, line: line + position.line - 1, column: position.column, message: error.faultMessage };
      this.#faults.set(text, fault);
      return plainTextToHtml(markdown);
    }
  }
}
