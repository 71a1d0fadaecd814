import type { ListItem, Search } from '@foyer/gateway';
import { itemWords } from '@foyer/model';
import { copiedItem } from './copied-item.ts';

/**
 * An index of the words in each item, for searches over very many items. Each distinct word has a number; an item is an
 * array of the numbers of its words.
 */
export class WordIndex {
  readonly #htmlOf: (item: object) => string | undefined;
  readonly #numbers = new Map<string, number>();
  /** By number. */
  readonly #words: string[] = [];
  readonly #items = new WeakMap<object, Uint32Array>();

  /** @param htmlOf the HTML of an item's text, for an item that does not contain it; undefined if there is none */
  constructor(htmlOf: (item: object) => string | undefined) {
    this.#htmlOf = htmlOf;
  }

  /** Indexes an item, unless that was done before, and returns the numbers of its words. @param searched the kind's searched fields */
  add(itemOrCopy: ListItem, searched: readonly string[] = []): Uint32Array {
    const item = copiedItem(itemOrCopy);
    const known = this.#items.get(item);
    if (known) return known;
    const distinct = new Set(itemWords(item, searched, this.#htmlOf(item)).map((word) => this.#numberOf(word)));
    const numbers = Uint32Array.from(distinct);
    this.#items.set(item, numbers);
    return numbers;
  }

  /** The numbers of an item's words; undefined if it is not indexed yet. */
  numbersOf(item: object): Uint32Array | undefined {
    return this.#items.get(copiedItem(item));
  }

  wordOf(number: number): string {
    return this.#words[number] ?? '';
  }

  /** Takes over the words of an earlier process, in the order of their numbers, before there are others. */
  restoreWords(words: readonly string[]): void {
    for (const word of words) this.#numberOf(word);
  }

  /** Takes over an item that an earlier process has indexed. */
  restore(item: object, numbers: Uint32Array): void {
    this.#items.set(item, numbers);
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
    const number = this.#words.length;
    // A copy: a substring would hold the complete text in memory.
    const copy = Buffer.from(word).toString();
    this.#words.push(copy);
    this.#numbers.set(copy, number);
    return number;
  }

  /** For each word's number, 1 if the word begins with `beginning`, else 0. */
  #wordsBeginningWith(beginning: string): Uint8Array {
    const isMatch = new Uint8Array(this.#numbers.size);
    for (const [word, number] of this.#numbers) if (word.startsWith(beginning)) isMatch[number] = 1;
    return isMatch;
  }
}
