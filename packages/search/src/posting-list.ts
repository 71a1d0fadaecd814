import { NumberMap } from './number-map.ts';

/** An entry of a list, and where it is in the bytes. */
interface Entry {
  /** Undefined: no entry is known. */
  list: PostingList | undefined;
  document: number;
  uses: number;
  /** How far the document is from that of the entry before. */
  step: number;
  start: number;
  end: number;
  /** Where the entry before it begins; undefined: it is not known. */
  previousStart: number | undefined;
}

/**
 * A list of up to this many bytes is a plain array, where each takes eight: a Uint8Array takes 250 more than what is in it, and most
 * terms are in few documents.
 */
const PLAIN_BYTES = 32;
/** A Uint8Array is made this many times as long as its list, and is made anew when it is this many times too long. */
const GROWTH = 1.25;
const EXCESS = 2;
/** Numbers are written in this base, a digit to a byte, the lowest first. The upper half of a byte's values says that another digit follows. */
const BASE = 128;

/** The entry that was read last: MiniSearch asks for the uses of the document that it has just come to. */
const lastRead: Entry = { list: undefined, document: 0, uses: 0, step: 0, start: 0, end: 0, previousStart: 0 };
/** Of any list. */
let changes = 0;

/**
 * A posting list: the documents that have a term in one field, by their numbers, and how often each uses it. A Map takes 30 to 50 bytes
 * for each document, this list one or two. An entry is the difference from the number before, times two, plus one if the count of
 * uses follows because it is not 1. Numbers of documents only grow, so that a new one comes last.
 */
export class PostingList extends NumberMap<number> {
  readonly field: number;
  /** Of the same term, in another field. */
  next: PostingList | undefined = undefined;
  #bytes: number[] | Uint8Array = [];
  #end = 0;
  #size = 0;
  #lastDocument = 0;
  #lastStart = 0;

  constructor(field: number) {
    super();
    this.field = field;
  }

  get size(): number {
    return this.#size;
  }

  get(document: number): number | undefined {
    return this.#find(document) ? lastRead.uses : undefined;
  }

