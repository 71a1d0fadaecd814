import { contentNow } from '@foyer/model';
import leven from 'leven';
import type { SearchResult as Match } from 'minisearch';
import { type Found, rank } from './rank.ts';
import { type Facts, isVisible, type SearchDocument, type SearchText } from './search-document.ts';
import type { QueryWord, SearchQuery } from './search-query.ts';
import { isDevanagari } from './sound.ts';
import { inParts, TermIndex, type TermPart } from './term-index.ts';
import {
  alternativesOf,
  FIELDS,
  MAX_TYPING_ERRORS,
  MIN_PREFIX_CHARACTERS,
  mayHaveTypingErrors,
  SOUND_BOOSTS,
  TERMS,
} from './term-queries.ts';
import { formsOf, referenceKey, type WordForms, wordsIn } from './words.ts';

/** The terms of a document by field. */
interface IndexedDocument {
  key: string;
  name: string;
  keywords: string;
  /** Its kind, and the list in which it is. */
  place: string;
  summary: string;
  text: string;
  files: string;
  /** Sounds of words in Devanagari. */
  sound: string;
  textSound: string;
  /** Sounds of names in Latin letters. */
  latinSound: string;
}

const OPTIONS = { idField: 'key', fields: [...FIELDS], ...TERMS };
const createIndex = () => new TermIndex<IndexedDocument>(OPTIONS);

/** A known term is the beginning of an unknown one if it has this much of it. */
const MIN_BEGINNING_SHARE = 0.55;
/** Words of a query that may have typing errors: comparing a word with all others is slow. */
const MAX_FUZZY_WORDS = 3;
/** Characters of a text or a file that are indexed. The rest would take memory that other documents need. */
export const MAX_INDEXED_CHARACTERS = 60_000;

/** A part of an index, for a file. */
export type IndexPart = { document: SearchDocument } | TermsPart;
/** A part without documents. */
export type TermsPart = { words: [term: string, word: string, uses: number][] } | TermPart;

/** The words of all documents, in all languages of the site. */
export class SearchIndex {
  #documents = new Map<string, SearchDocument>();
  #index = createIndex();
  /** The terms of texts: a word for each, to suggest it, and how often they have it. */
  #words = new Map<string, { word: string; uses: number }>();
  /** Keys of documents by reference number. Two documents may have the same one. */
  #references = new Map<string, Set<string>>();

  get size(): number {
    return this.#documents.size;
  }

  get(key: string): SearchDocument | undefined {
    return this.#documents.get(key);
  }

  all(): Iterable<SearchDocument> {
    return this.#documents.values();
  }

  /** Adds a document, or replaces it. */
  set(document: SearchDocument): void {
    const { key } = document;
    this.delete(key);
    this.#documents.set(key, document);
    this.#index.add(this.#indexed(document, 1));
    this.#addReference(document);
  }

  delete(key: string): void {
    const document = this.#documents.get(key);
    if (!document) return;
    this.#documents.delete(key);
    // MiniSearch's `discard` cleans up later, and fails if documents are added at the same time.
    this.#index.remove(this.#indexed(document, -1));
    const reference = referenceKey(document.referenceNumber ?? '');
    const others = this.#references.get(reference);
    others?.delete(key);
    if (others?.size === 0) this.#references.delete(reference);
  }

  /** The visible document with a reference number. */
  withReference(query: string, now = contentNow()): SearchDocument | undefined {
    for (const key of this.#references.get(referenceKey(query)) ?? []) {
      const document = this.#documents.get(key);
      if (document && isVisible(document, now)) return document;
    }
    return undefined;
  }

  /** The visible documents that match a query, the best first, and corrections of words with typing errors. */
  find(
    { words, isQuestion, isLatest, isUnfinished }: SearchQuery,
    now = contentNow(),
  ): { found: Found[]; corrections: ReadonlyMap<string, string> } {
    let fuzzyWords = 0;
    const corrections = new Map<string, string>();
    const matches = words.map((word, position) => {
      const isKnown = this.#isKnown(word.term);
      const isFuzzy = !isKnown && mayHaveTypingErrors(word) && fuzzyWords < MAX_FUZZY_WORDS;
      if (isFuzzy) fuzzyWords += 1;
      const matching = {
        begins: isKnown ? undefined : this.#knownBeginning(word.term),
        isFuzzy,
        isUnfinished: isUnfinished && position === words.length - 1,
      };
      const ofWord = this.#index.search({ combineWith: 'OR', queries: alternativesOf(word, matching) });
      const correction = isFuzzy ? this.#correction(word, ofWord) : undefined;
      if (correction !== undefined) corrections.set(word.word, correction);
      return ofWord;
    });
    const documentOf = (key: string) => {
      const document = this.#documents.get(key);
      return document && isVisible(document, now) ? document : undefined;
    };
    return { found: rank(matches, documentOf, { isQuestion, isLatest, now }), corrections };
  }

