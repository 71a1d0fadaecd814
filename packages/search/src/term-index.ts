import MiniSearch, { type Options } from 'minisearch';
import { TermPostings } from './term-postings.ts';

/** A document in the index: its number, its key, and how many terms each of its fields has. */
type NumberedDocument = [number: number, key: string, lengths: number[]];
/** A term, and for each field that has it: the field's number, then documents by number, each with the uses of the term. */
type StoredTerm = [term: string, ...fields: [field: number, ...uses: number[]][]];

/** A part of an index, for a file. */
export type TermPart =
  | { fields: Record<string, number>; averageLengths: number[]; nextNumber: number }
  | { numbered: NumberedDocument[] }
  | { terms: StoredTerm[] };

/** Documents, or terms, in one part. */
const PART_LENGTH = 200;

/**
 * MiniSearch in less memory, and stored in parts. Its own form for a file is one object that takes several times the memory of the
 * index, and the thread can answer nothing while it is made.
 */
export class TermIndex<Document> extends MiniSearch<Document> {
  constructor(options: Options<Document>) {
    super(options);
    const terms = this._index;
    const fetch = terms.fetch.bind(terms);
    // MiniSearch would make a Map of Maps.
    terms.fetch = (term) => fetch(term, () => new TermPostings());
  }

  /** The index must not change between two parts. */
  *parts(): Generator<TermPart> {
    yield { fields: this._fieldIds, averageLengths: this._avgFieldLength, nextNumber: this._nextId };
    const documents = mapped(
      this._documentIds,
      ([number, key]): NumberedDocument => [number, String(key), this._fieldLength.get(number) ?? []],
    );
    for (const numbered of inParts(documents)) yield { numbered };
    const terms = mapped(
      this._index,
      ([term, fields]): StoredTerm => [
        term,
        ...Array.from(fields, ([field, uses]): [number, ...number[]] => [field, ...[...uses].flat()]),
      ],
    );
    for (const part of inParts(terms)) yield { terms: part };
  }

  /** Adds a part to an index that has none of its own. Throws if it is of an index with other fields. */
  addPart(part: TermPart): void {
    if ('fields' in part) {
      if (JSON.stringify(part.fields) !== JSON.stringify(this._fieldIds)) throw new Error('an index of other fields');
      this._avgFieldLength = part.averageLengths;
      this._nextId = part.nextNumber;
    } else if ('numbered' in part) {
      for (const [number, key, lengths] of part.numbered) {
        this._documentIds.set(number, key);
        this._idToShortId.set(key, number);
        this._fieldLength.set(number, lengths);
      }
      this._documentCount = this._documentIds.size;
    } else {
      for (const [term, ...fields] of part.terms) {
        const uses = new TermPostings();
        for (const [field, ...numbers] of fields) uses.set(field, inPairs(numbers));
        this._index.set(term, uses);
      }
    }
  }
}

function* inPairs(numbers: readonly number[]): Generator<[number, number]> {
  for (let index = 0; index < numbers.length; index += 2) yield [numbers[index] ?? 0, numbers[index + 1] ?? 0];
}

function* mapped<T, Result>(values: Iterable<T>, map: (value: T) => Result): Generator<Result> {
  for (const value of values) yield map(value);
}

/** @yields the values in arrays of a bounded length */
export function* inParts<T>(values: Iterable<T>): Generator<T[]> {
  let part: T[] = [];
  for (const value of values) {
    part.push(value);
    if (part.length < PART_LENGTH) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
