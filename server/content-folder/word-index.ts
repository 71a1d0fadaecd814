import type { ListItem, Search } from '../content-api/arrange-list.ts';
import { itemWords } from '../content-api/search-words.ts';

/** Which words stand in which item, so that very many are searched in no time: each word has a number. */
export class WordIndex {
  readonly #textOf: (item: object) => string | undefined;
  readonly #numbers = new Map<string, number>();
  readonly #items = new WeakMap<object, Uint32Array>();

  /** @param textOf HTML that an item does not hold itself */
  constructor(textOf: (item: object) => string | undefined) {
    this.#textOf = textOf;
  }

  add(item: ListItem, searched: readonly string[] = []): Uint32Array {
    const known = this.#items.get(item);
    if (known) return known;
    const numbers = new Set(itemWords(item, searched, this.#textOf(item)).map((word) => this.#numberOf(word)));
    const own = Uint32Array.from(numbers);
    this.#items.set(item, own);
    return own;
  }

  readonly search: Search = (items, wanted) => {
    const known = items.map((item) => ({ item, own: this.add(item) }));
    const sought = wanted.map((beginning) => this.#beginningWith(beginning));
    return known
      .filter(({ own }) => sought.every((isSought) => own.some((number) => isSought[number] === 1)))
      .map(({ item }) => item);
  };

  #numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    // A copy: a piece of a text keeps the whole text in memory.
    this.#numbers.set(Buffer.from(word).toString(), number);
    return number;
  }

  /** By its number, whether a word is one of them. */
  #beginningWith(beginning: string): Uint8Array {
    const isSought = new Uint8Array(this.#numbers.size);
    for (const [word, number] of this.#numbers) if (word.startsWith(beginning)) isSought[number] = 1;
    return isSought;
  }
}
