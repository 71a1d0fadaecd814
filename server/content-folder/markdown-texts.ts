import { SUMMARY_LIMIT } from '../../shared/text.ts';
import { MarkdownError } from './bounded-markdown.ts';
import { placeInText } from './content-files.ts';
import type { Fault } from './faults.ts';
import { plainHtml, withoutTags } from './markdown-converter.ts';

/** So many characters are an excerpt, of any script. */
const EXCERPT = SUMMARY_LIMIT * 4;
/** So much Markdown seldom holds less. */
const ENOUGH = EXCERPT * 1.25;
/** HTML, and where a link leads, may stand anywhere below. */
const REACHES_FAR = /<|^ {0,3}\[(?:\\.|[^[\]\\])+\]:/m;
/** Characters of HTML that a list holds of one item: fifty long texts would exceed what the gateway accepts of an answer. */
const LISTED_HTML_CHARS = 20_000;

interface Text {
  /** As bytes, outside of what the garbage collector goes through. */
  markdown: Buffer;
  file: string;
  line: number;
}

/** The texts of items that are files of their own. HTML is made of them when it is wanted: of very many items few are. */
export class Texts {
  readonly #toHtml: (markdown: string) => string;
  readonly #texts = new WeakMap<object, Text>();
  /** Of texts that cannot be converted. */
  readonly #faults = new WeakMap<object, Fault>();

  constructor(toHtml: (markdown: string) => string) {
    this.#toHtml = toHtml;
  }

  /** @param line where the text begins in its file */
  set(item: object, markdown: string, { file = '', line = 1 } = {}): void {
    this.#texts.set(item, { markdown: Buffer.from(markdown), file, line });
  }

  /** Of a text that cannot be converted, plain text. It never throws: a text costs no other item of a list. */
  html(item: object): string | undefined {
    const text = this.#texts.get(item);
    return text && this.#convert(item, text, text.markdown.toString());
  }

  /** Why an item's text is shown as plain text; known once the text was asked for. */
  faultOf(item: object): Fault | undefined {
    return this.#faults.get(item);
  }

  /** An item as its own call gives it. */
  whole<Item extends object>(item: Item): Item & { description?: string } {
    const description = this.html(item);
    return description === undefined ? item : { ...item, description };
  }

  /** An item as a list gives it: with so much of its text as the gateway makes an excerpt of. */
  brief<Item extends object>(item: Item): Item & { description?: string } {
    const text = this.#texts.get(item);
    if (!text) return item;
    const markdown = text.markdown.toString();
    if (this.#faults.has(item)) return { ...item, description: plainHtml(markdown.slice(0, ENOUGH)) };
    const end = REACHES_FAR.test(markdown) ? -1 : markdown.indexOf('\n\n', ENOUGH);
    if (end >= 0) {
      const description = this.#convert(item, text, markdown.slice(0, end));
      // Long addresses leave little to be read.
      if (withoutTags(description).length >= EXCERPT) return { ...item, description };
    }
    const whole = this.#convert(item, text, markdown);
    const beginning = whole.slice(0, LISTED_HTML_CHARS);
    return { ...item, description: withoutTags(beginning).length >= EXCERPT ? beginning : whole };
  }

  #convert(item: object, { file, line }: Text, markdown: string): string {
    if (this.#faults.has(item)) return plainHtml(markdown);
    try {
      return this.#toHtml(markdown);
    } catch (error) {
      if (!(error instanceof MarkdownError)) throw error;
      const place = placeInText(markdown.replace(/\r\n?/g, '\n'), error.offset);
      this.#faults.set(item, { file, line: line + place.line - 1, column: place.column, message: error.shown });
      return plainHtml(markdown);
    }
  }
}
