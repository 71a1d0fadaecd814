import { SUMMARY_LIMIT } from '../../shared/text.ts';

/** So many characters are an excerpt, of any script. */
const EXCERPT = SUMMARY_LIMIT * 4;
/** So much Markdown seldom holds less. */
const ENOUGH = EXCERPT * 1.25;
/** HTML, and where a link leads, may stand anywhere below. */
const REACHES_FAR = /<|^ {0,3}\[[^\]]+\]:/m;

/** The texts of items that are files of their own. HTML is made of them when it is wanted: of very many items few are. */
export class Texts {
  readonly #toHtml: (markdown: string) => string;
  /** As bytes, outside of what the garbage collector goes through. */
  readonly #markdown = new WeakMap<object, Buffer>();

  constructor(toHtml: (markdown: string) => string) {
    this.#toHtml = toHtml;
  }

  set(item: object, markdown: string): void {
    this.#markdown.set(item, Buffer.from(markdown));
  }

  html(item: object): string | undefined {
    const markdown = this.#markdown.get(item);
    return markdown && this.#toHtml(markdown.toString());
  }

  /** An item as its own call gives it. */
  whole<Item extends object>(item: Item): Item & { description?: string } {
    const description = this.html(item);
    return description === undefined ? item : { ...item, description };
  }

  /** An item as a list gives it: with so much of its text as the gateway makes an excerpt of. */
  brief<Item extends object>(item: Item): Item & { description?: string } {
    const markdown = this.#markdown.get(item)?.toString() ?? '';
    const end = REACHES_FAR.test(markdown) ? -1 : markdown.indexOf('\n\n', ENOUGH);
    if (end < 0) return this.whole(item);
    const description = this.#toHtml(markdown.slice(0, end));
    const shown = description.replace(/<[^>]*>/g, '').length;
    // Long addresses leave little to be read.
    return shown < EXCERPT ? this.whole(item) : { ...item, description };
  }
}
