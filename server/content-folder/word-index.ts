import type { ListItem, Search } from '../content-api/arrange-list.ts';
import { itemWords } from '../content-api/search-words.ts';

/**
 * An index of the words in each item, for searches over very many items. Each distinct word has a number; an item is an
 * array of the numbers of its words.
 */
export class WordIndex {
  readonly #htmlOf: (item: object) => string | undefined;
  readonly #numbers = new Map<string, number>();
  readonly #items = new WeakMap<object, Uint32Array>();
  /** The item of which an item is a copy. */
  readonly #originals = new WeakMap<object, ListItem>();

  /** @param htmlOf the HTML of an item's text, for an item that does not contain it; undefined if there is none */
  constructor(htmlOf: (item: object) => string | undefined) {
    this.#htmlOf = htmlOf;
  }

  /** Gives a copy of an item the item's words, which are stored once. */
  alias(copy: object, item: ListItem): void {
    this.#originals.set(copy, item);
  }

  /** Indexes an item, unless that was done before, and returns the numbers of its words. @param searched the kind's searched fields */
  add(itemOrCopy: ListItem, searched: readonly string[] = []): Uint32Array {
    const item = this.#originals.get(itemOrCopy) ?? itemOrCopy;
    const known = this.#items.get(item);
    if (known) return known;
    const distinct = new Set(itemWords(item, searched, this.#htmlOf(item)).map((word) => this.#numberOf(word)));
    const numbers = Uint32Array.from(distinct);
    this.#items.set(item, numbers);
    return numbers;
  }

  /** The items that contain, for each of the given beginnings, a word that begins with it. */
  readonly search: Search = (items, beginnings) => {
    const indexed = items.map((item) => ({ item, numbers: this.add(item) }));
    const matches = beginnings.map((beginning) => this.#wordsBeginningWith(beginning));
    return indexed
      .filter(({ numbers }) => matches.every((isMatch) => numbers.some((number) => isMatch[number] === 1)))
      .map(({ item }) => item);
  };

  #numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    // A copy: a substring would hold the complete text in memory.
    this.#numbers.set(Buffer.from(word).toString(), number);
    return number;
  }

  /** For each word's number, 1 if the word begins with `beginning`, else 0. */
  #wordsBeginningWith(beginning: string): Uint8Array {
    const isMatch = new Uint8Array(this.#numbers.size);
    for (const [word, number] of this.#numbers) if (word.startsWith(beginning)) isMatch[number] = 1;
    return isMatch;
  }
}
