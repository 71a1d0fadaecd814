import { NumberMap } from './number-map.ts';
import { PostingList } from './posting-list.ts';

/** The posting lists of a term, by the numbers of the fields that have it. A chain: most terms are in one field or two, of nine at most. */
export class TermPostings extends NumberMap<Map<number, number>> {
  #first: PostingList | undefined;

  get size(): number {
    let size = 0;
    for (const _ of this.keys()) size += 1;
    return size;
  }

  get(field: number): Map<number, number> | undefined {
    for (let uses = this.#first; uses; uses = uses.next) if (uses.field === field) return uses;
    return undefined;
  }

  /** Copies the uses, which are in the order of the documents' numbers. */
  set(field: number, uses: Iterable<[number, number]>): this {
    this.delete(field);
    const copy = new PostingList(field);
    for (const [document, count] of uses) copy.set(document, count);
    if (!this.#first) this.#first = copy;
    else {
      let last = this.#first;
      while (last.next) last = last.next;
      last.next = copy;
    }
    return this;
  }

  delete(field: number): boolean {
    let previous: PostingList | undefined;
    for (let uses = this.#first; uses; previous = uses, uses = uses.next) {
      if (uses.field !== field) continue;
      if (previous) previous.next = uses.next;
      else this.#first = uses.next;
      return true;
    }
    return false;
  }

  clear(): void {
    this.#first = undefined;
  }

  *keys(): Generator<number, undefined> {
    for (let uses = this.#first; uses; uses = uses.next) yield uses.field;
    return undefined;
  }
}
