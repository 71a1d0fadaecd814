import type { Reading } from '../../shared/contract/fields.ts';
import { SUMMARY_LIMIT } from '../../shared/text.ts';

/** The excerpt seldom needs more of the Markdown. */
const ENOUGH = SUMMARY_LIMIT * 4;
/** HTML, and where a link leads, may stand anywhere below. */
const REACHES_FAR = /<|^ {0,3}\[[^\]]+\]:/m;

/** The texts of items that are files of their own. HTML is made of them when it is wanted: of very many items few are. */
export class Texts {
  readonly #toHtml: (markdown: string) => string;
  readonly #reading: Pick<Reading, 'html' | 'excerpt'>;
  /** As bytes, outside of what the garbage collector goes through. */
  readonly #markdown = new WeakMap<object, Buffer>();
  readonly #excerpts = new WeakMap<object, string>();

  /** @param reading as visitors get it */
  constructor(toHtml: (markdown: string) => string, reading: Pick<Reading, 'html' | 'excerpt'>) {
    this.#toHtml = toHtml;
    this.#reading = reading;
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

  /** An item as a list gives it, with the beginning of its text. */
  brief<Item extends object>(item: Item): Item & { description_text?: string } {
    const markdown = this.#markdown.get(item);
    if (!markdown) return item;
    const excerpt = this.#excerpts.get(item) ?? this.#excerptOf(markdown.toString());
    this.#excerpts.set(item, excerpt);
    return { ...item, description_text: excerpt };
  }

  #excerptOf(markdown: string): string {
    const end = REACHES_FAR.test(markdown) ? -1 : markdown.indexOf('\n\n', ENOUGH);
    const excerpt = this.#cut(end < 0 ? markdown : markdown.slice(0, end));
    return end < 0 || excerpt.endsWith('...') ? excerpt : this.#cut(markdown);
  }

  #cut(markdown: string): string {
    const { html, excerpt } = this.#reading;
    return excerpt(html(this.#toHtml(markdown)), SUMMARY_LIMIT);
  }
}
