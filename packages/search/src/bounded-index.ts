import type { Logger } from 'pino';
import { pack } from './packed-text.ts';
import { type HeldText, mapTexts, type SearchDocument } from './search-document.ts';
import { type IndexPart, SearchIndex } from './search-index.ts';

/**
 * Characters of all texts together. Texts and index take about three times as many bytes; of documents beyond it only names,
 * keywords and summaries are indexed.
 */
const MAX_CHARACTERS = 20_000_000;
/** The share of a full index that is kept free for edits: what was found before an edit is found after it. */
const EDIT_RESERVE = 0.05;
/** How many times as long an edit may make a document of a full index: a second language makes it longer. */
const EDIT_GROWTH = 1.25;
/** Of a text without room. */
const SHORT_CHARACTERS = 200;

/** An index with a bound of memory: documents for which there is no room are shortened. */
export class BoundedIndex extends SearchIndex {
  readonly #log: Logger;
  readonly #maxCharacters: number;
  #characters = 0;
  readonly #shortened = new Set<string>();
  /** Documents are shortened and completed with each change: one line in the log is enough. */
  #hasWarned = false;

  constructor(log: Logger, maxCharacters = MAX_CHARACTERS) {
    super();
    this.#log = log;
    this.#maxCharacters = maxCharacters;
  }

  /** Documents without all of their text. */
  get shortened(): number {
    return this.#shortened.size;
  }

  override set(document: SearchDocument): void {
    const { key } = document;
    const known = this.get(key);
    const others = this.#characters - lengthOf(known);
    const isEdit = known?.isShortened === false && lengthOf(document) <= lengthOf(known) * EDIT_GROWTH;
    const limit = this.#maxCharacters * (isEdit ? 1 + EDIT_RESERVE : 1);
    const isTooMuch = others + lengthOf(document) > limit;
    const stored = packed(isTooMuch ? shortened(document) : { ...document, isShortened: false });
    // It deletes the earlier version.
    super.set(stored);
    this.#characters += lengthOf(stored);
    if (isTooMuch) {
      this.#shortened.add(key);
      this.#warn();
    }
  }

  override delete(key: string): void {
    this.#characters -= lengthOf(this.get(key));
    this.#shortened.delete(key);
    super.delete(key);
  }

  override async restore(parts: AsyncIterable<IndexPart> | Iterable<IndexPart>): Promise<void> {
    await super.restore(packedParts(parts));
    this.#characters = 0;
    this.#shortened.clear();
    for (const document of this.all()) {
      this.#characters += lengthOf(document);
      if (document.isShortened) this.#shortened.add(document.key);
    }
  }

  #warn(): void {
    if (!this.#hasWarned)
      this.#log.warn(
        { characters: this.#maxCharacters },
        'the content is too long for the search: of the rest only names and summaries are found',
      );
    this.#hasWarned = true;
  }
}

async function* packedParts(parts: AsyncIterable<IndexPart> | Iterable<IndexPart>): AsyncGenerator<IndexPart> {
  for await (const part of parts) yield 'document' in part ? { document: packed(part.document) } : part;
}

const packed = (document: SearchDocument): SearchDocument => ({
  ...document,
  texts: mapTexts(document.texts, (text) => ({
    ...text,
    text: pack(text.text),
    files: text.files.map((file) => (file.text === undefined ? file : { ...file, text: pack(file.text) })),
  })),
});

/** Characters of a document that take memory. */
const lengthOf = (document: SearchDocument | undefined): number =>
  Object.values(document?.texts ?? {}).reduce(
    (total, { name, summary = '', text, files }) =>
      total +
      name.length +
      summary.length +
      text.length +
      files.reduce((sum, file) => sum + (file.text?.length ?? 0), 0),
    0,
  );

/** A document without its long texts. */
const shortened = (document: SearchDocument): SearchDocument => ({
  ...document,
  isShortened: true,
  texts: mapTexts(document.texts, (text) => ({
    ...text,
    text: beginningOf(text.text),
    files: text.files.map(({ text: _, ...file }) => file),
  })),
});

/** A copy: a part of a string keeps the whole in memory. */
const beginningOf = (text: HeldText): string =>
  Buffer.from(text.toString().slice(0, SHORT_CHARACTERS), 'utf16le').toString('utf16le');