  /** Throws for a new document that does not come last. */
  set(document: number, uses: number): this {
    if (this.#find(document)) {
      this.#replace(lastRead.start, lastRead.end, entryOf(lastRead.step, uses));
      return this;
    }
    if (this.#size > 0 && document < this.#lastDocument) throw new Error('a new document has the number of an old one');
    const start = this.#end;
    this.#replace(start, start, entryOf(document - this.#lastDocument, uses));
    this.#lastStart = start;
    this.#lastDocument = document;
    this.#size += 1;
    return this;
  }

  delete(document: number): boolean {
    if (!this.#find(document)) return false;
    if (lastRead.previousStart === undefined) this.#readFrom(document);
    const { start, end, step, previousStart = 0 } = lastRead;
    this.#size -= 1;
    if (this.#read(end, document, start)) {
      const isNextLast = end === this.#lastStart;
      this.#replace(start, lastRead.end, entryOf(step + lastRead.step, lastRead.uses));
      if (isNextLast) this.#lastStart = start;
    } else {
      this.#replace(start, end, []);
      this.#lastDocument -= step;
      this.#lastStart = previousStart;
    }
    return true;
  }

  clear(): void {
    this.#replace(0, this.#end, []);
    this.#bytes = [];
    this.#size = 0;
    this.#lastDocument = 0;
    this.#lastStart = 0;
  }

  keys(): MapIterator<number> {
    let [document, start, end] = [-1, 0, 0];
    let knownChanges = changes;
    const iterator: MapIterator<number> = {
      next: () => {
        const isFound =
          changes === knownChanges ? this.#read(end, Math.max(0, document), start) : this.#readFrom(document + 1);
        if (!isFound) return { done: true, value: undefined };
        ({ document, start, end } = lastRead);
        knownChanges = changes;
        return { done: false, value: document };
      },
      [Symbol.iterator]: () => iterator,
    };
    return iterator;
  }

  /** Reads the entry of a document. @returns whether there is one */
  #find(document: number): boolean {
    if (lastRead.list === this && lastRead.document === document) return true;
    if (this.#size === 0 || document > this.#lastDocument) return false;
    if (document < this.#lastDocument) return this.#readFrom(document) && lastRead.document === document;
    this.#read(this.#lastStart, 0, undefined);
    lastRead.document = document;
    return true;
  }

  /** Reads the first entry whose document has this number or a higher one. @returns whether there is one */
  #readFrom(document: number): boolean {
    const bytes = this.#bytes;
    let [start, previousStart, previousDocument] = [0, 0, 0];
    // Removing a document comes here for each of its words: of the entries before, no more is read than is needed.
    while (start < this.#end) {
      const stepEnd = endOfNumber(bytes, start);
      const written = numberIn(bytes, start, stepEnd);
      const next = previousDocument + Math.floor(written / 2);
      if (next >= document) return this.#read(start, previousDocument, previousStart);
      previousStart = start;
      previousDocument = next;
      start = written % 2 === 0 ? stepEnd : endOfNumber(bytes, stepEnd);
    }
    return false;
  }

  /** Reads an entry by its place, the document of the one before, and the place of that. @returns whether there is one */
  #read(start: number, previousDocument: number, previousStart: number | undefined): boolean {
    if (start >= this.#end) return false;
    const bytes = this.#bytes;
    const stepEnd = endOfNumber(bytes, start);
    const written = numberIn(bytes, start, stepEnd);
    const hasOneUse = written % 2 === 0;
    const step = hasOneUse ? written / 2 : (written - 1) / 2;
    const end = hasOneUse ? stepEnd : endOfNumber(bytes, stepEnd);
    lastRead.list = this;
    lastRead.step = step;
    lastRead.uses = hasOneUse ? 1 : numberIn(bytes, stepEnd, end);
    lastRead.document = previousDocument + step;
    lastRead.start = start;
    lastRead.end = end;
    lastRead.previousStart = previousStart;
    return true;
  }

  #replace(start: number, end: number, entry: readonly number[]): void {
    lastRead.list = undefined;
    changes += 1;
    const growth = entry.length - (end - start);
    const length = this.#end + growth;
    const bytes = this.#bytesFor(length);
    if (bytes instanceof Uint8Array) {
      bytes.copyWithin(end + growth, end, this.#end);
      bytes.set(entry, start);
      this.#bytes = bytes;
      // Made anew each time, because an array that grows takes room for 16 more.
    } else this.#bytes = bytes.toSpliced(start, end - start, ...entry);
    this.#end = length;
    if (end <= this.#lastStart) this.#lastStart += growth;
  }

  /** The bytes, in an array that has room for `length` of them and is not much too long. */
  #bytesFor(length: number): number[] | Uint8Array {
    const bytes = this.#bytes;
    const isBytes = bytes instanceof Uint8Array;
    if (isBytes ? length <= bytes.length && bytes.length <= length * EXCESS : length <= PLAIN_BYTES) return bytes;
    const copy = new Uint8Array(Math.ceil(Math.max(length, this.#end) * GROWTH));
    copy.set(bytes.slice(0, this.#end));
    return copy;
  }
}

function endOfNumber(bytes: number[] | Uint8Array, start: number): number {
  let end = start;
  while ((bytes[end] ?? 0) >= BASE) end += 1;
  return end + 1;
}

function numberIn(bytes: number[] | Uint8Array, start: number, end: number): number {
  let number = bytes[end - 1] ?? 0;
  for (let at = end - 2; at >= start; at -= 1) number = number * BASE + (bytes[at] ?? 0) - BASE;
  return number;
}

/** How an entry is written. */
function entryOf(step: number, uses: number): number[] {
  return uses === 1 ? bytesOf(step * 2) : [...bytesOf(step * 2 + 1), ...bytesOf(uses)];
}

function bytesOf(number: number): number[] {
  const bytes: number[] = [];
  let left = number;
  while (left >= BASE) {
    bytes.push(BASE + (left % BASE));
    left = Math.floor(left / BASE);
  }
  bytes.push(left);
  return bytes;
}