  /** The word that texts have instead of one with typing errors; undefined if it sounds like a word that they have. */
  #correction({ word, term }: QueryWord, matches: readonly Match[]): string | undefined {
    const isSound = (fields: readonly string[]) => fields.some((field) => field in SOUND_BOOSTS);
    if (!isDevanagari(word) && matches.some(({ match }) => Object.values(match).some(isSound))) return undefined;
    const [best] = matches;
    // By the words: the stem of a mistyped word may be another one's (divident, dividend).
    const similar = Object.keys(best?.match ?? {}).flatMap((other) => {
      const known = this.#words.get(other);
      if (!known) return [];
      const errors = Math.min(leven(other, term), leven(known.word, word));
      return errors <= MAX_TYPING_ERRORS ? [{ word: known.word, errors }] : [];
    });
    return similar.sort((one, other) => one.errors - other.errors)[0]?.word;
  }

  /** All of it in small parts. It must not change between two of them. */
  *parts(): Generator<IndexPart> {
    for (const document of this.#documents.values()) yield { document };
    yield* this.#index.parts();
    for (const words of inParts(this.#words))
      yield { words: words.map(([term, { word, uses }]) => [term, word, uses]) };
  }

  /** Replaces the index by what the parts have. Rejects, and leaves it as it is, if they do not belong together. */
  async restore(parts: AsyncIterable<IndexPart> | Iterable<IndexPart>): Promise<void> {
    const index = createIndex();
    const documents = new Map<string, SearchDocument>();
    const known = new Map<string, { word: string; uses: number }>();
    for await (const part of parts) {
      if ('document' in part) documents.set(part.document.key, part.document);
      else if ('words' in part) for (const [term, word, uses] of part.words) known.set(term, { word, uses });
      else index.addPart(part);
    }
    if (index.documentCount !== documents.size || [...documents.keys()].some((key) => !index.has(key)))
      throw new Error('the index and its documents do not agree');
    this.#index = index;
    this.#documents = documents;
    this.#words = known;
    this.#references = new Map();
    for (const document of documents.values()) this.#addReference(document);
  }

  #addReference({ key, referenceNumber = '' }: SearchDocument): void {
    const reference = referenceKey(referenceNumber);
    // Of punctuation alone it is none.
    if (reference === '') return;
    const keys = this.#references.get(reference) ?? new Set();
    this.#references.set(reference, keys.add(key));
  }

  /** The longest term with which an unknown one begins: internship, intern. */
  #knownBeginning(term: string): string | undefined {
    const minimum = Math.max(MIN_PREFIX_CHARACTERS, Math.ceil(term.length * MIN_BEGINNING_SHARE));
    for (let length = term.length - 1; length >= minimum; length -= 1) {
      const beginning = term.slice(0, length);
      if (this.#isKnown(beginning)) return beginning;
    }
    return undefined;
  }

  #isKnown(term: string): boolean {
    return this.#words.has(term);
  }

  /** @param by 1 for a document that is added, -1 for one that is removed */
  #indexed({ key, kind, texts, referenceNumber }: SearchDocument, by: 1 | -1): IndexedDocument {
    const all: SearchText[] = Object.values(texts);
    const names = formsIn(all.map(({ name }) => name));
    const keywords = formsIn([referenceNumber ?? '', ...all.map(({ keywords }) => keywords)]);
    const places = formsIn([
      kind,
      ...all.flatMap(({ place = '', labels, facts }) => [place, labels, ...factWords(facts)]),
    ]);
    const summaries = formsIn(all.map(({ summary = '' }) => summary));
    const bodies = formsIn(all.map(({ text }) => text.toString().slice(0, MAX_INDEXED_CHARACTERS)));
    const files = formsIn(
      all.flatMap(({ files }) =>
        files.flatMap(({ name, text = '' }) => [name, text.toString().slice(0, MAX_INDEXED_CHARACTERS)]),
      ),
    );
    return {
      key,
      name: this.#terms(names, by),
      keywords: this.#terms(keywords, by),
      place: this.#terms(places, by),
      summary: this.#terms(summaries, by),
      text: this.#terms(bodies, by),
      files: this.#terms(files, by),
      sound: soundsIn([names, keywords, summaries], true),
      textSound: soundsIn([bodies], true),
      latinSound: soundsIn([names, keywords], false),
    };
  }

  /** The terms of words, whose uses are counted. */
  #terms(words: readonly WordForms[], by: 1 | -1): string {
    for (const { term, plain } of words) {
      const known = this.#words.get(term) ?? { word: plain, uses: 0 };
      known.uses += by;
      if (known.uses > 0) this.#words.set(term, known);
      else this.#words.delete(term);
    }
    return words.map(({ term }) => term).join(' ');
  }
}

/** What visitors call the facts of a thing: their words find the things that have them. */
const factWords = ({ phones = [], email, address, hours = [], designation }: Facts): string[] => [
  ...(phones.length > 0 ? ['phone number contact'] : []),
  ...(email ? ['email contact'] : []),
  ...(address ? ['address location'] : []),
  ...(hours.length > 0 ? ['hours open close time'] : []),
  ...(designation ? ['name'] : []),
];

const formsIn = (texts: readonly string[]): WordForms[] =>
  texts.flatMap((text) => Array.from(wordsIn(text), (word) => formsOf(word.text)));

/** The sounds of the words in one of the scripts. */
function soundsIn(texts: readonly (readonly WordForms[])[], inDevanagari: boolean): string {
  const found = new Set<string>();
  for (const words of texts)
    for (const { isDevanagari, sounds } of words)
      if (isDevanagari === inDevanagari) for (const sound of sounds) found.add(sound);
  return [...found].join(' ');
}
